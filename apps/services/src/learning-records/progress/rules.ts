import type { Activity, Statement } from '@lectern/contracts/xapi';
import { contextActivities, objectActivity, possibleCourses } from '../model/statement-courses.ts';

/* Meaning of a statement for exercises. docs/decisions/0032 has the rules in words. */

/** One statement's news of the exercise that it is about. */
export interface Outcome {
  readonly happenedAt: Date;
  readonly storedAt: Date;
  readonly isFinished: boolean;
  /** Absent: the statement says nothing of success, nor has it a score. */
  readonly success?: boolean | undefined;
  /** From 0 to 1. */
  readonly score?: number | undefined;
}

/** Meaning of one statement for one exercise. */
export interface Sign extends Outcome {
  readonly exerciseId: string;
}

/** A statement, and what is known of it beside its words. */
export interface RecordedStatement {
  /** At least with what the rules read: `statement-page.ts` asks the database for no more. */
  readonly statement: Statement;
  /** Its name in `data/put`. */
  readonly dtoId: string | null;
  readonly stored: Date;
  /** The courses that its recorder is bound to; null: to none. */
  readonly saidWithin: readonly string[] | null;
}

/** Where signs are looked for. */
export interface ReadCourse {
  readonly course_id: string;
  readonly exerciseIds: ReadonlySet<string>;
  /** How many characters the longest of them has. */
  readonly exerciseIdLength: number;
  /** Of what statements of recorders without a course may name: which of it are courses. */
  readonly courses: ReadonlySet<string>;
}

const vocabulary = 'http://adlnet.gov/expapi/verbs/';

/** Said of a learner, or of other statements: they show no work. */
const verbsWithoutWork = new Set([
  `${vocabulary}voided`,
  `${vocabulary}registered`,
  `${vocabulary}preferred`,
  'http://id.tincanapi.com/verb/unregistered',
]);
const finishingVerbs = new Set([
  `${vocabulary}completed`,
  `${vocabulary}passed`,
  `${vocabulary}failed`,
  `${vocabulary}mastered`,
]);
const successByVerb: ReadonlyMap<string, boolean> = new Map([
  [`${vocabulary}passed`, true],
  [`${vocabulary}mastered`, true],
  [`${vocabulary}failed`, false],
]);

/**
 * From which score on a try is a success where its statement does not say: four fifths, as in mastery learning
 * (docs/decisions/0032). Compared with percents as they are shown: 2.4 of 3 are 0.7999999999999999.
 */
const masteryInPercent = 80;

/** @returns `undefined` where the statement shows no work */
export function outcomeOf(recorded: RecordedStatement): Outcome | undefined {
  const { verb, result } = recorded.statement;
  if (verbsWithoutWork.has(verb.id)) return undefined;
  const { success, completion, score } = result ?? {};
  const isJudged = typeof success === 'boolean';
  const share = scoreOf(score);
  const isMastered = share === undefined ? undefined : Math.round(share * 100) >= masteryInPercent;
  return {
    happenedAt: momentOf(recorded),
    storedAt: recorded.stored,
    isFinished:
      finishingVerbs.has(verb.id) || completion === true || (isJudged && completion !== false),
    success: isJudged ? success : (successByVerb.get(verb.id) ?? isMastered),
    score: share,
  };
}

/**
 * A statement about an exercise says how it went. One about something within it, such as a question,
 * says that the learner was at it.
 */
export function signsOf(recorded: RecordedStatement, course: ReadCourse): readonly Sign[] {
  const { statement, dtoId } = recorded;
  const outcome = outcomeOf(recorded);
  if (!outcome || isOfAnotherCourse(recorded, course)) return [];

  const object = objectActivity(statement);
  const about =
    dtoId !== null && course.exerciseIds.has(dtoId) ? dtoId : object && exerciseIn(object, course);
  if (about !== undefined) return [{ exerciseId: about, ...outcome }];
  const { happenedAt, storedAt } = outcome;
  const around = new Set(
    contextActivities(statement).flatMap(
      (contextActivity) => exerciseIn(contextActivity, course) ?? [],
    ),
  );
  return [...around].map((exerciseId) => ({
    exerciseId,
    happenedAt,
    storedAt,
    isFinished: false,
  }));
}

/** Exercises of two courses may have the same id. What content tells is of its own courses, whatever it names. */
function isOfAnotherCourse(
  { statement, saidWithin }: RecordedStatement,
  { course_id, courses, exerciseIds }: ReadCourse,
): boolean {
  if (saidWithin && !saidWithin.includes(course_id)) return true;
  const candidates = saidWithin ? new Set(saidWithin) : courses;
  // Otherwise a course with the id of an exercise would take its progress.
  const named = possibleCourses(statement).filter(
    (id) => candidates.has(id) && !exerciseIds.has(id),
  );
  return named.length > 0 && !named.includes(course_id);
}

/** Compared from each slash on that is near enough to the end: an id may have slashes itself, thousands. */
function exerciseIn(
  { id }: Activity,
  { exerciseIds, exerciseIdLength }: ReadCourse,
): string | undefined {
  const first = id.indexOf('/', id.length - exerciseIdLength - 1);
  for (let slash = first; slash >= 0; slash = id.indexOf('/', slash + 1)) {
    const ending = id.slice(slash + 1);
    if (exerciseIds.has(ending)) return ending;
  }
  return undefined;
}

type Score = NonNullable<NonNullable<Statement['result']>['score']>;

/** Below 0 (xAPI 1.0.3, Data 2.4.5.1: scaled is from -1 to 1) is as good as nothing. */
function scoreOf(score: Score | undefined): number | undefined {
  if (typeof score !== 'object' || score === null) return undefined;
  const { scaled, raw, min = 0, max } = score;
  if (typeof scaled === 'number') return clamp(scaled, 0, 1);
  if (typeof raw !== 'number' || typeof max !== 'number' || typeof min !== 'number')
    return undefined;
  // Halves: the difference of two numbers can be too large for one.
  const [above, range] = [raw / 2 - min / 2, max / 2 - min / 2];
  return range > 0 ? clamp(above / range, 0, 1) : undefined;
}

/** A clock may go wrong: nobody was active before there were statements, or after this one came. */
function momentOf({ statement, stored }: RecordedStatement): Date {
  const told = Date.parse(statement.timestamp ?? '');
  if (Number.isNaN(told)) return stored;
  return new Date(clamp(told, 0, Math.max(0, stored.getTime())));
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}
