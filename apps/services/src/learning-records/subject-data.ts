import type { Statement } from '@lectern/contracts/xapi';
import { sql } from 'kysely';
import { lockByName } from '../storage/advisory-lock.ts';
import type { Database } from '../storage/database.ts';
import { subjectDataOf, type SubjectData } from '../storage/subject-data.ts';
import { renameAccount } from './model/rename.ts';
import { lockProgress } from './progress/catch-up.ts';
import { forgetProgress } from './progress/projection.ts';
import { termOf } from './store/terms.ts';

const document = ['content', 'content_type', 'etag', 'updated_at'];

const own = subjectDataOf([
  { table: 'lars.statements', key: ['stored', 'sequence'] },
  { table: 'lars.attachments', key: ['sha2'] },
  { table: 'lars.refused_statements', key: ['refused_id'] },
  { table: 'lars.states', key: ['state_key'], newerWins: document },
  { table: 'lars.agent_profiles', key: ['profile_key'], newerWins: document },
  {
    table: 'lars.forwarding_failures',
    key: ['target', 'sequence'],
    incidental: ['failed_at', 'is_waiting'],
  },
  { table: 'lars.cmi5_registrations', key: ['course_key'] },
  { table: 'lars.cmi5_sessions', key: ['session_id'] },
]);

/** Read from the statements: it is exported and erased with them, and read again where they move to. */
const progress = subjectDataOf([
  { table: 'lars.progress_readings', key: ['course_id', 'issue_id'] },
  { table: 'lars.exercise_progress', key: ['course_id', 'issue_id', 'exercise_id'] },
  { table: 'lars.exercise_activity', key: ['course_id', 'issue_id', 'begins', 'exercise_id'] },
]);

/**
 * Nothing is stored while statements go or move: what came in between would be lost. Taken before any row,
 * as writers do.
 */
const writersLock = 'lars.statements';

/** Stands for whoever is no longer known. */
const erasedName = 'erased';

/** Erasing, moving and exporting what the learning-records service keeps of a subject. */
export const learningRecordsSubjectData: SubjectData = {
  ...own,
  async erase(transaction, subject) {
    await lockProgress(transaction, subject);
    await lockByName(transaction, writersLock);
    const erasedProgress = await progress.erase(transaction, subject);
    await sql`delete from lars.statement_ids where statement_id in (
      select statement_id from lars.statements where subject = ${subject}
    )`.execute(transaction);
    await sql`delete from lars.voidings where subject = ${subject}`.execute(transaction);
    const erased = await own.erase(transaction, subject);
    // What others have recorded of this person stays theirs.
    await renameIn(transaction, subject, erasedName);
    return { ...erased, ...erasedProgress };
  },
  async move(transaction, from, to) {
    // In order, so that nobody waits in a circle.
    for (const subject of [from, to].sort()) {
      await lockProgress(transaction, subject);
      // Statements that come from another subject have numbers that were passed already.
      await forgetProgress(transaction, subject);
    }
    await lockByName(transaction, writersLock);
    // Whoever it was is the account of the person, who goes by another subject now.
    await renameIn(transaction, from, to);
    await sql`
      with gone as (delete from lars.voidings where subject = ${from} returning statement_id)
      insert into lars.voidings (statement_id, subject) select statement_id, ${to}::text from gone
      on conflict do nothing
    `.execute(transaction);
    await sql`
      update lars.statement_ids set subject = ${to} where statement_id in (
        select statement_id from lars.statements where subject = ${from}
      )
    `.execute(transaction);
    return own.move(transaction, from, to);
  },
  export: (transaction, subject) => ({
    ...own.export(transaction, subject),
    ...progress.export(transaction, subject),
  }),
};

const pageSize = 500;

/** In all statements that name a subject: its own, and those of others. */
async function renameIn(transaction: Database, from: string, to: string): Promise<void> {
  // Other stores quote what they refuse.
  await sql`
    update lars.forwarding_failures set answer = replace(answer, ${from}, ${to})
    where strpos(answer, ${from}) > 0
  `.execute(transaction);
  // What is no statement names somebody anywhere in it.
  const [before, after] = [JSON.stringify(from), JSON.stringify(to)];
  await sql`
    update lars.refused_statements
    set statement = replace(statement::text, ${before}, ${after})::json,
      authority = case authority when ${from} then ${to} else authority end
    where authority = ${from} or strpos(statement::text, ${before}) > 0
  `.execute(transaction);
  const kinds = ['agent', 'related-agent'] as const;
  const terms = kinds.map((kind) => [termOf(kind, from), termOf(kind, to)] as const);
  for (;;) {
    const { rows } = await sql<{ id: string; json: string }>`
      select statement_id as id, statement::text as json from lars.statements
      where terms @> ${[termOf('related-agent', from)]}::bigint[]
      order by statement_id limit ${pageSize} for update
    `.execute(transaction);
    if (rows.length === 0) return;
    const renamed = rows.map(({ json }) =>
      JSON.stringify(renameAccount(JSON.parse(json) as Statement, from, to)),
    );
    await sql`
      update lars.statements known set statement = given.json::json,
        authority = case authority
          when ${termOf('authority', from)}::bigint then ${termOf('authority', to)}::bigint
          else authority end,
        terms = array(
          select coalesce(change.after, term) from unnest(known.terms) term
          left join unnest(
            ${terms.map(([before]) => before)}::bigint[], ${terms.map(([, after]) => after)}::bigint[]
          ) change (before, after) on change.before = term
        )
      from unnest(${rows.map(({ id }) => id)}::uuid[], ${renamed}::text[]) given (id, json)
      where known.statement_id = given.id
        and (known.subject, known.stored, known.sequence) in (
          select subject, stored, sequence from lars.statement_ids where statement_id = given.id
        )
    `.execute(transaction);
  }
}
