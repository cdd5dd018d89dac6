import type { Answer, Body, Contract } from '@lectern/contracts';
import { readPageCursor, writePageCursor } from '../../http/page-cursor.ts';
import type { Handlers } from '../../http/routes.ts';
import {
  exercisesOfIssue,
  findPublishedIssue,
  type CourseExercise,
  type PublishedIssue,
} from '../../storage/course-exercises.ts';
import type { Database } from '../../storage/database.ts';
import { groupStandings } from '../../storage/group-standings.ts';
import { recordLooks } from '../../storage/looks.ts';
import { membersReadBy } from '../../storage/readable-members.ts';
import { findTimeZone } from '../time-zone.ts';
import { catchUp } from './catch-up.ts';
import { drawChart } from './chart.ts';
import { progressOf } from './learners.ts';
import type { Learner } from './learned.ts';
import { outlineOf, themenOf } from './outline.ts';

type Calls = Pick<
  Contract['lars'],
  'progressGetOutline' | 'progressGetForSubject' | 'progressGetForGroup'
>;
type Request = Body<Calls['progressGetForSubject']>;
type Shown = Omit<Answer<Calls['progressGetForSubject']>, 'progress' | 'result_state'>;

const defaultPageSize = 100;

/** What a request is about: those of the exercises that fit, and the time zone of its chart. */
interface Asked {
  readonly issue: PublishedIssue;
  /** All of the issue. */
  readonly exercises: readonly CourseExercise[];
  readonly fitting: readonly CourseExercise[];
  readonly byExercise: boolean;
  readonly zone: string;
}

/** The calls under `/v1/progress`. */
export function progressHandlers(database: Database): Handlers<Calls> {
  return {
    async progressGetOutline({ body: { course_id, issue_id }, refusal }) {
      const issue = await findPublishedIssue(database, course_id, issue_id);
      if (!issue) throw refusal('ISSUE_NOT_FOUND');
      return outlineOf(issue, await exercisesOfIssue(database, issue));
    },

    async progressGetForSubject({ body, refusal }) {
      const asked = await readRequest(database, body);
      if (typeof asked === 'string') throw refusal(asked);
      const { subject } = body;
      const behindCount = await readOn(database, [subject], asked);
      const { issue, fitting, byExercise } = asked;
      const learners = [{ subject }];
      const counted = { learners, issue, exercises: fitting };
      const progress = await progressOf(database, counted, byExercise);
      return {
        ...(await show(database, learners, asked, body.chart)),
        ...behind(behindCount),
        progress: progress.get(subject)!,
      };
    },

    async progressGetForGroup({ body, refusal }) {
      const { subject, group_id, limit = defaultPageSize } = body;
      const standing = (await groupStandings(database, subject, [group_id])).get(group_id);
      if (!standing) throw refusal('GROUP_NOT_FOUND');
      if (standing !== 'leader') throw refusal('GROUP_NOT_LED');
      const after = body.cursor === undefined ? [] : readPageCursor(body.cursor, 1);
      if (!after) throw refusal('CURSOR_INVALID');
      const asked = await readRequest(database, body);
      if (typeof asked === 'string') throw refusal(asked);

      const { issue, fitting, byExercise } = asked;
      const { course_id } = issue;
      const members = await membersReadBy(database, subject, { group_id, course_id });
      const pupils = members.filter(({ courses }) => courses.has(course_id));
      const subjects = pupils.map((pupil) => pupil.subject);
      const behindCount = await readOn(database, subjects, asked);
      const begin = pupils.findIndex((pupil) => isBehind(pupil.subject, after[0]));
      const page = begin < 0 ? [] : pupils.slice(begin, begin + limit);
      await recordLooks(database, subject, subjects);
      const counted = { learners: page, issue, exercises: fitting };
      const progress = await progressOf(database, counted, byExercise);
      return {
        ...(await show(database, pupils, asked, body.chart)),
        ...behind(behindCount),
        members_count: pupils.length,
        members: page.map(({ subject, display_name }) => ({
          subject,
          ...(display_name !== null && { display_name }),
          progress: progress.get(subject)!,
        })),
        ...(begin >= 0 &&
          begin + limit < pupils.length && {
            next_cursor: writePageCursor([page.at(-1)!.subject]),
          }),
      };
    },
  };
}

/** Whether it comes after another, by the bytes: so the database sorts them. */
function isBehind(subject: string, other: string | undefined): boolean {
  return other === undefined || Buffer.compare(Buffer.from(subject), Buffer.from(other)) > 0;
}

async function readRequest(
  database: Database,
  { course_id, issue_id, filter_type, filter_id, difficulty, chart }: Omit<Request, 'subject'>,
): Promise<Asked | 'ISSUE_NOT_FOUND' | 'FILTER_NOT_FOUND' | 'TIME_ZONE_UNKNOWN'> {
  const zone = await findTimeZone(database, chart?.time_zone);
  if (zone === undefined) return 'TIME_ZONE_UNKNOWN';
  const issue = await findPublishedIssue(database, course_id, issue_id);
  if (!issue) return 'ISSUE_NOT_FOUND';
  const exercises = await exercisesOfIssue(database, issue);
  const filtered = exercises.filter((exercise) => fits(exercise, filter_type, filter_id));
  if (filter_type !== 'NONE' && filtered.length === 0) return 'FILTER_NOT_FOUND';
  return {
    issue,
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
 * What is new of subjects is read for all exercises, whichever of them are asked about.
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

function behind(behind_count: number): Pick<Shown, 'behind_count'> {
  return behind_count > 0 ? { behind_count } : {};
}

/** What an answer says beside how far each learner is. */
async function show(
  database: Database,
  learners: readonly Learner[],
  { issue, fitting, byExercise, zone }: Asked,
  chart: Request['chart'],
): Promise<Shown> {
  const counted = { learners, issue, exercises: fitting };
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
          title,
          ...(difficulty && { difficulty }),
        }),
      ),
    }),
    ...(chart && { chart: await drawChart(database, counted, chart, zone) }),
  };
}
