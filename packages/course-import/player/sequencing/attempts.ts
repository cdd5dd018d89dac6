import { commonAncestor, pathUp, type Activity } from './activities.ts';
import type { ActivityTree } from './activity-tree.ts';
import { rollUpFrom } from './rollup.ts';

/* Attempts on activities begin and end; what a cluster makes available is selected anew between them. */

export function beginAttempt(tree: ActivityTree, activity: Activity): void {
  const tracking = tree.tracking;
  const state = tracking.of(activity);
  if (tracking.isTracked(activity)) state.attemptCount += 1;
  state.beganAt = Date.now();
  state.objectives = new Map();
  delete state.completed;
  delete state.completionAmount;
  delete state.saysCompletion;
  delete state.saysSuccess;
  delete state.isOfEarlierAttempt;
  for (const child of activity.children) tracking.of(child).isOfEarlierAttempt = true;
}

/** UP.4. */
export function endAttempt(tree: ActivityTree, activity: Activity): void {
  const tracking = tree.tracking;
  const state = tracking.of(activity);
  if (activity.children.length === 0) {
    if (state.isActive && tracking.isTracked(activity) && !state.isSuspended) {
      const { completionSetByContent, objectiveSetByContent } =
        activity.definition.deliveryControls ?? {};
      if (!completionSetByContent && !state.saysCompletion) state.completed ??= true;
      if (!objectiveSetByContent && !state.saysSuccess) {
        const local = tracking.localOf(activity, activity.objectives[0]!);
        local.satisfied ??= true;
      }
    }
    if (state.isActive) tracking.share(activity);
  } else {
    state.isSuspended = activity.children.some((child) => tracking.of(child).isSuspended);
  }
  const wasActive = state.isActive;
  state.isActive = false;
  if (wasActive) rollUpFrom(tree, activity);
  if (wasActive && activity.children.length > 0) select(tree, activity, false);
}

/** UP.3: between the current activity and what both are in. */
export function endDescendants(tree: ActivityTree, activity: Activity): void {
  const { current } = tree;
  if (!current) return;
  const ancestor = commonAncestor(current, activity);
  for (const between of pathUp(current.parent)) {
    if (between === ancestor) break;
    endAttempt(tree, between);
  }
}

export function endAll(tree: ActivityTree): void {
  const { current } = tree;
  if (current && tree.tracking.of(current).isActive) endAttempt(tree, current);
  endDescendants(tree, tree.root);
  endAttempt(tree, tree.root);
  tree.state.current = tree.root.id;
}

/** SR.1 and SR.2. @param isFirst whether nothing has been selected for the first attempt yet. */
export function select(tree: ActivityTree, activity: Activity, isFirst: boolean): void {
  const controls = activity.definition.sequencingControls;
  const state = tree.tracking.of(activity);
  if (isFirst && state.available !== undefined) return;
  const isDue = (timing: string | undefined) =>
    timing === 'onEachNewAttempt' || (isFirst && timing === 'once' && state.attemptCount === 0);
  const { selectCount } = controls ?? {};
  const isSelecting = isDue(controls?.selectionTiming) && typeof selectCount === 'number';
  const isShuffling = isDue(controls?.randomizationTiming) && (controls?.reorderChildren ?? false);
  if (!isSelecting && !isShuffling) return;
  const all = activity.children.map(({ id }) => id);
  const before = state.available ?? all;
  const chosen = isSelecting ? shuffled(all).slice(0, selectCount) : before;
  const inOrder = isSelecting ? all.filter((id) => chosen.includes(id)) : chosen;
  state.available = isShuffling ? shuffled(inOrder) : [...inOrder];
}

/** Shared objectives may be those of one attempt on the course (CAM, section 5.1.2). */
export function forgetShared(tree: ActivityTree): void {
  const isNew = !tree.tracking.of(tree.root).isSuspended;
  if (isNew && !tree.keepsShared) tree.state.globals = new Map();
}

/** Fisher and Yates. */
function shuffled<T>(values: readonly T[]): T[] {
  const result = [...values];
  for (let index = result.length - 1; index > 0; index -= 1) {
    const other = Math.floor(Math.random() * (index + 1));
    [result[index], result[other]] = [result[other]!, result[index]!];
  }
  return result;
}
