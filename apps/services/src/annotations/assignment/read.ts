import type { Answer, Contract } from '@lectern/contracts';
import { sql, type RawBuilder } from 'kysely';
import { memberGroups } from '../../groups/public.ts';
import type { Database } from '../../storage/database.ts';
import type { Issue } from '../items/item.ts';

type Calls = Contract['clag'];
type Stored = Answer<Calls['assignmentGetForGroup']>['assignments'][number];
export type AssignmentContent = Pick<
  Stored,
  'title' | 'targets' | 'begins_at' | 'due_at' | 'solutions_at' | 'solutions_open'
>;

/** A row of `clag.assignments` that is not removed. */
export interface AssignmentRow {
  readonly assignment_id: string;
  readonly group_id: string;
  readonly written_by: string | null;
  readonly content: AssignmentContent;
  /** null: all pupils of the group. */
  readonly member_subjects: readonly string[] | null;
  readonly given_at: Date;
  readonly version: number;
  readonly updated_at: Date;
}

/** The page after a place: the time of giving, and the id. */
export interface PageOfAssignments {
  readonly after: readonly string[];
  readonly limit: number;
}

const isAfter = ([given_at, assignment_id]: readonly string[]) =>
  given_at === undefined
    ? sql`true`
    : sql`(assignment.given_at, assignment.assignment_id) < (${given_at}::timestamptz, ${assignment_id}::uuid)`;

const inOrder = ({ limit }: PageOfAssignments) =>
  sql`order by assignment.given_at desc, assignment.assignment_id desc limit ${limit + 1}`;

const members = sql`
  select member.subject from clag.assignment_members member
  where member.group_id = assignment.group_id and member.assignment_id = assignment.assignment_id`;

/** The assignments of a group, the newest first, and one more than a page has. */
export async function assignmentsOfGroup(
  database: Database,
  { group_id, course_id, issue_id }: Pick<Issue, 'course_id' | 'issue_id'> & { group_id: string },
  page: PageOfAssignments,
): Promise<readonly AssignmentRow[]> {
  const { rows } = await sql<AssignmentRow>`
    select assignment.*, case when not is_for_all then array(
      ${members} order by member.subject collate "C"
    ) end as member_subjects
    from clag.assignments assignment
    where group_id = ${group_id} and course_id = ${course_id} and issue_id = ${issue_id}
      and content is not null and ${isAfter(page.after)}
    ${inOrder(page)}
  `.execute(database);
  return rows;
}

export interface OwnAssignment extends Omit<AssignmentRow, 'member_subjects'> {
  readonly group_name: string;
}

/** The assignments of a pupil that have begun, as {@link assignmentsOfGroup} gives them. */
export async function assignmentsOfPupil(
  database: Database,
  { subject, course_id, issue_id }: Issue,
  page: PageOfAssignments,
): Promise<readonly OwnAssignment[]> {
  const isNamed: RawBuilder<unknown> = sql`${subject} in (${members})`;
  const { rows } = await sql<OwnAssignment>`
    select assignment.*, own.name as group_name
    from ${memberGroups(subject)} own join clag.assignments assignment using (group_id)
    where course_id = ${course_id} and issue_id = ${issue_id} and content is not null
      and begins_at <= now() and (is_for_all or ${isNamed}) and ${isAfter(page.after)}
    ${inOrder(page)}
  `.execute(database);
  return rows;
}

/** By the clock of the database. */
export async function readClock(database: Database): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select now()`.execute(database);
  return rows[0]!.now;
}

/** Identifiers of the assignments of a group, in all courses. */
export async function assignmentIdsOf(
  database: Database,
  groupId: string,
): Promise<ReadonlySet<string>> {
  const rows = await database
    .selectFrom('clag.assignments')
    .select('assignment_id')
    .where('group_id', '=', groupId)
    .execute();
  return new Set(rows.map(({ assignment_id }) => assignment_id));
}
