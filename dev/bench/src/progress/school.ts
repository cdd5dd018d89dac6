import type { Pool } from 'pg';
import { createDatabase, fillDatabase } from '../database.ts';

/*
 * A class whose pupils have three hundred statements each about a course of fifty exercises, among the
 * statements of others, who have as many each.
 */

export const courseId = 'kurs';
export const groupId = 'klasse';
export const teacher = 'lehrerin';
export const pupils = 30;
export const statementsOfPupil = 300;
const exercises = 50;
const themen = 5;

/** Makes the exercises of a course's issue, which the statements are about. */
export function exercisesOf(course: string, issue: string): readonly string[] {
  return [
    `insert into clag.topics (course_id, issue_id, version, topic_id, place, title, thema_id,
       sub_thema_number)
     select '${course}', '${issue}', 1, 'thema-' || i, i, 'Thema ' || i, 'thema-' || i, 1
     from generate_series(0, ${themen} - 1) i`,
    `insert into clag.exercises (course_id, issue_id, version, exercise_id, place, topic_id,
       exercise_group_id, title, exercise_type)
     select '${course}', '${issue}', 1, 'exercise-' || i, i, 'thema-' || i % ${themen}, 'group-' || i,
       'Aufgabe ' || i, 'EXERCISE_TYPE_ESSAY'
     from generate_series(0, ${exercises} - 1) i`,
  ];
}

const school = [
  `insert into clag.courses (course_id, mandant_identifier) values ('${courseId}', 'LECTERN')`,
  `insert into clag.issues (course_id, issue_id, current_version, newest_version, published_at)
   values ('${courseId}', 'ausgabe', 1, 1, now())`,
  `insert into clag.issue_versions (course_id, issue_id, version, mandant_identifier, digest,
     course_title, title, distribution_channel, product_references, files_count, files_digest, switched_at)
   values ('${courseId}', 'ausgabe', 1, 'LECTERN', '', 'Kurs', 'Kurs', 'WEBPUB', '{}', 0, '', now())`,
  ...exercisesOf(courseId, 'ausgabe'),
  `insert into gres.groups (group_id, provider_id, name) values ('${groupId}', 'BEOOK_1', 'Klasse')`,
  `insert into gres.members (group_id, subject, group_role, began_at)
   select '${groupId}', 'pupil-' || i, 'member', timestamptz '2026-01-01' from generate_series(0, ${pupils} - 1) i
   union all select '${groupId}', '${teacher}', 'leader', '2026-01-01'`,
  `insert into gres.subject_groups (subject, group_id, group_role, membership_state, membership_types)
   select subject, group_id, group_role, membership_state, membership_types from gres.members`,
];

/** Statements number `from` to `to`: of one pupil after the other, as a school records them. */
const statements = `
  with made as (
    select i as sequence, 'pupil-' || i % greatest($3::bigint, 1) as subject,
      timestamptz '2026-01-01' + i * interval '1 second' as stored, gen_random_uuid() as id,
      'exercise-' || (i / greatest($3::bigint, 1)) % ${exercises} as exercise
    from generate_series($1::bigint, $2::bigint) i
  ), named as (
    insert into lars.statement_ids (statement_id, subject, stored, sequence)
    select id, subject, stored, sequence from made
  )
  insert into lars.statements (subject, stored, sequence, statement_id, verb, activity, terms, dto_id,
    statement)
  select subject, stored, sequence, id, 1, 1, array[1::bigint], exercise, json_build_object(
    'id', id, 'verb', json_build_object('id', 'http://adlnet.gov/expapi/verbs/answered'),
    'object', json_build_object('id', 'https://verlag.example/kurs/' || exercise),
    'result', json_build_object(
      'success', sequence % 3 > 0, 'score', json_build_object('scaled', (sequence % 5) / 4.0)
    ),
    'timestamp', to_char(stored at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
  ) from made
`;

const statementsAtOnce = 100_000;

/** A new database with so many statements. @returns its address */
export async function databaseWithStatements(serverUrl: string, count: number): Promise<string> {
  const { url } = await createDatabase(serverUrl);
  return fillDatabase(url, async (pool) => {
    for (const statement of school) await pool.query(statement);
    await insertStatements(pool, count, Math.ceil(count / statementsOfPupil));
  });
}

/** So many statements of the pupils from number 0. */
export async function insertStatements(pool: Pool, count: number, people: number): Promise<void> {
  for (let from = 1; from <= count; from += statementsAtOnce) {
    const to = Math.min(count, from + statementsAtOnce - 1);
    await pool.query(statements, [from, to, people]);
  }
  await pool.query(`select setval('lars.statement_sequence', $1)`, [count + 1]);
}

/** One more statement of each pupil, as it is stored. */
export async function recordOneMore(pool: Pool): Promise<void> {
  await pool.query(
    `select count(*) from generate_series(0, ${pupils} - 1) i, lateral lars.store_statements(
       '{0}', array[gen_random_uuid()], array['pupil-' || i], array[null::timestamptz], '{1}', '{1}',
       array[null::uuid], array[null::bigint], array[null::text], array[null::text],
       array[null::text], array[null::text],
       array[null::uuid], array[null::uuid], array[null::text], array['exercise-1'], $1
     )`,
    [
      JSON.stringify({
        verb: { id: 'http://adlnet.gov/expapi/verbs/answered' },
        object: { id: 'https://verlag.example/kurs/exercise-1' },
        result: { success: true },
        timestamp: '2026-06-01T08:00:00Z',
      }),
    ],
  );
}
