import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { streamRows } from '../../storage/row-stream.ts';
import {
  subjectDataOf,
  type OnPart,
  type RowCounts,
  type SubjectData,
} from '../../storage/subject-data.ts';
import type { Issue } from '../items/item.ts';
import { lockIssues } from '../items/moved-subject.ts';
import { unnameVersions } from './answer-versions.ts';

const own = subjectDataOf([
  { table: 'clag.feedback', key: ['course_id', 'issue_id', 'feedback_id'] },
  {
    table: 'clag.answer_versions',
    key: ['course_id', 'issue_id', 'exercise_id', 'answer_id', 'version', 'group_id'],
  },
]);

const counted = (rows: number): RowCounts => ({ 'clag.feedback': rows });

/** Feedback of a subject: as its pupil, and as its author. */
export const feedbackSubjectData: SubjectData & Required<Pick<SubjectData, 'ahead'>> = {
  // A teacher has pupils by the hundred: each transaction keeps the devices of one waiting.
  ahead: {
    erase: (database, subject, onPart) =>
      forEachPupil(database, subject, onPart, (transaction, pupil) =>
        removeGiven(transaction, subject, pupil),
      ),
    move: (database, from, to, onPart) =>
      forEachPupil(database, from, onPart, (transaction, pupil) =>
        moveGiven(transaction, from, to, pupil),
      ),
  },

  async erase(transaction, subject) {
    const erased = await own.erase(transaction, subject);
    const given = await sumOfPupils(transaction, subject, (pupil) =>
      removeGiven(transaction, subject, pupil),
    );
    return { ...erased, 'clag.feedback': erased['clag.feedback']! + given };
  },

  async move(transaction, from, to) {
    await lockIssues(transaction, from, to);
    await copyRows(transaction, from, to);
    const moved = await own.erase(transaction, from);
    const given = await sumOfPupils(transaction, from, (pupil) =>
      moveGiven(transaction, from, to, pupil),
    );
    return { moved: { ...moved, 'clag.feedback': moved['clag.feedback']! + given }, kept: {} };
  },

  export: (transaction, subject) => ({
    'clag.answer_versions': own.export(transaction, subject)['clag.answer_versions']!,
    // Neither names others: author or pupil.
    'clag.feedback': streamRows(
      transaction,
      sql`
        select to_jsonb(feedback) - '{subject,written_by,recent}'::text[]
          || jsonb_build_object('written_by_subject', written_by is not distinct from ${subject}) as row
        from clag.feedback feedback where subject = ${subject} or written_by = ${subject}
        order by given_at, feedback_id
      `,
    ),
  }),
};

/** Works in a transaction for each pupil that a subject has given feedback. @returns the rows of all */
async function forEachPupil(
  database: Database,
  author: string,
  onPart: OnPart | undefined,
  work: (transaction: Database, pupil: string) => Promise<number>,
): Promise<RowCounts> {
  const sum = await sumOfPupils(database, author, (pupil) =>
    database.transaction().execute(async (transaction) => {
      const count = await work(transaction, pupil);
      await onPart?.(transaction, counted(count));
      return count;
    }),
  );
  return counted(sum);
}

/** Works for each pupil that a subject has given feedback, in one order, as all that lock issues of several subjects. */
async function sumOfPupils(
  database: Database,
  author: string,
  work: (pupil: string) => Promise<number>,
): Promise<number> {
  const { rows } = await sql<{ subject: string }>`
    select subject from clag.feedback where written_by = ${author}
    group by subject order by subject collate "C"
  `.execute(database);
  let sum = 0;
  for (const { subject } of rows) sum += await work(subject);
  return sum;
}

/** True for rows of what an author has given a pupil. */
const givenBy = (author: string, pupil: string) => sql`
  given.subject = ${pupil} and given.written_by = ${author}
`;

/** Keeps all others from the issues in which an author has given a pupil feedback. */
async function lockGiven(transaction: Database, author: string, pupil: string): Promise<void> {
  await sql`
    select 1 from clag.issue_changes issue
    where subject = ${pupil} and exists (
      select 1 from clag.feedback given
      where ${givenBy(author, pupil)}
        and given.course_id = issue.course_id and given.issue_id = issue.issue_id
    )
    order by course_id, issue_id for update
  `.execute(transaction);
}

/** @returns how many feedbacks have the other author now */
async function moveGiven(
  transaction: Database,
  from: string,
  to: string,
  pupil: string,
): Promise<number> {
  await lockGiven(transaction, from, pupil);
  const { numAffectedRows } = await sql`
    update clag.feedback given set written_by = ${to} where ${givenBy(from, pupil)}
  `.execute(transaction);
  return Number(numAffectedRows);
}

/** Makes removals of what a subject has given a pupil, of which the pupil's devices are told. @returns how many */
async function removeGiven(transaction: Database, author: string, pupil: string): Promise<number> {
  await lockGiven(transaction, author, pupil);
  const { rows } = await sql<Issue & { readonly exercise_id: string }>`
    with given as (
      select course_id, issue_id, feedback_id, row_number() over (
        partition by course_id, issue_id order by change_index
      ) as place
      from clag.feedback given where ${givenBy(author, pupil)}
    ), told as (
      update clag.issue_changes issue set last_index = last_index + counted.feedbacks
      from (select course_id, issue_id, count(*) as feedbacks from given group by course_id, issue_id) counted
      where issue.subject = ${pupil} and issue.course_id = counted.course_id
        and issue.issue_id = counted.issue_id
      returning issue.course_id, issue.issue_id, last_index - feedbacks as last_index
    )
    update clag.feedback feedback set
      written_by = null, content = null, recent = '[]', version = version + 1, updated_at = now(),
      change_index = coalesce(told.last_index + given.place, change_index)
    from given left join told using (course_id, issue_id)
    where feedback.subject = ${pupil} and feedback.course_id = given.course_id
      and feedback.issue_id = given.issue_id and feedback.feedback_id = given.feedback_id
    returning feedback.subject, feedback.course_id, feedback.issue_id, exercise_id
  `.execute(transaction);
  const issues = Map.groupBy(rows, ({ course_id, issue_id }) =>
    JSON.stringify([course_id, issue_id]),
  );
  for (const group of issues.values()) {
    await unnameVersions(
      transaction,
      group[0]!,
      group.map(({ exercise_id }) => exercise_id),
    );
  }
  return rows.length;
}

/**
 * Gives the rows of a subject to another one, as `moveItems` gives versions of items: an answer that both have gets the
 * sum of both versions, so that those of the first subject come above those of the second.
 */
async function copyRows(transaction: Database, from: string, to: string): Promise<void> {
  const itemOf = (row: string) => sql`
    left join clag.content_items item on item.subject = ${to}
      and item.course_id = ${sql.ref(`${row}.course_id`)} and item.issue_id = ${sql.ref(`${row}.issue_id`)}
      and item.kind = 'answer' and item.model_type = 'exercise'
      and item.model_id = ${sql.ref(`${row}.exercise_id`)} and item.item_id = ${sql.ref(`${row}.answer_id`)}
  `;
  // Rows pass through here, because the two subjects may lie on two machines.
  const versions = sql<{ row: string }>`
    select row_to_json(kept)::text as row from clag.answer_versions kept where subject = ${from}
  `;
  for await (const rows of streamRows(transaction, versions)) {
    await sql`
      insert into clag.answer_versions
        (subject, course_id, issue_id, group_id, exercise_id, answer_id, version, content, bytes, updated_at, kept_until)
      select ${to}, kept.course_id, kept.issue_id, group_id, exercise_id, answer_id, kept.version + coalesce(item.version, 0),
        kept.content, kept.bytes, kept.updated_at, kept_until
      from json_to_recordset(${`[${rows.join(',')}]`}::json) kept (
        course_id text, issue_id text, group_id text, exercise_id text, answer_id text, version integer,
        content jsonb, bytes integer, updated_at timestamptz, kept_until timestamptz
      ) ${itemOf('kept')}
      on conflict do nothing
    `.execute(transaction);
  }
  const feedback = sql<{ row: string }>`
    select row_to_json(given)::text as row from (
      select feedback.*, row_number() over (partition by course_id, issue_id order by change_index) as place
      from clag.feedback feedback where subject = ${from}
    ) given
  `;
  for await (const rows of streamRows(transaction, feedback)) {
    await sql`
      insert into clag.feedback
        (subject, course_id, issue_id, feedback_id, exercise_id, answer_id, answer_version, group_id, written_by, given_at,
          content, version, change_index, updated_at, recent)
      select ${to}, given.course_id, given.issue_id, feedback_id, exercise_id, answer_id,
        answer_version + coalesce(item.version, 0), group_id, written_by, given_at, given.content, given.version,
        coalesce(issue.last_index + place, given.change_index), given.updated_at, given.recent
      from json_to_recordset(${`[${rows.join(',')}]`}::json) given (
        course_id text, issue_id text, feedback_id uuid, exercise_id text, answer_id text, answer_version integer,
        group_id text, written_by text, given_at timestamptz, content jsonb, version integer, change_index bigint,
        updated_at timestamptz, recent jsonb, place bigint
      )
      left join clag.issue_changes issue on issue.subject = ${to}
        and issue.course_id = given.course_id and issue.issue_id = given.issue_id
      ${itemOf('given')}
      on conflict do nothing
    `.execute(transaction);
  }
  await sql`
    update clag.issue_changes issue set last_index = last.change_index
    from (
      select course_id, issue_id, max(change_index) as change_index
      from clag.feedback where subject = ${to} group by course_id, issue_id
    ) last
    where issue.subject = ${to} and issue.course_id = last.course_id and issue.issue_id = last.issue_id
      and issue.last_index < last.change_index
  `.execute(transaction);
}
