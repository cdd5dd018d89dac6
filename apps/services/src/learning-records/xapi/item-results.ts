import pLimit from 'p-limit';
import type { GivenStatement } from '../store/records.ts';
import { keepAside } from './kept-aside.ts';
import { refusal } from './refusals.ts';
import type { ResourceParts } from './register.ts';
import type { XapiRequest } from './resource.ts';
import type { StatementBody } from './statement-body.ts';
import { keepFor, mayRecord } from './statement-keeper.ts';

/*
 * An extension of the standard, in which a batch is kept as a whole or not at all: by the header
 * `X-Lectern-Results: each`, each statement of a batch stands for itself, and the answer says what came of
 * each. With `X-Lectern-Invalid: keep` beside it, one that is none is kept aside instead of lost.
 */

/** What came of one statement of a batch, in its order. */
export type ItemResult =
  | { readonly result: 'known' | 'stored'; readonly id: string }
  | { readonly result: 'conflict' | 'forbidden' | 'invalid'; readonly text: string }
  | { readonly result: 'kept-aside'; readonly refused_id: string; readonly text: string };

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
  parts: ResourceParts,
  { statements }: StatementBody,
): Promise<readonly ItemResult[]> {
  const few = pLimit(storedAtOnce);
  const isKept = request.headers['x-lectern-invalid'] !== undefined;
  const faulty = statements.flatMap(({ fault, ...one }) =>
    fault === undefined ? [] : [{ fault, ...one }],
  );
  const [refusedIds, ...stored] = await Promise.all([
    isKept ? keepAside(request.access, parts, faulty) : [],
    ...statements.map(async ({ given }) => given && few(() => storeValid(request, parts, given))),
  ]);
  const refused = faulty.map(({ fault }, place) => refusedResult(fault, refusedIds[place], isKept));
  return stored.map((result) => result ?? refused.shift()!);
}

function refusedResult(fault: string, refused_id: string | undefined, isKept: boolean): ItemResult {
  if (refused_id !== undefined) return { result: 'kept-aside', refused_id, text: fault };
  const text = isKept ? `${fault} It was not kept aside: there is no room for it.` : fault;
  return { result: 'invalid', text };
}

async function storeValid(
  { access, version }: XapiRequest,
  { records, agentKeys }: ResourceParts,
  given: GivenStatement,
): Promise<ItemResult> {
  if (!(await mayRecord(access, given.statement.actor, agentKeys))) {
    return { result: 'forbidden', text: 'The actor is another one than the caller.' };
  }
  const kept = await keepFor(access, records, [given], version);
  if (kept.conflict !== undefined) {
    return { result: 'conflict', text: `Another statement has the id ${kept.conflict}.` };
  }
  return { result: kept.isNew ? 'stored' : 'known', id: kept.ids[0]! };
}
