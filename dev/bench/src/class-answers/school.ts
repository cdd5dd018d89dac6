import { createDatabase, fillDatabase } from '../database.ts';

/* A class whose pupils share their answers to twenty exercises, among the answers of others, who have as many. */

export const courseId = 'kurs';
export const issueId = 'ausgabe';
export const groupId = 'klasse';
export const exerciseId = 'exercise-7';
export const teacher = 'lehrerin';
export const pupils = 30;
const exercises = 20;

const school = [
  `insert into aua.users (subject, given_name, family_name)
   select 'pupil-' || i, 'Kind', i::text from generate_series(0, ${pupils} - 1) i
   union all select '${teacher}', 'Petra', 'Keller'`,
  `insert into gres.groups (group_id, provider_id, name) values ('${groupId}', 'BEOOK_1', 'Klasse')`,
  `insert into gres.members (group_id, subject, group_role, began_at, sharings)
   select '${groupId}', 'pupil-' || i, 'member', timestamptz '2026-01-01', jsonb_build_array(jsonb_build_object(
     'course_id', '${courseId}', 'issue_id', '${issueId}', 'sharing_types', jsonb_build_array('Answers')
   )) from generate_series(0, ${pupils} - 1) i
   union all select '${groupId}', '${teacher}', 'leader', '2026-01-01', '[]'`,
  `insert into gres.subject_groups (subject, group_id, group_role, membership_state, membership_types)
   select subject, group_id, group_role, membership_state, membership_types from gres.members`,
];

/** An essay of half a page. */
const answers = `
  insert into clag.content_items (subject, course_id, issue_id, kind, model_type, model_id, item_id, version,
    change_index, content, bytes, updated_at)
  select 'pupil-' || i / ${exercises}, '${courseId}', '${issueId}', 'answer', 'exercise',
    'exercise-' || i % ${exercises}, 'a', 3, i % ${exercises} + 1, content, octet_length(content::text), now()
  from generate_series($1::integer, $2::integer) i, lateral (
    select jsonb_build_object('is_done', true, 'content', jsonb_build_object(
      'basic_answer_type', 'essay', 'text', '', 'shared_text', repeat('Der Regen fällt ' || i || '. ', 60)
    )) as content
  ) made
`;

const feedback = `
  insert into clag.feedback (subject, course_id, issue_id, feedback_id, exercise_id, answer_id, answer_version,
    group_id, written_by, given_at, content, version, change_index, updated_at)
  select subject, course_id, issue_id, gen_random_uuid(), model_id, item_id, 2, '${groupId}', '${teacher}', now(),
    jsonb_build_object('feedback_kind', 'comment', 'text', repeat('Schön beschrieben. ', 5)), 1, change_index, now()
  from clag.content_items where hashtext(subject || model_id) % 2 = 0
`;

const issues = `
  insert into clag.issue_changes (subject, course_id, issue_id, last_index)
  select subject, course_id, issue_id, max(change_index) from clag.content_items
  group by subject, course_id, issue_id
`;

const answersAtOnce = 100_000;

/** A new database with so many answers. @returns its address */
export async function schoolWithAnswers(serverUrl: string, count: number): Promise<string> {
  const { url } = await createDatabase(serverUrl);
  return fillDatabase(url, async (pool) => {
    for (const statement of school) await pool.query(statement);
    for (let from = 0; from < count; from += answersAtOnce) {
      await pool.query(answers, [from, Math.min(count, from + answersAtOnce) - 1]);
    }
    await pool.query(issues);
    await pool.query(feedback);
  });
}
