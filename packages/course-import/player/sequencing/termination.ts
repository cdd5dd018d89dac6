import { pathUp, type Activity } from './activities.ts';
import type { ActivityTree } from './activity-tree.ts';
import { endAll, endAttempt, endDescendants } from './attempts.ts';
import type { SequencingRequest, TerminationRequest } from './requests.ts';
import { rollUpFrom } from './rollup.ts';
import { ruleActionOf } from './rules.ts';

/** TB.2.3. @returns the request that rules ask for in the place of the given one. */
export function terminate(
  tree: ActivityTree,
  termination: TerminationRequest,
): SequencingRequest | 'as asked' | undefined {
  const { current } = tree;
  if (!current) return undefined;
  switch (termination) {
    case 'exit': {
      endAttempt(tree, current);
      exitByRules(tree, current);
      return afterExit(tree);
    }
    case 'exitAll':
      endAll(tree);
      return 'exit';
    case 'suspendAll': {
      const state = tree.tracking.of(current);
      const suspended = state.isActive || state.isSuspended ? current : current.parent;
      if (!suspended) return undefined;
      if (state.isActive) tree.tracking.share(current);
      rollUpFrom(tree, current);
      tree.state.suspended = suspended.id;
      for (const activity of pathUp(suspended))
        Object.assign(tree.tracking.of(activity), { isActive: false, isSuspended: true });
      tree.state.current = tree.root.id;
      return 'exit';
    }
    case 'abandon':
      tree.tracking.of(current).isActive = false;
      return 'exit';
    case 'abandonAll':
      for (const activity of pathUp(current)) tree.tracking.of(activity).isActive = false;
      tree.state.current = tree.root.id;
      return 'exit';
  }
}

/** TB.2.1: the outermost cluster whose rule says that it ends. */
function exitByRules(tree: ActivityTree, from: Activity): void {
  const target = pathUp(from.parent).findLast((activity) =>
    ruleActionOf(tree.tracking, activity, activity.definition.sequencingRules?.exitConditionRules),
  );
  if (!target) return;
  endDescendants(tree, target);
  endAttempt(tree, target);
  tree.state.current = target.id;
}

/** TB.2.2, as long as it says that the parent ends, too. */
function afterExit(tree: ActivityTree): SequencingRequest | 'as asked' | undefined {
  for (let activity = tree.current; activity; activity = activity.parent) {
    tree.state.current = activity.id;
    const action = tree.tracking.of(activity).isSuspended
      ? undefined
      : ruleActionOf(
          tree.tracking,
          activity,
          activity.definition.sequencingRules?.postConditionRules,
        );
    switch (action) {
      case 'exitParent':
        if (!activity.parent) return undefined;
        endAttempt(tree, activity.parent);
        continue;
      case 'exitAll':
        endAll(tree);
        return 'exit';
      case 'retryAll':
        endAll(tree);
        return 'retry';
      case 'retry':
      case 'continue':
      case 'previous':
        // The root has nothing before or after it.
        return activity.parent || action === 'retry' ? action : 'exit';
      case undefined:
      default:
        return activity.parent ? 'as asked' : 'exit';
    }
  }
  return 'as asked';
}
