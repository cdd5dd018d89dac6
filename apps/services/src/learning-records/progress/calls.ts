import type { Answer, Body } from '@lectern/contracts';
import type { progressCalls } from '@lectern/contracts/calls/learning-records/progress';
import {
  answerSharers,
  comesAfter,
  type CourseDoor,
  isWithoutCourse,
  membersReadBy,
  type ReadableMember,
  type Visitor,
} from '../../course-access/public.ts';
import { readPageCursor, writePageCursor } from '../../http/page-cursor.ts';
import type { Handlers } from '../../http/routes.ts';
import {
  classFeedbackTimes,
  type CourseExercise,
  createExercisesOfIssue,
  ownFeedbackTimes,
  type PublishedIssue,
} from '../../annotations/public.ts';
import type { Connections } from '../../storage/connections.ts';
import { shortReadsOn, type Database } from '../../storage/database.ts';
import { recordLooks, requireLeading } from '../../groups/public.ts';
import { findTimeZone } from '../time-zone.ts';
import { catchUp } from './catch-up.ts';
import { drawChart } from './chart.ts';
import { classVersion } from './class-version.ts';
import { progressOf } from './learners.ts';
import type { Counted, Learner } from './learned.ts';
import { outlineOf, themenOf } from './outline.ts';

type Calls = typeof progressCalls;
type Request = Body<Calls['progressGetForSubject']>;
type Shown = Omit<Answer<Calls['progressGetForSubject']>, 'progress' | 'result_state'>;

const defaultPageSize = 100;

interface FoundIssue {
  readonly issue: PublishedIssue;
  /** True where the caller sees the titles of the issue. */
  readonly titles: boolean;
}

/** A request: the fitting exercises, and the time zone of its chart. */
interface Asked extends FoundIssue {
  /** All of the issue. */
  readonly exercises: readonly CourseExercise[];
  readonly fitting: readonly CourseExercise[];
  readonly byExercise: boolean;
  readonly zone: string;
}

export function progressHandlers(
  database: Database,
  pool: Connections,
  door: CourseDoor,
): Handlers<Calls> {
  const reads = shortReadsOn(pool);
  const exercisesOf = createExercisesOfIssue(reads);
  /** The issue that a request names, or else the one published last of those that the caller sees. */
  const findIssue = async (
    caller: Visitor,
    { course_id, issue_id }: Pick<Request, 'course_id' | 'issue_id'>,
  ): Promise<FoundIssue | undefined> => {
    const issues = [...(await door(caller, course_id, issue_id)).values()];
    return issues.find(({ titles }) => titles) ?? issues[0];
  };
  /** Members of a group that are read in a course; the others only where the caller sees titles of the course. */
  const pupilsOf = async (caller: Visitor, place: { group_id: string; course_id: string }) => {
    const { course_id } = place;
    const members = await membersReadBy(database, caller.subject, place);
    const pupils = members.filter(({ courses }) => courses.has(course_id));
    const isTaught = pupils.some(({ workedWith }) => workedWith.has(course_id));
    const teaches = async () => isTaught;
    const others = members.filter((member) => isWithoutCourse(member, course_id));
    // Of the course: the version of a class is the same for all issues.
    const isTold =
      others.length > 0 && (await findIssue({ ...caller, teaches }, { course_id }))?.titles;
    return { pupils, teaches, others: isTold ? others : [] };
  };

  return {
    async progressGetOutline({ body, caller, refusal }) {
      const found = await findIssue(caller, body);
      if (!found?.titles) throw refusal('ISSUE_NOT_FOUND');
      return outlineOf(found.issue, await exercisesOf(found.issue));
    },

    async progressGetForSubject({ body, caller, refusal }) {
      const read = await readRequest(database, exercisesOf, body, await findIssue(caller, body));
      if (typeof read === 'string') throw refusal(read);
      const { subject } = body;
      const [behindCount, feedback] = await Promise.all([
        readOn(database, [subject], read),
        ownFeedbackTimes(reads, { subject, ...read.issue }),
      ]);
      const learners = [{ subject }];
      const asked = await toldOf(reads, learners, read);
      if (!asked) throw refusal('ISSUE_NOT_FOUND');
      const { issue, fitting, byExercise } = asked;
      const counted = { learners, issue, exercises: fitting, feedback };
      const progress = await progressOf(reads, counted, byExercise);
      return {
        ...(await show(database, counted, asked, body.chart)),
        ...behind(behindCount),
        progress: progress.get(subject)!,
      };
    },

    async progressGetForGroup({ body, caller, refusal }) {
      const { subject, group_id, course_id, limit = defaultPageSize } = body;
      // At once, because on a busy machine each step to the database waits (docs/decisions/0063).
      const members = pupilsOf(caller, { group_id, course_id });
      const teaches = async () => (await members).teaches();
      const [, { pupils, others }, found] = await Promise.all([
        requireLeading(database, subject, group_id, refusal),
        members,
        findIssue({ ...caller, teaches }, body),
      ]);
      const after = body.cursor === undefined ? [] : readPageCursor(body.cursor, 1);
      if (!after) throw refusal('CURSOR_INVALID');

      const subjects = pupils.map((pupil) => pupil.subject);
      const [read, version] = await Promise.all([
        readRequest(database, exercisesOf, body, found),
        // Before anything is read: what comes meanwhile gives another version.
        classVersion(database, { subjects, others }, course_id),
      ]);
      if (typeof read === 'string') throw refusal(read);
      const behindCount = await readOn(database, subjects, read);
      const asked = await toldOf(database, pupils, read);
      if (!asked) throw refusal('ISSUE_NOT_FOUND');
      const { issue, fitting, byExercise } = asked;
      const begin = pupils.findIndex((pupil) => comesAfter(pupil.subject, after[0]));
      const page = begin < 0 ? [] : pupils.slice(begin, begin + limit);
      const exerciseIds = fitting.map(({ exercise_id }) => exercise_id);
      const place = { ...issue, group_id, exerciseIds };
      const feedback = await classFeedbackTimes(database, place, answerSharers(pupils, place));
      const counted = { learners: pupils, issue, exercises: fitting, feedback };
      const [progress] = await Promise.all([
        progressOf(database, { ...counted, learners: page }, byExercise),
        recordLooks(database, subject, subjects),
      ]);
      return {
        ...(await show(database, counted, asked, body.chart)),
        ...behind(behindCount),
        members_count: pupils.length,
        members: page.map((member) => ({
          ...named(member),
          progress: progress.get(member.subject)!,
        })),
        ...(body.cursor === undefined &&
          others.length > 0 && { without_course: others.map(named) }),
        version,
        ...(begin >= 0 &&
          begin + limit < pupils.length && {
            next_cursor: writePageCursor([page.at(-1)!.subject]),
          }),
      };
    },

    async progressGetVersionForGroup({ body, caller, refusal }) {
      const { subject, group_id, course_id } = body;
      const [, { pupils, others }] = await Promise.all([
        requireLeading(database, subject, group_id, refusal),
        pupilsOf(caller, { group_id, course_id }),
      ]);
      const subjects = pupils.map((pupil) => pupil.subject);
      const [version] = await Promise.all([
        classVersion(database, { subjects, others }, course_id),
        recordLooks(database, subject, subjects),
      ]);
      return { version };
    },
  };
}

function named({ subject, display_name }: ReadableMember) {
  return { subject, ...(display_name !== null && { display_name }) };
}

async function readRequest(
  database: Database,
  exercisesOf: ReturnType<typeof createExercisesOfIssue>,
  { filter_type, filter_id, difficulty, chart }: Omit<Request, 'subject'>,
  found: FoundIssue | undefined,
): Promise<Asked | 'ISSUE_NOT_FOUND' | 'FILTER_NOT_FOUND' | 'TIME_ZONE_UNKNOWN'> {
  const zone = await findTimeZone(database, chart?.time_zone);
  if (zone === undefined) return 'TIME_ZONE_UNKNOWN';
  if (!found) return 'ISSUE_NOT_FOUND';
  const exercises = await exercisesOf(found.issue);
  const filtered = exercises.filter((exercise) => fits(exercise, filter_type, filter_id));
  if (found.titles && filter_type !== 'NONE' && filtered.length === 0) return 'FILTER_NOT_FOUND';
  return {
    ...found,
    exercises,
    fitting: filtered.filter((one) => !difficulty || one.difficulty === difficulty),
    byExercise: filter_type !== 'NONE',
    zone,
  };
}

function fits(
  { thema_id, topic_id, exercise_group_id }: CourseExercise,
  type: Request['filter_type'],
  id: string | undefined,
): boolean {
  switch (type) {
    case 'THEMA':
      return thema_id === id;
    case 'SUB_THEMA':
      return topic_id === id;
    case 'EXERCISE_GROUP':
      return exercise_group_id === id;
    case 'NONE':
      return true;
  }
}

/**
 * Reads new statements of subjects for all exercises, not only the requested ones.
 *
 * @returns of how many there is more to be read
 */
function readOn(
  database: Database,
  subjects: readonly string[],
  { issue, exercises }: Asked,
): Promise<number> {
  const exerciseIds = new Set(exercises.map(({ exercise_id }) => exercise_id));
  return catchUp(database, subjects, { ...issue, exerciseIds });
}

/**
 * The visible part of an issue. Without its titles that is what the learners have begun: it is theirs, and how the
 * issue is made beyond it cannot be seen.
 *
 * @returns `undefined` where they have begun nothing: not even that there is such an issue is told
 */
async function toldOf(
  database: Database,
  learners: readonly Learner[],
  asked: Asked,
): Promise<Asked | undefined> {
  const { issue, titles, fitting } = asked;
  if (titles) return asked;
  const counted = { learners, issue, exercises: fitting, feedback: [] };
  const progress = await progressOf(database, counted, true);
  const begun = new Set(
    [...progress.values()].flatMap(({ exercises = [] }) =>
      exercises.map(({ exercise_id }) => exercise_id),
    ),
  );
  if (begun.size === 0) return undefined;
  return { ...asked, fitting: fitting.filter(({ exercise_id }) => begun.has(exercise_id)) };
}

function behind(behind_count: number): Pick<Shown, 'behind_count'> {
  return behind_count > 0 ? { behind_count } : {};
}

/** Members of an answer beside the learners' progress. */
async function show(
  database: Database,
  counted: Counted,
  { issue, titles, fitting, byExercise, zone }: Asked,
  chart: Request['chart'],
): Promise<Shown> {
  return {
    issue_id: issue.issue_id,
    themen: themenOf(fitting),
    ...(byExercise && {
      exercises: fitting.map(
        ({ exercise_id, exercise_group_id, topic_id, thema_id, title, difficulty }) => ({
          exercise_id,
          exercise_group_id,
          topic_id,
          thema_id,
          ...(titles && { title }),
          ...(difficulty && { difficulty }),
        }),
      ),
    }),
    ...(chart && { chart: await drawChart(database, counted, chart, zone) }),
  };
}
