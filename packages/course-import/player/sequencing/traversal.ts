import { pathUp, type Activity } from './activities.ts';
import { isLimitReached, ruleActionOf } from './rules.ts';
import type { Tracking } from './tracking.ts';

/* Walking through the activity tree (SN, section 4.7; SB.2.1 to SB.2.4, SB.2.9.1 and SB.2.9.2). */

export type Direction = 'forward' | 'backward';

/** Where a walk has come to. */
interface Step {
  readonly activity: Activity;
  readonly direction: Direction;
}

/** Reason for a walk that has led to nothing. */
export type DeadEnd = 'end of the course' | 'nowhere';
export type Found = Activity | DeadEnd;

/** SB.2.3: the leaf that flow comes to. */
export function flow(
  tracking: Tracking,
  from: Activity,
  direction: Direction,
  mayEnter: boolean,
): Found {
  const step = treeStep(tracking, from, direction, undefined, mayEnter);
  return typeof step === 'string'
    ? step
    : flowInto(tracking, step.activity, step.direction, undefined);
}

/** SB.2.1. */
function treeStep(
  tracking: Tracking,
  activity: Activity,
  wanted: Direction,
  before: Direction | undefined,
  mayEnter: boolean,
): Step | DeadEnd {
  const { parent } = activity;
  const siblings = parent ? tracking.availableOf(parent) : [];
  const isReversed = before === 'backward' && siblings.at(-1) === activity;
  const direction = isReversed ? 'backward' : wanted;
  const from = isReversed ? siblings[0]! : activity;
  const children = mayEnter ? tracking.availableOf(from) : [];
  const entered = mayEnter && from.children.length > 0;

  if (direction === 'forward') {
    if (entered) return children[0] ? { activity: children[0], direction } : 'nowhere';
    if (!parent) return 'end of the course';
    const next = siblings[siblings.indexOf(from) + 1];
    return next
      ? { activity: next, direction }
      : treeStep(tracking, parent, 'forward', undefined, false);
  }
  if (!parent) return 'nowhere';
  if (entered) {
    const isForward = from.definition.sequencingControls?.forwardOnly === true;
    const child = isForward ? children[0] : children.at(-1);
    return child ? { activity: child, direction: isForward ? 'forward' : 'backward' } : 'nowhere';
  }
  if (!isReversed && parent.definition.sequencingControls?.forwardOnly) return 'nowhere';
  const previous = siblings[siblings.indexOf(from) - 1];
  return previous
    ? { activity: previous, direction }
    : treeStep(tracking, parent, 'backward', undefined, false);
}

/** SB.2.2. */
function flowInto(
  tracking: Tracking,
  activity: Activity,
  direction: Direction,
  before: Direction | undefined,
): Found {
  if (activity.parent?.definition.sequencingControls?.flow !== true) return 'nowhere';
  const { sequencingRules } = activity.definition;
  if (ruleActionOf(tracking, activity, sequencingRules?.preConditionRules, 'skip')) {
    const step = treeStep(tracking, activity, direction, before, false);
    if (typeof step === 'string') return step;
    const turned = before === 'backward' && step.direction === 'backward';
    return flowInto(tracking, step.activity, step.direction, turned ? undefined : before);
  }
  if (isClosed(tracking, activity)) return 'nowhere';
  if (activity.children.length === 0) return activity;
  const step = treeStep(tracking, activity, direction, undefined, true);
  if (typeof step === 'string') return step;
  const turns = direction === 'backward' && step.direction === 'forward';
  return flowInto(tracking, step.activity, step.direction, turns ? 'backward' : undefined);
}

/** UP.5. A limit counts for new attempts. */
export function isClosed(tracking: Tracking, activity: Activity): boolean {
  const { sequencingRules } = activity.definition;
  if (ruleActionOf(tracking, activity, sequencingRules?.preConditionRules, 'disabled')) return true;
  const { isActive, isSuspended } = tracking.of(activity);
  return (
    tracking.isTracked(activity) && !isActive && !isSuspended && isLimitReached(tracking, activity)
  );
}

/** SB.2.4: whether choice may go past an activity. */
export function mayPass(tracking: Tracking, activity: Activity, direction: Direction): boolean {
  if (direction === 'forward')
    return !ruleActionOf(
      tracking,
      activity,
      activity.definition.sequencingRules?.preConditionRules,
      'stopForwardTraversal',
    );
  return (
    activity.parent !== undefined &&
    activity.parent.definition.sequencingControls?.forwardOnly !== true
  );
}

/**
 * Choice Flow, SB.2.9.1 and SB.2.9.2: the activity before or after, whose inside choice may reach; the activity
 * itself where none is.
 */
export function neighbour(tracking: Tracking, activity: Activity, direction: Direction): Activity {
  for (const inner of pathUp(activity)) {
    if (!inner.parent) break;
    const siblings = tracking.availableOf(inner.parent);
    const next = siblings[siblings.indexOf(inner) + (direction === 'forward' ? 1 : -1)];
    if (next) return next;
  }
  return activity;
}
