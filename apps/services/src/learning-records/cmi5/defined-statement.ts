import type { Statement } from '@lectern/contracts/xapi';
import { listOf } from '../model/rewrite.ts';
import type { Session } from './sessions.ts';
import { categories, contextExtensions, progressExtension, type AuVerb } from './vocabulary.ts';

/** Which verb says whether a unit succeeded (section 9.5.2). */
const successes: { readonly [Verb in AuVerb]?: boolean } = { passed: true, failed: false };

type Result = NonNullable<Statement['result']>;

/**
 * Faults of a cmi5 statement in itself (sections 9.3 to 9.6).
 *
 * @param verb absent: none of those that a unit tells
 */
export function definedFault(
  statement: Statement,
  verb: AuVerb | undefined,
  session: Pick<Session, 'activity_id' | 'launch_mode' | 'mastery_score'>,
): string | undefined {
  if (!verb) return 'verb.id: is none that a unit tells with the category of cmi5';
  const { object, result = {}, context } = statement;
  if ((object.objectType ?? 'Activity') !== 'Activity' || !('id' in object)) {
    return 'object: is not an activity';
  }
  if (object.id !== session.activity_id) return `object.id: is not ${session.activity_id}`;
  if (session.launch_mode !== 'Normal' && verb !== 'initialized' && verb !== 'terminated') {
    return `verb.id: is not told in the launch mode ${session.launch_mode}`;
  }
  const isMoveOn = listOf(context?.contextActivities?.category).some(
    ({ id }) => id === categories.moveOn,
  );
  return (
    flagFault('success', result.success, successes[verb]) ??
    flagFault('completion', result.completion, verb === 'completed' ? true : undefined) ??
    moveOnFault(isMoveOn, result) ??
    (verb !== 'initialized' && result.duration === undefined
      ? 'result.duration: is missing'
      : undefined) ??
    progressFault(result) ??
    scoreFault(verb, result, session.mastery_score) ??
    masteryFault(result, context, session.mastery_score)
  );
}

function flagFault(
  name: 'success' | 'completion',
  given: boolean | undefined,
  expected: boolean | undefined,
): string | undefined {
  if (given === expected) return undefined;
  return `result.${name}: ${expected === undefined ? 'is not for this verb' : `is not ${expected}`}`;
}

/** Section 9.6.2.2. */
function moveOnFault(isMoveOn: boolean, { success, completion }: Result): string | undefined {
  const hasOutcome = success !== undefined || completion !== undefined;
  if (isMoveOn === hasOutcome) return undefined;
  const place = 'context.contextActivities.category';
  return `${place}: ${hasOutcome ? 'lacks' : 'is not to have'} ${categories.moveOn}`;
}

function progressFault({ extensions }: Result): string | undefined {
  const progress = extensions?.[progressExtension];
  if (progress === undefined) return undefined;
  const isPercent =
    typeof progress === 'number' && Number.isInteger(progress) && progress >= 0 && progress <= 100;
  return isPercent ? undefined : `result.extensions: ${progressExtension} is not from 0 to 100`;
}

/** Section 9.5.1. */
function scoreFault(verb: AuVerb, { score }: Result, mastery: number | null): string | undefined {
  if (!score) return undefined;
  if (verb !== 'passed' && verb !== 'failed') return 'result.score: is not for this verb';
  const { raw, min, max, scaled } = score;
  if (raw !== undefined && (min === undefined || max === undefined)) {
    return 'result.score: raw needs min and max';
  }
  if (scaled === undefined) return undefined;
  if (scaled < 0) return 'result.score.scaled: is below 0';
  if (mastery === null) return undefined;
  const isPassed = scaled >= mastery;
  if (verb === 'passed' && !isPassed) return `result.score.scaled: is below ${mastery}`;
  if (verb === 'failed' && isPassed) return `result.score.scaled: is not below ${mastery}`;
  return undefined;
}

/** Section 9.6.3.2: a statement that is judged by a mastery score names it. */
function masteryFault(
  { score }: Result,
  context: Statement['context'],
  mastery: number | null,
): string | undefined {
  const { masteryScore, masteryScoreOfAdl } = contextExtensions;
  const given = context?.extensions?.[masteryScore] ?? context?.extensions?.[masteryScoreOfAdl];
  const isNeeded = mastery !== null && score?.scaled !== undefined;
  if (given === undefined ? !isNeeded : given === mastery) return undefined;
  return `context.extensions: ${masteryScore} is not ${mastery ?? 'to be there'}`;
}
