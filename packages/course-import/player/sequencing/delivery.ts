import { commonAncestor, pathDown, pathUp, type Activity } from './activities.ts';
import type { ActivityTree } from './activity-tree.ts';
import { beginAttempt, endDescendants } from './attempts.ts';
import { isClosed } from './traversal.ts';

/** DB.1.1. */
export function mayDeliver(tree: ActivityTree, activity: Activity): boolean {
  return (
    activity.children.length === 0 &&
    pathUp(activity).every((inner) => !isClosed(tree.tracking, inner))
  );
}

/** DB.2. */
export function deliver(tree: ActivityTree, activity: Activity, isResumed: boolean): void {
  const tracking = tree.tracking;
  if (!isResumed) clearSuspended(tree, activity);
  endDescendants(tree, activity);
  for (const inner of pathDown(activity)) {
    const state = tracking.of(inner);
    if (state.isActive) continue;
    if (state.isSuspended) state.isSuspended = false;
    else beginAttempt(tree, inner);
    state.isActive = true;
  }
  tree.state.current = activity.id;
  tree.state.suspended = undefined;
}

/** DB.2.1. */
function clearSuspended(tree: ActivityTree, activity: Activity): void {
  const suspended = tree.activity(tree.state.suspended ?? '');
  if (!suspended || suspended === activity) return;
  const ancestor = commonAncestor(suspended, activity);
  for (const inner of pathUp(suspended)) {
    if (inner === ancestor) break;
    const state = tree.tracking.of(inner);
    state.isSuspended = inner.children.some((child) => tree.tracking.of(child).isSuspended);
  }
}
