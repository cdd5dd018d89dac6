import { sql } from 'kysely';
import type { Database } from '../../../storage/database.ts';
import { refusal } from '../refusals.ts';
import type { DocumentPlace } from './document-store.ts';

/** What all states, or all profiles, of one agent may take: nobody fills the disk alone. */
const roomInBytes = 64 * 1024 * 1024;
/** What a document takes beside its content, so that they cannot be any number, either. */
const overheadInBytes = 4 * 1024;

/**
 * Beforehand, and not in the statement that stores: as many as an agent's requests at once can go beyond it.
 *
 * @throws {CallError} DOCUMENTS_TOO_LARGE where a document does not fit beside the agent's others
 */
export async function requireRoom(
  database: Database,
  { table, key }: DocumentPlace,
  sizeInBytes: number,
): Promise<void> {
  const { subject, ...name } = key;
  if (subject === undefined) return;
  const [column, value] = Object.entries(name)[0]!;
  const { rows } = await sql<{ taken: string }>`
    select coalesce(sum(octet_length(content) + ${overheadInBytes}::integer), 0) as taken
    from ${sql.table(table)} where subject = ${subject} and ${sql.id(column)} <> ${value}
  `.execute(database);
  if (Number(rows[0]?.taken) + sizeInBytes > roomInBytes) throw refusal('DOCUMENTS_TOO_LARGE');
}
