import { fillDatabase } from '../database.ts';
import { exercisesOf, insertStatements } from '../progress/school.ts';
import { courseId, databaseWithNotes, issueId, notesOfPupil, pupil } from '../search/texts.ts';

/*
 * Classes at work: each pupil has written a hundred notes and recorded a hundred statements, has a licence and is
 * signed in on a device. Each class has a teacher.
 */

export const classSize = 25;
const statementsOfPupil = 100;

/** Subject of the teacher of a class, by its number. */
export const teacherOf = (number: number) => `teacher-${number}`;
export const groupOf = (number: number) => `class-${number}`;
export const usageOf = (number: number) =>
  `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
export const licenseOf = (number: number) => `L-${pupil(number)}`;

/**
 * A new database of a school with so many pupils.
 *
 * @param pupils a multiple of a hundred
 * @returns its address
 */
export async function databaseWithSchool(serverUrl: string, pupils: number): Promise<string> {
  const url = await databaseWithNotes(serverUrl, pupils * notesOfPupil);
  return fillDatabase(url, async (pool) => {
    for (const statement of exercisesOf(courseId, issueId)) await pool.query(statement);
    for (const statement of classes) await pool.query(statement, [pupils]);
    await insertStatements(pool, pupils * statementsOfPupil, pupils);
  });
}

/** Each with the number of pupils. */
const classes = [
  `insert into aua.user_roles (subject, role)
   select 'teacher-' || i, 'teacher' from generate_series(0, ($1::integer - 1) / ${classSize}) i`,
  `insert into lima.license_usages (license_code, license_usage_id, subject, device_identifier,
     mandant_identifier, product_reference, obtained_at, expires_at, due_at)
   select 'L-pupil-' || i, ('00000000-0000-4000-8000-' || lpad(i::text, 12, '0'))::uuid, 'pupil-' || i,
     'device', 'LECTERN', 'kurs', now(), now() + interval '1 day', now() + interval '1 day'
   from generate_series(0, $1::integer - 1) i`,
  `insert into lima.seats (license_code, taken)
   select 'L-pupil-' || i, 1 from generate_series(0, $1::integer - 1) i`,
  `insert into gres.groups (group_id, provider_id, name)
   select 'class-' || i, 'BEOOK_1', 'Klasse'
   from generate_series(0, ($1::integer - 1) / ${classSize}) i`,
  `insert into gres.members (group_id, subject, group_role, began_at)
   select 'class-' || i / ${classSize}, 'pupil-' || i, 'member', timestamptz '2026-01-01'
   from generate_series(0, $1::integer - 1) i
   union all select 'class-' || i, 'teacher-' || i, 'leader', timestamptz '2026-01-01'
   from generate_series(0, ($1::integer - 1) / ${classSize}) i`,
  `insert into lima.licenses (subject, license_code, license_strategy, mandant_identifier, product_reference)
   select 'teacher-' || i, 'L-teacher-' || i, 'LICENSE_STRATEGY_USER', 'LECTERN', 'kurs'
   from generate_series(0, ($1::integer - 1) / ${classSize}) i`,
  `insert into gres.subject_groups (subject, group_id, group_role, membership_state, membership_types)
   select subject, group_id, group_role, membership_state, membership_types from gres.members
   where $1 > 0 order by subject`,
];
