import pLimit from 'p-limit';
import { CallError, toCallError } from '../../http/errors.ts';
import { newStatementId } from '../model/statement-id.ts';
import type { GivenStatement } from '../store/records.ts';
import { keepAside } from './kept-aside.ts';
import { refusal } from './refusals.ts';
import type { ResourceDependencies } from './resource-dependencies.ts';
import type { XapiRequest } from './resource.ts';
import type { StatementBody } from './statement-body.ts';
import { keepFor, mayRecord } from './statement-keeper.ts';

/*
 * An extension of the standard, in which a batch is kept as a whole or not at all: by the header
 * `X-Lectern-Results: each`, each statement of a batch stands for itself, and the answer says what came of
 * each. With `X-Lectern-Invalid: keep` beside it, one that is none is kept aside instead of lost.
 */

/** Result of one statement of a batch, in its order. */
export type ItemResult =
  | { readonly result: 'known' | 'stored'; readonly id: string }
  | { readonly result: 'conflict' | 'forbidden' | 'invalid'; readonly text: string }
  | { readonly result: 'kept-aside'; readonly refused_id: string; readonly text: string }
  /** To be sent again; `id`: what it is stored under, if it is. Absent: it is no statement. */
  | { readonly result: 'failed'; readonly id?: string; readonly text: string };

/** How many statements of a batch are stored at once: nobody alone takes all connections. */
const storedAtOnce = 8;

/** @throws {CallError} HEADER_INVALID */
export function asksForEach({ headers }: XapiRequest): boolean {
  const results = headers['x-lectern-results'];
  const invalid = headers['x-lectern-invalid'];
  if (results !== undefined && results !== 'each') {
    throw refusal('HEADER_INVALID', 'X-Lectern-Results: can only be each');
  }
  if (invalid !== undefined && (invalid !== 'keep' || results === undefined)) {
    throw refusal(
      'HEADER_INVALID',
      'X-Lectern-Invalid: can only be keep, beside X-Lectern-Results',
    );
  }
  return results !== undefined;
}

export async function storeEach(
  request: XapiRequest,
  dependencies: ResourceDependencies,
  { statements }: StatementBody,
): Promise<readonly ItemResult[]> {
  const few = pLimit(storedAtOnce);
  const isKept = request.headers['x-lectern-invalid'] !== undefined;
  const faulty = statements.flatMap(({ fault, ...one }) =>
    fault === undefined ? [] : [{ fault, ...one }],
  );
  const failures = new Failures(request);
  const keptAside = isKept ? keepAside(request.access, dependencies, faulty) : Promise.resolve([]);
  const [refused, ...stored] = await Promise.all([
    keptAside.then(
      (ids) => faulty.map(({ fault }, place) => refusedResult(fault, ids[place], isKept)),
      (error: unknown) => {
        const reason = failures.textOf(error);
        return faulty.map(({ fault }) => failed(`${fault}. It was not kept aside: ${reason}`));
      },
    ),
    ...statements.map(
      async ({ given }) =>
        given && few(() => storeOrFail(request, dependencies, named(given), failures)),
    ),
  ]);
  return stored.map((result) => result ?? refused.shift()!);
}

/** Why statements of a batch failed that are none the worse for it. */
class Failures {
  readonly #request: XapiRequest;
  /** The database cannot do it now. Each one that is tried all the same would wait as long. */
  outage: string | undefined;

  constructor(request: XapiRequest) {
    this.#request = request;
  }

  /** @returns what the caller may know of it; the log has the rest */
  textOf(error: unknown): string {
    const { status, messages } = toCallError(error);
    const { text } = messages[0]!;
    const { log } = this.#request.reply;
    if (this.outage === undefined) log.error({ status, codes: [messages[0]!.code], err: error });
    if (status === 503) this.outage ??= text;
    return text;
  }
}

/** A repeat after a failure comes under this id: the statement may have been stored. */
function named(given: GivenStatement): GivenStatement & { readonly statement: { id: string } } {
  const { statement } = given;
  return { ...given, statement: { ...statement, id: statement.id ?? newStatementId() } };
}

function failed(text: string, id?: string): ItemResult {
  return { result: 'failed', ...(id !== undefined && { id }), text };
}

function refusedResult(fault: string, refused_id: string | undefined, isKept: boolean): ItemResult {
  if (refused_id !== undefined) return { result: 'kept-aside', refused_id, text: fault };
  const text = isKept
    ? `${fault}. It was not kept aside: there is no room for it, or its actor was erased.`
    : fault;
  return { result: 'invalid', text };
}

async function storeOrFail(
  request: XapiRequest,
  dependencies: ResourceDependencies,
  given: ReturnType<typeof named>,
  failures: Failures,
): Promise<ItemResult> {
  const { id } = given.statement;
  if (failures.outage !== undefined) return failed(failures.outage, id);
  try {
    return await storeValid(request, dependencies, given);
  } catch (error) {
    // To send it again would not help.
    if (error instanceof CallError && error.status === 403) {
      return { result: 'forbidden', text: error.messages[0]!.text };
    }
    return failed(failures.textOf(error), id);
  }
}

async function storeValid(
  { access, version }: XapiRequest,
  { records, agentKeys }: ResourceDependencies,
  given: GivenStatement,
): Promise<ItemResult> {
  if (!(await mayRecord(access, given.statement.actor, agentKeys))) {
    return { result: 'forbidden', text: 'The actor is not the caller.' };
  }
  const kept = await keepFor(access, records, [given], version);
  if (kept.conflicts !== undefined) {
    return { result: 'conflict', text: `Another statement has the id ${kept.conflicts[0]}.` };
  }
  return { result: kept.isNew ? 'stored' : 'known', id: kept.ids[0]! };
}
