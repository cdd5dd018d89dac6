import { sql } from 'kysely';
import type { Database } from '../../../storage/database.ts';
import { refusal } from '../refusals.ts';
import type { DocumentPlace } from './document-store.ts';

const mebibyte = 1024 * 1024;

/**
 * The room of all states, or all profiles, of one agent: none fills the disk alone. States that sessions of a
 * registration for a course of cmi5 store have a room of their own, so that no course takes that of the others.
 */
const roomInBytes = { agent: 64 * mebibyte, registration: 16 * mebibyte } as const;
/** The room of a document beside its content, because the number of documents is limited, too. */
const overheadInBytes = 4 * 1024;

/**
 * Beforehand, and not in the statement that stores: as many as an agent's requests at once can go beyond it.
 *
 * @throws {CallError} DOCUMENTS_TOO_LARGE where a document does not fit beside the others in its room
 */
export async function requireRoom(
  database: Database,
  { table, key, keptFor }: DocumentPlace,
  sizeInBytes: number,
): Promise<void> {
  const { subject, ...name } = key;
  if (subject === undefined) return;
  const [column, value] = Object.entries(name)[0]!;
  const ofRoom =
    keptFor === undefined ? sql`` : sql`and kept_for is not distinct from ${keptFor}::uuid`;
  const { rows } = await sql<{ taken: string }>`
    select coalesce(sum(octet_length(content) + ${overheadInBytes}::integer), 0) as taken
    from ${sql.table(table)} where subject = ${subject} and ${sql.id(column)} <> ${value} ${ofRoom}
  `.execute(database);
  const room = keptFor ? roomInBytes.registration : roomInBytes.agent;
  if (Number(rows[0]?.taken) + sizeInBytes > room) throw refusal('DOCUMENTS_TOO_LARGE');
}
