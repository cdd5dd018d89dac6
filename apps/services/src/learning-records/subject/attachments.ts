import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';

/** At most so many go at once, and no further one where these have as many bytes: one can have 32 MiB. */
const rowsAtOnce = 20;
const bytesAtOnce = 16 * 1024 * 1024;

/** Progress of a part; `last`: its last hash, `undefined` where nothing was left. */
export interface AttachmentPart {
  readonly count: number;
  readonly last: string | undefined;
}

/** Gives another subject what it lacks: bytes of the same hash are the same. */
export async function copyAttachments(database: Database, from: string, to: string): Promise<void> {
  const isMissing = sql`not exists (
    select from lars.attachments there where there.subject = ${to} and there.sha2 = one.sha2
  )`;
  for (let after: string | undefined = ''; after !== undefined;) {
    const { rows } = await sql<{ last: string | null }>`
      with ${partOf(from, after, isMissing)}, copied as (
        insert into lars.attachments (subject, sha2, content, sent_by, kept_for)
        select ${to}, sha2, content, sent_by, kept_for from part join lars.attachments using (sha2)
        where subject = ${from}
        on conflict do nothing
      )
      select max(sha2) as last from part
    `.execute(database);
    after = rows[0]!.last ?? undefined;
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
  const mayGo =
    to === undefined
      ? sql`true`
      : sql`exists (
          select from lars.attachments there where there.subject = ${to} and there.sha2 = one.sha2
        )`;
  const { rows } = await sql<{ count: number; last: string | null }>`
    with ${partOf(subject, after, mayGo)}, gone as (
      delete from lars.attachments known using part
      where known.subject = ${subject} and known.sha2 = part.sha2
    )
    select count(*)::integer as count, max(sha2) as last from part
  `.execute(transaction);
  const { count, last } = rows[0]!;
  return { count, last: last ?? undefined };
}

/** Nothing is read of the bytes but how many they are. */
function partOf(subject: string, after: string, condition: ReturnType<typeof sql>) {
  return sql`part as materialized (
    select sha2 from (
      select sha2, sum(size) over (order by sha2) - size as bytes_before from (
        select sha2, octet_length(content) as size from lars.attachments one
        where subject = ${subject} and sha2 > ${after} and ${condition}
        order by sha2 limit ${rowsAtOnce}
      ) next
    ) numbered where bytes_before < ${bytesAtOnce}
  )`;
}
