import type { Answer, Body } from '@lectern/contracts';
import type { exerciseTocCalls } from '@lectern/contracts/calls/annotations/exercise-toc';
import { sharingType } from '@lectern/contracts/calls/groups/membership';
import { sql } from 'kysely';
import { type CourseDoor, ledMembers, sharedTypes, sightOfIssue } from '../course-access/public.ts';
import type { Handlers } from '../http/routes.ts';
import type { Database } from '../storage/database.ts';
import type { Caller } from '../authorization/authorize.ts';
import { leadsProvidedGroup, recordLooks } from '../groups/public.ts';
import { answerCounts, groupProgress, noProgress, type Sharer } from './exercise-progress.ts';
import type { Issue } from './items/item.ts';
import { issueOf } from './items/wire.ts';
import type { VersionRow } from './publishing/issue.ts';
import { beginningOf, cursorAt } from './publishing/reading.ts';

type Calls = typeof exerciseTocCalls;
type Call = Calls['exerciseTocGetAttributesForIssueAndGroup'];
type Entry = Answer<Call>['exercises'][number];
type Filter = Pick<Body<Call>, 'exercise_group_id' | 'difficulty' | 'exercise_types'>;

const defaultLimit = 200;

interface ExerciseRow extends Pick<
  Entry,
  'exercise_id' | 'exercise_group_id' | 'topic_id' | 'title' | 'exercise_type'
> {
  readonly place: number;
  readonly basic_answer_type: NonNullable<Entry['basic_answer_type']> | null;
  readonly difficulty: NonNullable<Entry['difficulty']> | null;
}

export function exerciseTocHandlers(database: Database, door: CourseDoor): Handlers<Calls> {
  return {
    async exerciseTocGetAttributesForIssueAndGroup({ body, caller, refusal }) {
      const { subject, cursor, limit = defaultLimit, group_dto } = body;
      const { exercise_group_id, difficulty, exercise_types } = body;
      const issue = issueOf(subject, body);
      const question = { ...issue, exercise_group_id, group_dto, difficulty, exercise_types };
      const { titles } = await sightOfIssue(door, caller, issue);
      if (!titles) throw refusal('ISSUE_NOT_FOUND');
      const beginning = await beginningOf(database, issue, question, cursor);
      if (typeof beginning === 'string') throw refusal(beginning);
      const { version, place } = beginning;
      if (exercise_group_id && !(await hasExerciseGroup(database, version, exercise_group_id))) {
        throw refusal('EXERCISE_GROUP_NOT_FOUND');
      }
      const sharings = group_dto && (await sharingsFor(database, caller, group_dto, issue));
      if (group_dto && !sharings) throw refusal('GROUP_NOT_FOUND');

      const rows = await readExercises(database, version, body, place, limit + 1);
      const page = rows.slice(0, limit);
      const ids = page.map(({ exercise_id }) => exercise_id);
      const sharers = sharersOf(sharings ?? [], 'Answers');
      const [own, ofGroup] = await Promise.all([
        answerCounts(database, issue, ids),
        sharings && groupProgress(database, issue, sharers, ids),
        recordLooks(
          database,
          subject,
          (sharings ?? []).map((sharer) => sharer.subject),
        ),
      ]);
      const next = rows[limit];
      return {
        exercises: page.map(
          ({ place: _, basic_answer_type, difficulty: hardness, ...exercise }) => {
            const progress = ofGroup?.get(exercise.exercise_id) ?? noProgress;
            return {
              ...exercise,
              ...(basic_answer_type && { basic_answer_type }),
              ...(hardness && { difficulty: hardness }),
              ...(own.get(exercise.exercise_id) ?? {
                answers_count: 0,
                done_answers_count: 0,
                conflict_copies_count: 0,
              }),
              ...(sharings && {
                group_progress: { sharing_members_count: sharers.length, ...progress },
              }),
            };
          },
        ),
        ...(sharings && { members_sharing: countsOf(sharings) }),
        ...(next && { next_cursor: cursorAt(question, version, next.place) }),
      };
    },
  };
}

/** A member of a group, with what it shares of one issue. */
interface IssueSharing extends Sharer {
  readonly sharing_types: readonly string[];
}

/**
 * The members of a group with what they share of an issue with the caller.
 *
 * @returns `undefined` where the caller does not lead such a group.
 */
async function sharingsFor(
  database: Database,
  { subject, permissions }: Caller,
  group: NonNullable<Body<Call>['group_dto']>,
  { course_id, issue_id }: Pick<Issue, 'course_id' | 'issue_id'>,
): Promise<readonly IssueSharing[] | undefined> {
  if (!permissions.has('group.lead')) return undefined;
  if (!(await leadsProvidedGroup(database, subject, group))) return undefined;
  const members = await ledMembers(database, subject, { group_id: group.group_id });
  return members
    .map((member) => ({
      subject: member.subject,
      since: member.since,
      sharing_types: sharedTypes(member, { course_id, issue_id }),
    }))
    .filter(({ sharing_types }) => sharing_types.length > 0);
}

function sharersOf(sharings: readonly IssueSharing[], type: string): readonly Sharer[] {
  return sharings.filter(({ sharing_types }) => sharing_types.includes(type));
}

/** Numbers of members by type of sharing; types without members are left out. */
function countsOf(sharings: readonly IssueSharing[]) {
  return sharingType.options
    .map((type) => ({ sharing_type: type, members_count: sharersOf(sharings, type).length }))
    .filter(({ members_count }) => members_count > 0);
}

async function hasExerciseGroup(
  database: Database,
  { course_id, issue_id, version }: VersionRow,
  exercise_group_id: string,
): Promise<boolean> {
  const found = await database
    .selectFrom('clag.exercises')
    .select('exercise_id')
    .where('course_id', '=', course_id)
    .where('issue_id', '=', issue_id)
    .where('version', '=', version)
    .where('exercise_group_id', '=', exercise_group_id)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

async function readExercises(
  database: Database,
  { course_id, issue_id, version }: VersionRow,
  { exercise_group_id, difficulty, exercise_types }: Filter,
  place: number,
  limit: number,
): Promise<readonly ExerciseRow[]> {
  const conditions = [
    sql`course_id = ${course_id} and issue_id = ${issue_id} and version = ${version}`,
    sql`place >= ${place}`,
    ...(exercise_group_id ? [sql`exercise_group_id = ${exercise_group_id}`] : []),
    ...(difficulty ? [sql`difficulty = ${difficulty}`] : []),
    ...(exercise_types ? [sql`exercise_type = any(${exercise_types}::text[])`] : []),
  ];
  const { rows } = await sql<ExerciseRow>`
    select place, exercise_id, exercise_group_id, topic_id, title, exercise_type,
      basic_answer_type, difficulty
    from clag.exercises
    where ${sql.join(conditions, sql` and `)}
    order by place
    limit ${limit}
  `.execute(database);
  return rows;
}
