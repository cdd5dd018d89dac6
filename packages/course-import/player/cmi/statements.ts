import type { LearningStatement } from '@lectern/sdk';
import type { Course, CourseItem } from '../../src/course.ts';
import { courseActivity, interactionActivity, itemActivity, type Activity } from './activities.ts';
import { durationIn, isDuration } from './duration.ts';
import type { Interaction, Progress } from './progress.ts';

/* Progress as learning statements, by the SCORM profile for xAPI of ADL: each change once. */

/** Changes that have been told already. */
export interface ReportedChanges {
  readonly completion: Progress['completion'];
  readonly success: Progress['success'];
  /** By place in the list of interactions: content may answer the same question again. */
  readonly interactions: readonly string[];
}

export const nothingReported: ReportedChanges = {
  completion: 'unknown',
  success: 'unknown',
  interactions: [],
};

/** A statement with the id and the time that it was made with: sent again, it is the same. */
export type MadeStatement = LearningStatement & { readonly id: string; readonly timestamp: string };

/** The statement without words about its verb and its object, without context and extensions. */
export function essentialsOf(statement: MadeStatement): MadeStatement {
  const { context: _1, verb, object, result, ...rest } = statement;
  const { extensions: _2, ...outcome }: { readonly extensions?: unknown } = result ?? {};
  const { id } = object;
  return {
    ...rest,
    verb: { id: verb.id },
    object: id === undefined ? {} : { id },
    ...(result && { result: outcome }),
  };
}

/** Verbs of the profile with the words that people read. */
const verbs = {
  initialized: { de: 'begann', en: 'initialized' },
  resumed: { de: 'setzte fort', en: 'resumed' },
  suspended: { de: 'unterbrach', en: 'suspended' },
  terminated: { de: 'beendete', en: 'terminated' },
  completed: { de: 'schloss ab', en: 'completed' },
  passed: { de: 'bestand', en: 'passed' },
  failed: { de: 'bestand nicht', en: 'failed' },
  answered: { de: 'beantwortete', en: 'answered' },
  experienced: { de: 'las', en: 'experienced' },
} as const;
type Verb = keyof typeof verbs;

/** Marks statements as made by the profile. */
const profileCategory = { id: 'https://w3id.org/xapi/scorm' };

/** The statements that an item's progress asks for since the last time. */
export function statementsFor(
  course: Course,
  item: CourseItem,
  reported: ReportedChanges,
  progress: Progress,
): { readonly statements: readonly MadeStatement[]; readonly told: ReportedChanges } {
  const statements: MadeStatement[] = [];
  // An answer may have given way to make the state fit: what was told of it stays told.
  const marks = progress.interactions.map((interaction, index) =>
    interaction.response === undefined ? (reported.interactions[index] ?? '') : markOf(interaction),
  );
  for (const [index, interaction] of progress.interactions.entries()) {
    // An answer in the making has no response yet.
    if (reported.interactions[index] === marks[index] || interaction.response === undefined)
      continue;
    statements.push(answered(course, item, interaction));
  }
  const score = progress.score && { score: progress.score };
  const about = itemActivity(course, item);
  if (progress.completion === 'completed' && reported.completion !== 'completed')
    statements.push(statement(course, 'completed', about, { completion: true, ...score }));
  if (progress.success !== reported.success && progress.success !== 'unknown')
    statements.push(
      statement(course, progress.success, about, {
        success: progress.success === 'passed',
        ...score,
      }),
    );
  return {
    statements,
    told: { completion: progress.completion, success: progress.success, interactions: marks },
  };
}

/** A run of an item begins. */
export function beginning(course: Course, item: CourseItem, isResumed: boolean): MadeStatement {
  return statement(course, isResumed ? 'resumed' : 'initialized', itemActivity(course, item));
}

interface RunEnd {
  readonly isSuspended: boolean;
  readonly beganAt: Date;
  readonly endedAt: Date;
}

export function ending(
  course: Course,
  item: CourseItem,
  { isSuspended, beganAt, endedAt }: RunEnd,
  { completion, success, score }: Progress,
): MadeStatement {
  const made = statement(
    course,
    isSuspended ? 'suspended' : 'terminated',
    itemActivity(course, item),
    {
      completion: completion === 'completed',
      ...(success !== 'unknown' && { success: success === 'passed' }),
      ...(score && { score }),
      duration: durationIn(endedAt.getTime() - beganAt.getTime()),
    },
  );
  return { ...made, timestamp: endedAt.toISOString() };
}

/** A page that does not talk to the run-time environment was shown. */
export function experienced(course: Course, item: CourseItem): MadeStatement {
  return statement(course, 'experienced', itemActivity(course, item));
}

/** Every item of a course with several is done. */
export function courseCompleted(course: Course): MadeStatement {
  return statement(course, 'completed', courseActivity(course), { completion: true }, false);
}

function answered(course: Course, item: CourseItem, interaction: Interaction): MadeStatement {
  const { response, result } = interaction;
  const number = result === undefined ? Number.NaN : Number(result);
  return statement(
    course,
    'answered',
    interactionActivity(course, item, interaction),
    {
      ...(response !== undefined && { response }),
      ...(result === 'correct' && { success: true }),
      ...((result === 'incorrect' || result === 'wrong') && { success: false }),
      ...(Number.isFinite(number) && { score: { raw: number } }),
      ...(interaction.latency !== undefined && durationMember(interaction.latency)),
    },
    true,
    [itemActivity(course, item)],
  );
}

/** SCORM 1.2 writes durations as `HHHH:MM:SS.SS`. What is none is left away. */
function durationMember(latency: string): { readonly duration?: string } {
  if (isDuration(latency)) return { duration: latency };
  const [hours, minutes, seconds] = latency.split(':').map(Number);
  if (hours === undefined || minutes === undefined || seconds === undefined) return {};
  const inMs = ((hours * 60 + minutes) * 60 + seconds) * 1000;
  return Number.isFinite(inMs) ? { duration: durationIn(inMs) } : {};
}

function markOf({ id, response, result }: Interaction): string {
  return hash(JSON.stringify([id, response, result]));
}

/** FNV-1a, 32 bits: tells whether an answer has changed, and says nothing of it. */
function hash(text: string): string {
  let sum = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    sum = Math.imul(sum ^ text.charCodeAt(index), 0x01000193);
  return (sum >>> 0).toString(36);
}

function statement(
  course: Course,
  verb: Verb,
  object: Activity,
  result?: LearningStatement['result'],
  isInCourse = true,
  parent: readonly Activity[] = [],
): MadeStatement {
  return {
    id: crypto.randomUUID(),
    verb: { id: `http://adlnet.gov/expapi/verbs/${verb}`, display: verbs[verb] },
    object,
    ...(result && { result }),
    context: {
      contextActivities: {
        category: [profileCategory],
        ...(parent.length > 0 && { parent }),
        ...(isInCourse && { grouping: [courseActivity(course)] }),
      },
    },
    timestamp: new Date().toISOString(),
  };
}
