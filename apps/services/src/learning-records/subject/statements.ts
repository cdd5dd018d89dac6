import { sql } from 'kysely';
import { lockProgress } from '../progress/catch-up.ts';
import { forgetProgress } from '../progress/projection.ts';
import { renameAccounts, type Renaming } from '../model/rename.ts';
import { termOf } from '../store/terms.ts';
import type { Database } from '../../storage/database.ts';
import { copyAttachments, dropAttachments, type AttachmentPart } from './attachments.ts';
import { batchSize, lockStatements, type Batches, type Recorded } from './batches.ts';
import { lastSequence, numbered, sequencesNaming, type Naming } from './naming.ts';

/** From whom to whom; accounts are those of the first. */
export interface Change {
  readonly from: string;
  readonly to: string;
  readonly renaming: Renaming;
}

/** Erases what a subject has recorded. */
export function eraseStatements(batches: Batches, subject: string): Promise<Recorded> {
  return untilDone(
    batches,
    async (transaction) => {
      await lockStatements(transaction);
      // One look at the table: whatever comes in meanwhile keeps both its rows.
      const { rows } = await sql<{ count: number }>`
        with part as (
          select subject, stored, sequence from lars.statements where subject = ${subject}
          limit ${batchSize}
        ), gone as (
          delete from lars.statements using part
          where (statements.subject, statements.stored, statements.sequence)
            = (part.subject, part.stored, part.sequence)
          returning statement_id
        ), gone_id as (
          delete from lars.statement_ids using gone
          where statement_ids.statement_id = gone.statement_id
        ), gone_voiding as (
          delete from lars.voidings using gone where voidings.statement_id = gone.statement_id
        )
        select count(*)::integer as count from gone
      `.execute(transaction);
      return rows[0]!.count;
    },
    (transaction, after) => dropAttachments(transaction, subject, after),
  );
}

/** Gives what a subject has recorded to another one. */
export async function moveStatements(batches: Batches, change: Change): Promise<Recorded> {
  const { from, to, renaming } = change;
  // They are at both while statements move, so that none of them is without.
  await copyAttachments(batches.database, from, to);
  return untilDone(
    batches,
    async (transaction) => {
      await lockProgress(transaction, [from, to]);
      // Statements that come from another subject may be older than those read.
      await forgetProgress(transaction, [from, to]);
      await lockStatements(transaction);
      const { rows } = await sql<{ stored: string; sequence: string; json: string }>`
        select stored::text, sequence, statement::text as json from lars.statements
        where subject = ${from} order by stored, sequence limit ${batchSize}
      `.execute(transaction);
      if (rows.some(({ json }) => json.includes('"sha2"'))) {
        await copyAttachments(transaction, from, to);
      }
      await sql`
        with given as (
          select * from unnest(
            ${rows.map(({ stored }) => stored)}::timestamptz[],
            ${rows.map(({ sequence }) => sequence)}::bigint[],
            ${rows.map(({ json }) => renameAccounts(json, renaming))}::text[]
          ) given (stored, sequence, json)
        ), gone as (
          delete from lars.statements known using given
          where known.subject = ${from} and (known.stored, known.sequence)
            = (given.stored, given.sequence)
          returning known.*, given.json
        ), moved_id as (
          update lars.statement_ids known set subject = ${to} from gone
          where known.statement_id = gone.statement_id
        )
        insert into lars.statements (
          subject, stored, sequence, statement_id, verb, activity, registration, authority, terms,
          courses, said_within, attached, refers_to, is_voided, dto_id, statement
        )
        select ${to}, stored, sequence, statement_id, verb, activity, registration,
          ${authorityAfter(change)}, ${termsAfter(change)}, courses, said_within, attached,
          refers_to, is_voided, dto_id, json::json
        from gone
      `.execute(transaction);
      return rows.length;
    },
    (transaction, after) => dropAttachments(transaction, from, after, to),
  );
}

/**
 * Renames a subject in the statements that name it.
 *
 * @param known looked up before; absent: all are looked up
 */
export async function renameInStatements(
  batches: Batches,
  change: Change,
  known: Naming = { sequences: [], until: 0 },
): Promise<void> {
  const { database } = batches;
  await renameIn(batches, change, known.sequences);
  const until = await lastSequence(database);
  for await (const some of sequencesNaming(database, [change.from], known.until, until)) {
    await renameIn(batches, change, some);
  }
}

async function renameIn(
  batches: Batches,
  change: Change,
  sequences: readonly string[],
): Promise<void> {
  const { from, renaming } = change;
  for (let begin = 0; begin < sequences.length; begin += batchSize) {
    const some = sequences.slice(begin, begin + batchSize);
    await batches.run(async (transaction) => {
      await lockStatements(transaction);
      const { rows } = await sql<Place & { json: string }>`
        select subject, stored::text, known.sequence, statement::text as json
        from ${numbered(some)}
        where terms @> ${[termOf('related-agent', from)]}::bigint[]
      `.execute(transaction);
      await sql`
        update lars.statements known set statement = given.json::json,
          authority = ${authorityAfter(change)}, terms = ${termsAfter(change)}
        from ${tableOf(rows)}
          join unnest(
            ${rows.map(({ sequence }) => sequence)}::bigint[],
            ${rows.map(({ json }) => renameAccounts(json, renaming))}::text[]
          ) given (sequence, json) using (sequence)
        where (known.subject, known.stored, known.sequence)
          = (place.subject, place.stored, place.sequence)
      `.execute(transaction);
      // The other store's words may quote the statement; asked again, it says them anew.
      await sql`
        update lars.forwarding_failures failure set answer = '' from ${tableOf(rows)}
        where (failure.subject, failure.sequence) = (place.subject, place.sequence)
      `.execute(transaction);
    });
  }
}

/**
 * Attachments go last: in each of its transactions there is no statement any more that has them, nor can one come
 * in.
 *
 * @param statementsPart what is done of the statements at a time; gives how many these were
 */
async function untilDone(
  batches: Batches,
  statementsPart: (transaction: Database) => Promise<number>,
  attachmentsPart: (transaction: Database, after: string) => Promise<AttachmentPart>,
): Promise<Recorded> {
  let [statements, attachments] = [0, 0];
  for (let after: string | undefined = ''; after !== undefined;) {
    const done: string = after;
    after = await batches.run(async (transaction) => {
      const count = await statementsPart(transaction);
      // Statements that come in from now on are for the next run; otherwise it might never end.
      const part =
        count === batchSize ? { count: 0, last: done } : await attachmentsPart(transaction, done);
      await batches.onPart?.(transaction, { statements: count, attachments: part.count });
      statements += count;
      attachments += part.count;
      return part.last;
    });
  }
  return { statements, attachments };
}

interface Place {
  readonly subject: string;
  readonly stored: string;
  readonly sequence: string;
}

function tableOf(places: readonly Place[]) {
  return sql`unnest(
    ${places.map(({ subject }) => subject)}::text[],
    ${places.map(({ stored }) => stored)}::timestamptz[],
    ${places.map(({ sequence }) => sequence)}::bigint[]
  ) place (subject, stored, sequence)`;
}

function authorityAfter({ from, to }: Change) {
  return sql`case authority
    when ${termOf('authority', from)}::bigint then ${termOf('authority', to)}::bigint
    else authority end`;
}

function termsAfter({ from, to }: Change) {
  const kinds = ['agent', 'related-agent'] as const;
  return sql`case when terms is not null then array(
    select distinct coalesce(change.after, term) from unnest(terms) term
      left join unnest(
        ${kinds.map((kind) => termOf(kind, from))}::bigint[],
        ${kinds.map((kind) => termOf(kind, to))}::bigint[]
      ) change (before, after) on change.before = term
  ) end`;
}
