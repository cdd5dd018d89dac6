import type { RuleCondition, SequencingRule } from '../../src/activity-definition.ts';
import { normalForm, type Activity, type ObjectiveState } from './activities.ts';
import type { Tracking } from './tracking.ts';

/* Conditions and rules (SN, section 3.4; UP.2, RB.1.4.1). What is unknown is neither true nor false. */

type Truth = boolean | undefined;

/** UP.2: the action of the first rule that applies. @param actions nothing for all of them. */
export function ruleActionOf(
  tracking: Tracking,
  activity: Activity,
  rules: readonly SequencingRule[] = [],
  ...actions: readonly string[]
): string | undefined {
  return rules.find(
    (rule) =>
      (actions.length === 0 || actions.includes(rule.action)) &&
      combine(rule, (condition) => evaluate(tracking, activity, condition)) === true,
  )?.action;
}

/** All or any of a rule's conditions. A rule without conditions says nothing. */
export function combine(
  { conditions, conditionCombination }: Omit<SequencingRule, 'action'>,
  truthOf: (condition: RuleCondition) => Truth,
): Truth {
  const truths = conditions.map((condition) => {
    const truth = truthOf(condition);
    return truth !== undefined && condition.operator === 'not' ? !truth : truth;
  });
  if (truths.length === 0) return undefined;
  const deciding = conditionCombination === 'any';
  if (truths.includes(deciding)) return deciding;
  return truths.includes(undefined) ? undefined : !deciding;
}

/** UP.2.1 and RB.1.4.1. @param isForRollup see {@link Tracking.objectiveOf}. */
export function evaluate(
  tracking: Tracking,
  activity: Activity,
  condition: RuleCondition,
  isForRollup = false,
): Truth {
  const state = tracking.of(activity);
  const isTracked = tracking.isTracked(activity);
  const objective = objectiveFor(tracking, activity, condition.referencedObjective, isForRollup);
  const isOther =
    condition.referencedObjective &&
    objective !== undefined &&
    !isPrimary(activity, condition.referencedObjective);
  const completed = isOther ? objective?.completed : tracking.completedOf(activity, isForRollup);
  const { measureThreshold: threshold = Number.NaN } = condition;
  switch (condition.condition) {
    case 'satisfied':
      return objective?.satisfied;
    case 'objectiveStatusKnown':
      return objective && objective.satisfied !== undefined;
    case 'objectiveMeasureKnown':
      return objective && objective.measure !== undefined;
    case 'objectiveMeasureGreaterThan':
      return objective?.measure === undefined ? undefined : objective.measure > threshold;
    case 'objectiveMeasureLessThan':
      return objective?.measure === undefined ? undefined : objective.measure < threshold;
    case 'completed':
      return completed;
    case 'activityProgressKnown':
      return completed !== undefined;
    case 'attempted':
      return isTracked && state.attemptCount > 0;
    case 'attemptLimitExceeded':
      return isTracked && isLimitReached(tracking, activity);
    case 'timeLimitExceeded':
      return isTracked && isTimeOver(tracking, activity);
    case 'always':
      return true;
    case undefined:
    default:
      // The standard evaluates no other times (SN, section 3.4.2).
      return false;
  }
}

function isPrimary({ objectives: [primary] }: Activity, id: string): boolean {
  return primary!.key === normalForm(id);
}

function objectiveFor(
  tracking: Tracking,
  activity: Activity,
  id: string | undefined,
  isForRollup: boolean,
): ObjectiveState | undefined {
  const definition = id
    ? activity.objectives.find((objective) => objective.key === normalForm(id))
    : activity.objectives[0];
  return definition && tracking.objectiveOf(activity, definition, isForRollup);
}

/** UP.1, of which SCORM asks for the number of attempts alone. */
export function isLimitReached(tracking: Tracking, activity: Activity): boolean {
  const { attemptLimit } = activity.definition;
  return attemptLimit !== undefined && tracking.of(activity).attemptCount >= attemptLimit;
}

function isTimeOver(tracking: Tracking, activity: Activity): boolean {
  const { beganAt } = tracking.of(activity);
  const limit = durationInMs(activity.definition.attemptAbsoluteDurationLimit);
  return beganAt !== undefined && limit !== undefined && Date.now() - beganAt > limit;
}

/** ISO 8601; years and months count as 365 and 30 days. */
function durationInMs(duration: string | undefined): number | undefined {
  const [, ...parts] =
    /^P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/.exec(
      duration ?? '',
    ) ?? [];
  if (parts.length === 0) return undefined;
  const [years, months, days, hours, minutes, seconds] = parts.map((part) => Number(part ?? 0));
  const inDays = years! * 365 + months! * 30 + days!;
  return (((inDays * 24 + hours!) * 60 + minutes!) * 60 + seconds!) * 1_000;
}
