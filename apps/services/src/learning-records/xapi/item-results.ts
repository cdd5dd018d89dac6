import { agent, checkXapi } from '@lectern/contracts/xapi';
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../storage/database.ts';
import type { Access } from '../access/access.ts';
import { atMost } from '../at-most.ts';
import type { AgentKeys } from '../model/agent-keys.ts';
import type { GivenStatement } from '../store/records.ts';
import { refusal } from './refusals.ts';
import type { ResourceParts } from './register.ts';
import type { XapiRequest } from './resource.ts';
import type { CheckedStatement, StatementBody } from './statement-body.ts';
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

/** Most statements that are kept aside for one key, or for one person. */
const keptAsideMaximum = 10_000;

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
  const few = atMost(storedAtOnce);
  const storing = Promise.all(
    statements.map(async ({ given }) => given && few(() => storeValid(request, parts, given))),
  );
  const isKept = request.headers['x-lectern-invalid'] !== undefined;
  const refused = new Map<CheckedStatement, ItemResult>();
  for (const one of statements) {
    if (one.given) continue;
    const result = isKept ? keepAside(request.access, parts, one) : undefined;
    refused.set(one, (await result) ?? { result: 'invalid', text: one.fault });
  }
  const stored = await storing;
  return statements.map((one, place) => stored[place] ?? refused.get(one)!);
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

async function keepAside(
  access: Access,
  { database, agentKeys }: ResourceParts,
  { fault, value }: CheckedStatement & { readonly fault: string },
): Promise<ItemResult> {
  const authority = (await agentKeys.keyOf(access.authority))!;
  // An application speaks for many persons.
  const whose =
    access.subject === undefined ? sql`authority = ${authority}` : sql`subject = ${access.subject}`;
  if ((await countOf(database, whose)) >= keptAsideMaximum) {
    const text = `${fault} It was not kept aside: ${keptAsideMaximum} others are already.`;
    return { result: 'invalid', text };
  }
  const subject = access.subject ?? (await actorOf(value, agentKeys)) ?? authority;
  const { refused_id } = await database
    .insertInto('lars.refused_statements')
    .values({ subject, authority, fault, statement: JSON.stringify(value) })
    .returning('refused_id')
    .executeTakeFirstOrThrow();
  return { result: 'kept-aside', refused_id, text: fault };
}

/** No further than it matters. */
async function countOf(database: Database, whose: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (
      select from lars.refused_statements where ${whose} limit ${keptAsideMaximum}
    ) kept
  `.execute(database);
  return rows[0]!.count;
}

/** Whoever it says that it was, so that it goes where that person's data go. */
async function actorOf(value: unknown, agentKeys: AgentKeys): Promise<string | undefined> {
  if (typeof value !== 'object' || value === null || !('actor' in value)) return undefined;
  const { value: actor } = checkXapi(agent, value.actor);
  return actor && agentKeys.keyOf(actor);
}
