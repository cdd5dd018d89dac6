import type { RollupRule } from '../../src/activity-definition.ts';
import { pathUp, type Activity } from './activities.ts';
import type { ActivityTree } from './activity-tree.ts';
import { combine, evaluate, ruleActionOf } from './rules.ts';
import type { Tracking } from './tracking.ts';

/* How the state of a cluster follows from that of its children (SN, section 4.6; RB.1). */

/** Most rollups of a cluster after one change: objectives in a circle may never settle. */
const rollupsMaximum = 50;

/**
 * Up to the root, and in each cluster where an activity reads what has changed on the way, and from there on (SN,
 * section 4.6.1).
 */
export function rollUpFrom(tree: ActivityTree, activity: Activity): void {
  const due = new Set<Activity>();
  const addReadersOf = (writer: Activity) => {
    for (const target of writtenBy(writer))
      for (const cluster of tree.readingClusters.get(target) ?? []) due.add(cluster);
  };
  const stateOf = (cluster: Activity) => {
    const { objectives, ...state } = tree.tracking.of(cluster);
    const written = writtenBy(cluster).map((target) => tree.state.globals.get(target));
    return JSON.stringify([state, [...objectives], written]);
  };
  const rollUpOne = (cluster: Activity): boolean => {
    const before = stateOf(cluster);
    rollUp(tree.tracking, cluster);
    const isChanged = stateOf(cluster) !== before;
    if (isChanged) addReadersOf(cluster);
    return isChanged;
  };
  addReadersOf(activity);
  // The activity's own path comes first, as in the standard: a rollup that finds nothing leaves what there was.
  for (const cluster of pathUp(activity)) if (cluster.children.length > 0) rollUpOne(cluster);
  const rollups = new Map<Activity, number>();
  while (due.size > 0) {
    // Inner clusters come first, so that the root is rolled up once.
    const cluster = [...due].reduce((a, b) => (b.index > a.index ? b : a));
    due.delete(cluster);
    const count = (rollups.get(cluster) ?? 0) + 1;
    if (count > rollupsMaximum) continue;
    rollups.set(cluster, count);
    if (rollUpOne(cluster) && cluster.parent) due.add(cluster.parent);
  }
}

/** Keys of the shared objectives that an activity writes what counts for rollup into. */
function writtenBy({ objectives }: Activity): readonly string[] {
  return objectives.flatMap(({ maps }) =>
    maps.flatMap((map) =>
      map.writeSatisfiedStatus ||
      map.writeNormalizedMeasure ||
      map.writeCompletionStatus ||
      map.writeProgressMeasure
        ? map.targetObjectiveID
        : [],
    ),
  );
}

/** RB.1.5, of one cluster. */
function rollUp(tracking: Tracking, cluster: Activity): void {
  if (!tracking.isTracked(cluster)) return;
  rollUpMeasures(tracking, cluster);
  rollUpObjective(tracking, cluster);
  rollUpProgress(tracking, cluster);
  tracking.share(cluster);
}

/** RB.1.1.a and RB.1.1.b. */
function rollUpMeasures(tracking: Tracking, cluster: Activity): void {
  const children = tracking.availableOf(cluster).filter((child) => tracking.isTracked(child));
  const local = tracking.localOf(cluster, cluster.objectives[0]!);
  const state = tracking.of(cluster);
  const measure = weighted(
    children.map((child) => [
      tracking.primaryOf(child, true).measure,
      child.definition.sequencingControls?.objectiveMeasureWeight ?? 1,
    ]),
  );
  const amount = weighted(
    children.map((child) => [
      tracking.amountOf(child, true),
      child.definition.completionThreshold?.progressWeight ?? 1,
    ]),
  );
  if (measure === undefined) delete local.measure;
  else local.measure = measure;
  if (amount === undefined) delete state.completionAmount;
  else state.completionAmount = amount;
}

/** A mean in which what is unknown counts as 0; unknown where nothing is known. */
function weighted(
  values: readonly (readonly [value: number | undefined, weight: number])[],
): number | undefined {
  if (values.every(([value]) => value === undefined)) return undefined;
  const sum = values.reduce((total, [, weight]) => total + weight, 0);
  if (sum <= 0) return undefined;
  return values.reduce((total, [value = 0, weight]) => total + value * weight, 0) / sum;
}

/** RB.1.2. Where a measure decides, it is read so ({@link Tracking.objectiveOf}). */
function rollUpObjective(tracking: Tracking, cluster: Activity): void {
  const primary = cluster.objectives[0]!;
  if (primary.satisfiedByMeasure) return;
  const local = tracking.localOf(cluster, primary);
  const has = byRules(tracking, cluster, 'satisfied', 'notSatisfied', [
    ruleOf('satisfied', 'satisfied'),
    ruleOf('notSatisfied', 'objectiveStatusKnown'),
  ]);
  if (has !== undefined) local.satisfied = has;
}

/** RB.1.3. */
function rollUpProgress(tracking: Tracking, cluster: Activity): void {
  const state = tracking.of(cluster);
  const { completionThreshold } = cluster.definition;
  if (completionThreshold?.completedByMeasure) {
    if (state.completionAmount === undefined) delete state.completed;
    else state.completed = state.completionAmount >= (completionThreshold.minProgressMeasure ?? 1);
    return;
  }
  const has = byRules(tracking, cluster, 'completed', 'incomplete', [
    ruleOf('completed', 'completed'),
    ruleOf('incomplete', 'activityProgressKnown'),
  ]);
  if (has !== undefined) state.completed = has;
}

function ruleOf(action: string, condition: string): RollupRule {
  return {
    action,
    childActivitySet: 'all',
    conditionCombination: 'any',
    conditions: [{ condition }],
  };
}

/** RB.1.2.b and RB.1.3.b: of two rules that apply, the one for the better state counts. */
function byRules(
  tracking: Tracking,
  cluster: Activity,
  better: string,
  worse: string,
  defaults: readonly RollupRule[],
): boolean | undefined {
  const own = cluster.definition.rollupRules ?? [];
  const of = own.filter(({ action }) => action === better || action === worse);
  const rules = of.length > 0 ? of : defaults;
  const applies = (wanted: string) =>
    rules.some((rule) => rule.action === wanted && isMet(tracking, cluster, rule));
  if (applies(better)) return true;
  return applies(worse) ? false : undefined;
}

/** RB.1.4. Where no child contributes, all of them are as wanted, and none is. */
function isMet(tracking: Tracking, cluster: Activity, rule: RollupRule): boolean {
  const truths = tracking
    .availableOf(cluster)
    .filter((child) => tracking.isTracked(child) && contributes(tracking, child, rule.action))
    .map((child) => combine(rule, (condition) => evaluate(tracking, child, condition, true)));
  const count = truths.filter((truth) => truth === true).length;
  switch (rule.childActivitySet) {
    case 'any':
      return count > 0;
    case 'none':
      return truths.every((truth) => truth === false);
    case 'atLeastCount':
      return count >= (rule.minimumCount ?? 0);
    case 'atLeastPercent':
      return truths.length > 0 && count / truths.length >= (rule.minimumPercent ?? 0);
    default:
      return count === truths.length;
  }
}

const required = {
  satisfied: 'requiredForSatisfied',
  notSatisfied: 'requiredForNotSatisfied',
  completed: 'requiredForCompleted',
  incomplete: 'requiredForIncomplete',
} as const;

/** RB.1.4.2. */
function contributes(tracking: Tracking, child: Activity, action: string): boolean {
  const { sequencingControls, rollupConsiderations, sequencingRules } = child.definition;
  const isOfObjective = action === 'satisfied' || action === 'notSatisfied';
  const counts = isOfObjective
    ? sequencingControls?.rollupObjectiveSatisfied
    : sequencingControls?.rollupProgressCompletion;
  if (counts === false) return false;
  const { attemptCount, isSuspended } = tracking.of(child);
  switch (rollupConsiderations?.[required[action as keyof typeof required]]) {
    case 'ifNotSuspended':
      return attemptCount > 0 && !isSuspended;
    case 'ifAttempted':
      return attemptCount > 0;
    case 'ifNotSkipped':
      return (
        ruleActionOf(tracking, child, sequencingRules?.preConditionRules, 'skip') === undefined
      );
    case 'always':
    case undefined:
    default:
      return true;
  }
}
