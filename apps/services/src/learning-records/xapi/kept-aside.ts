import { randomUUID } from 'node:crypto';
import { agent, checkXapi, type Agent } from '@lectern/contracts/xapi';
import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import type { Access } from '../access/access.ts';
import type { AgentKeys } from '../model/agent-keys.ts';

/** Most statements kept aside for one key, or for one person. */
const countMaximum = 10_000;
const sizeMaximumInBytes = 64 * 1024 * 1024;

/** An invalid statement, and its fault. */
export interface Faulty {
  readonly fault: string;
  /** Absent: too large to be kept. */
  readonly value?: unknown;
}

/**
 * Keeps aside what is no statement, as far as there is room.
 *
 * @returns the id of each that is kept, in their order; `undefined`: it is not
 */
export async function keepAside(
  { authority, subject }: Pick<Access, 'authority' | 'subject'>,
  { database, agentKeys }: { readonly database: Database; readonly agentKeys: AgentKeys },
  faulty: readonly Faulty[],
): Promise<readonly (string | undefined)[]> {
  if (faulty.length === 0) return [];
  const sender = (await agentKeys.keyOf(authority))!;
  let { count, size } = await takenBy(database, { sender, subject });
  const rows = await Promise.all(
    faulty.map(async ({ fault, value }) => {
      if (value === undefined) return undefined;
      const actor = actorOf(value);
      if (actor && (await agentKeys.erasedAmong([actor]))) return undefined;
      const statement = JSON.stringify(value);
      count += 1;
      size += Buffer.byteLength(statement);
      if (count > countMaximum || size > sizeMaximumInBytes) return undefined;
      // An application speaks for many persons.
      const whose = subject ?? (actor && (await agentKeys.keyOf(actor))) ?? sender;
      return { refused_id: randomUUID(), subject: whose, authority: sender, fault, statement };
    }),
  );
  const kept = rows.filter((row) => row !== undefined);
  if (kept.length > 0) await insert(database, kept);
  return rows.map((row) => row?.refused_id);
}

/**
 * Bytes as they are stored: nothing is read for it. What keys have sent about a person takes none of that
 * person's room, who cannot take it away; keys are named by a hash after a comma.
 */
async function takenBy(
  database: Database,
  { sender, subject }: { readonly sender: string; readonly subject: string | undefined },
): Promise<{ readonly count: number; readonly size: number }> {
  const whose =
    subject === undefined
      ? sql`authority = ${sender}`
      : sql`subject = ${subject} and authority not like ',%'`;
  const { rows } = await sql<{ count: number; size: number }>`
    select count(*)::integer as count,
      coalesce(sum(pg_column_size(statement)), 0)::double precision as size
    from lars.refused_statements where ${whose}
  `.execute(database);
  return rows[0]!;
}

/** In the order of the batch: they are listed so. */
async function insert(
  database: Database,
  rows: readonly {
    readonly refused_id: string;
    readonly subject: string;
    readonly authority: string;
    readonly fault: string;
    readonly statement: string;
  }[],
): Promise<void> {
  await sql`
    insert into lars.refused_statements (refused_id, subject, authority, fault, statement)
    select refused_id, subject, authority, fault, statement::json from unnest(
      ${rows.map((row) => row.refused_id)}::uuid[], ${rows.map((row) => row.subject)}::text[],
      ${rows.map((row) => row.authority)}::text[], ${rows.map((row) => row.fault)}::text[],
      ${rows.map((row) => row.statement)}::text[]
    ) with ordinality given (refused_id, subject, authority, fault, statement, place)
    order by place
  `.execute(database);
}

/** The claimed actor, so that it goes where that person's data go. */
function actorOf(value: unknown): Agent | undefined {
  if (typeof value !== 'object' || value === null || !('actor' in value)) return undefined;
  return checkXapi(agent, value.actor).value;
}
