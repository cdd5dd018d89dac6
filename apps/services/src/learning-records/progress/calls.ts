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
  classFeedbackLater,
  type CourseExercise,
  createExercisesOfIssue,
  type FeedbackTimes,
  ownFeedbackLater,
  type PublishedIssue,
} from '../../annotations/public.ts';
import type { Connections } from '../../storage/connections.ts';
import { shortReadsOn, type Database } from '../../storage/database.ts';
import { recordLooks, requireLeading } from '../../groups/public.ts';
import { findTimeZone } from '../time-zone.ts';
import { catchUp } from './catch-up.ts';
import { drawChart } from './chart.ts';
import { classVersion, classVersionLater } from './class-version.ts';
import { progressLater, progressOf, type Progress } from './learners.ts';
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
      const learners = [{ subject }];
      const result = await readOn(database, read, { learners, page: learners }, (transaction) =>
        ownFeedbackLater(transaction, { subject, ...read.issue }),
      );
      if (!result) throw refusal('ISSUE_NOT_FOUND');
      return {
        ...(await show(database, result, body.chart)),
        progress: result.progress.get(subject)!,
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

      const read = await readRequest(database, exercisesOf, body, found);
      if (typeof read === 'string') throw refusal(read);
      const begin = pupils.findIndex((pupil) => comesAfter(pupil.subject, after[0]));
      const page = begin < 0 ? [] : pupils.slice(begin, begin + limit);
      const exerciseIds = read.fitting.map(({ exercise_id }) => exercise_id);
      const place = { ...read.issue, group_id, exerciseIds };
      const subjects = pupils.map((pupil) => pupil.subject);
      let version = async () => '';
      const look = () => recordLooks(database, subject, subjects);
      const [result] = await Promise.all([
        readOn(database, read, { learners: pupils, page }, async (transaction) => {
          version = await classVersionLater(transaction, { subjects, others }, course_id);
          return classFeedbackLater(transaction, place, answerSharers(pupils, place));
        }),
        read.titles ? look() : undefined,
      ]);
      if (!result) throw refusal('ISSUE_NOT_FOUND');
      // Without titles the pupils may have begun nothing, and nothing of them is told.
      if (!read.titles) await look();
      return {
        ...(await show(database, result, body.chart)),
        members_count: pupils.length,
        members: page.map((member) => ({
          ...named(member),
          progress: result.progress.get(member.subject)!,
        })),
        ...(body.cursor === undefined &&
          others.length > 0 && { without_course: others.map(named) }),
        version: await version(),
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

/** Learners that a request counts, and the progress of those on its page. */
interface Result {
  readonly asked: Asked;
  readonly counted: Counted;
  readonly progress: ReadonlyMap<string, Progress>;
  /** Learners with statements that are not read yet. */
  readonly behindCount: number;
}

/**
 * Reads new statements of learners for all exercises, not only the requested ones, and the progress of those on a page.
 * A caller who sees the titles costs two messages to the database (docs/decisions/0063).
 *
 * @param before Sends statements ahead of the reading, so that the version of a class is never newer than its progress.
 * @returns `undefined` as {@link toldOf} does
 */
async function readOn(
  database: Database,
  asked: Asked,
  { learners, page }: { readonly learners: readonly Learner[]; readonly page: readonly Learner[] },
  before: (transaction: Database) => Promise<() => Promise<readonly FeedbackTimes[]>>,
): Promise<Result | undefined> {
  const { issue, titles, exercises, fitting, byExercise } = asked;
  const exerciseIds = new Set(exercises.map(({ exercise_id }) => exercise_id));
  const subjects = learners.map(({ subject }) => subject);
  let feedback: readonly FeedbackTimes[] = [];
  let feedbackLater = async () => feedback;
  let progress: (() => Promise<Result['progress']>) | undefined;
  const behindCount = await catchUp(database, subjects, { ...issue, exerciseIds }, undefined, {
    async before(transaction) {
      feedbackLater = await before(transaction);
    },
    async after(transaction) {
      feedback = await feedbackLater();
      const counted = { learners: page, issue, exercises: fitting, feedback };
      if (titles) progress = await progressLater(transaction, counted, byExercise);
    },
  });
  const told = await toldOf(database, learners, asked);
  if (!told) return undefined;
  const counted = { learners, issue, exercises: told.fitting, feedback };
  progress ??= () => progressOf(database, { ...counted, learners: page }, byExercise);
  return { asked: told, counted, progress: await progress(), behindCount };
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

/** Members of an answer beside the learners' progress. */
async function show(
  database: Database,
  { asked: { issue, titles, fitting, byExercise, zone }, counted, behindCount }: Result,
  chart: Request['chart'],
): Promise<Shown> {
  return {
    ...(behindCount > 0 && { behind_count: behindCount }),
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
