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

export function eraseStatements(batches: Batches, subject: string): Promise<Recorded> {
  return untilDone(
    batches,
    async (transaction) => {
      await lockStatements(transaction);
      const { rows } = await sql<{ statement_id: string }>`
        delete from lars.statements
        where subject = ${subject} and sequence in (
          select sequence from lars.statements where subject = ${subject}
          order by stored, sequence limit ${batchSize}
        )
        returning statement_id
      `.execute(transaction);
      const gone = sql`statement_id = any(${rows.map(({ statement_id }) => statement_id)}::uuid[])`;
      await sql`delete from lars.statement_ids where ${gone}`.execute(transaction);
      await sql`delete from lars.voidings where ${gone}`.execute(transaction);
      return rows.length;
    },
    (transaction, after) => dropAttachments(transaction, subject, after),
  );
}

interface MovedRow {
  readonly statement_id: string;
  readonly sequence: string;
  readonly attached: readonly string[] | null;
  readonly json: string;
  /** Its other columns, as JSON. */
  readonly row: string;
}

/** Columns that move as they are, but for those that name the subject. */
const movedColumns = {
  stored: 'timestamptz',
  sequence: 'bigint',
  statement_id: 'uuid',
  verb: 'bigint',
  activity: 'bigint',
  registration: 'uuid',
  authority: 'bigint',
  terms: 'bigint[]',
  courses: 'bigint[]',
  said_within: 'text[]',
  attached: 'text[]',
  refers_to: 'uuid',
  is_voided: 'boolean',
  dto_id: 'text',
} as const;

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
      const columns = Object.keys(movedColumns);
      const members = columns.map((column) => sql`${sql.lit(column)}, ${sql.id(column)}`);
      const { rows } = await sql<MovedRow>`
        select statement_id, sequence, attached, statement::text as json,
          json_build_object(${sql.join(members)})::text as row
        from lars.statements where subject = ${from} order by stored, sequence limit ${batchSize}
      `.execute(transaction);
      // Attachments that came since the first copy.
      const attached = rows.flatMap((row) => row.attached ?? []);
      if (attached.length > 0) await copyAttachments(transaction, from, to, attached);
      const ids = rows.map(({ statement_id }) => statement_id);
      await sql`
        delete from lars.statements
        where subject = ${from}
          and sequence = any(${rows.map(({ sequence }) => sequence)}::bigint[])
      `.execute(transaction);
      await sql`
        update lars.statement_ids set subject = ${to} where statement_id = any(${ids}::uuid[])
      `.execute(transaction);
      const values = columns.map((column) =>
        column === 'authority'
          ? authorityAfter(change)
          : column === 'terms'
            ? termsAfter(change)
            : sql.id(column),
      );
      const declared = Object.entries(movedColumns).map(
        ([column, type]) => sql`${sql.id(column)} ${sql.raw(type)}`,
      );
      await sql`
        insert into lars.statements (
          subject, ${sql.join(columns.map((column) => sql.id(column)))}, statement
        )
        select ${to}, ${sql.join(values)}, json::json
        from json_to_recordset(${`[${rows.map(({ row }) => row).join(',')}]`}::json)
            moved (${sql.join(declared)})
          join unnest(
            ${ids}::uuid[], ${rows.map(({ json }) => renameAccounts(json, renaming))}::text[]
          ) given (statement_id, json) using (statement_id)
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
      const { rows } = await sql<{ subject: string; sequence: string; json: string }>`
        select subject, sequence, statement::text as json from ${numbered(some)}
        where terms @> ${[termOf('related-agent', from)]}::bigint[]
      `.execute(transaction);
      for (const [subject, own] of Map.groupBy(rows, (row) => row.subject)) {
        await sql`
          update lars.statements known set statement = given.json::json,
            authority = ${authorityAfter(change)}, terms = ${termsAfter(change)}
          from unnest(
            ${own.map(({ sequence }) => sequence)}::bigint[],
            ${own.map(({ json }) => renameAccounts(json, renaming))}::text[]
          ) given (sequence, json)
          where known.subject = ${subject} and known.sequence = given.sequence
        `.execute(transaction);
      }
      // The other store's words may quote the statement; asked again, it says them anew.
      await sql`
        update lars.forwarding_failures set answer = ''
        where (subject, sequence) in (
          select * from unnest(
            ${rows.map(({ subject }) => subject)}::text[],
            ${rows.map(({ sequence }) => sequence)}::bigint[]
          )
        )
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
