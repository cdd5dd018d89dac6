import { sql, type Selectable } from 'kysely';
import type { Database } from '../../storage/database.ts';
import type { Tables } from '../../storage/tables.ts';

/** At most so many go at once, and no further one where these have as many bytes: one can have 32 MiB. */
const rowsAtOnce = 20;
const bytesAtOnce = 16 * 1024 * 1024;

/** Progress of a part; `last`: its last hash, `undefined` where nothing was left. */
export interface AttachmentPart {
  readonly count: number;
  readonly last: string | undefined;
}

/**
 * Gives another subject what it lacks: bytes of the same hash are the same. They pass through here, because the two may
 * lie on two machines.
 *
 * @param only these hashes; absent: all
 */
export async function copyAttachments(
  database: Database,
  from: string,
  to: string,
  only?: readonly string[],
): Promise<void> {
  for (let after: string | undefined = ''; after !== undefined;) {
    const hashes: readonly string[] = await nextHashes(database, from, after, only);
    const known = await hashesAmong(database, to, hashes);
    const missing = hashes.filter((sha2) => !known.has(sha2));
    after = hashes.at(-1);
    if (missing.length === 0) continue;
    const { rows } = await sql<Selectable<Tables['lars.attachments']>>`
      select * from lars.attachments where subject = ${from} and sha2 = any(${missing}::text[])
    `.execute(database);
    await sql`
      insert into lars.attachments (subject, sha2, content, sent_by, kept_for)
      select ${to}, given.* from unnest(
        ${rows.map(({ sha2 }) => sha2)}::text[], ${rows.map(({ content }) => content)}::bytea[],
        ${rows.map(({ sent_by }) => sent_by)}::text[],
        ${rows.map(({ kept_for }) => kept_for)}::uuid[]
      ) given
      on conflict do nothing
    `.execute(database);
  }
}

/**
 * Deletes the next few of a subject that has no statements, in a transaction that keeps others from
 * storing some.
 *
 * @param after the hash up to which they are gone; the first time an empty string
 * @param to who must have the same by now; absent: nobody
 */
export async function dropAttachments(
  transaction: Database,
  subject: string,
  after: string,
  to?: string,
): Promise<AttachmentPart> {
  const hashes = await nextHashes(transaction, subject, after);
  const known = to === undefined ? undefined : await hashesAmong(transaction, to, hashes);
  const going = hashes.filter((sha2) => known?.has(sha2) ?? true);
  await sql`
    delete from lars.attachments where subject = ${subject} and sha2 = any(${going}::text[])
  `.execute(transaction);
  return { count: going.length, last: hashes.at(-1) };
}

/** Nothing is read of the bytes but how many they are. */
async function nextHashes(
  database: Database,
  subject: string,
  after: string,
  only?: readonly string[],
): Promise<readonly string[]> {
  const isAsked = only ? sql`sha2 = any(${only}::text[])` : sql`true`;
  const { rows } = await sql<{ sha2: string }>`
    select sha2 from (
      select sha2, sum(size) over (order by sha2) - size as bytes_before from (
        select sha2, octet_length(content) as size from lars.attachments
        where subject = ${subject} and sha2 > ${after} and ${isAsked}
        order by sha2 limit ${rowsAtOnce}
      ) next
    ) numbered where bytes_before < ${bytesAtOnce} order by sha2
  `.execute(database);
  return rows.map(({ sha2 }) => sha2);
}

/** Hashes that a subject has, among some. */
async function hashesAmong(
  database: Database,
  subject: string,
  hashes: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ sha2: string }>`
    select sha2 from lars.attachments where subject = ${subject} and sha2 = any(${hashes}::text[])
  `.execute(database);
  return new Set(rows.map(({ sha2 }) => sha2));
}
