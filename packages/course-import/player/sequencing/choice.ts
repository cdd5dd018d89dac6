import { commonAncestor, isWithin, pathUp, type Activity } from './activities.ts';
import type { ActivityTree } from './activity-tree.ts';
import { endAttempt, endDescendants } from './attempts.ts';
import { ruleActionOf } from './rules.ts';
import { flow, mayPass, neighbour, type Found } from './traversal.ts';

/** SB.2.9. */
export function choiceOf(tree: ActivityTree, target: Activity): Found {
  const tracking = tree.tracking;
  const { current } = tree;
  if (!tree.isSelected(target)) return 'nowhere';
  for (const activity of pathUp(target)) {
    const { sequencingRules } = activity.definition;
    if (ruleActionOf(tracking, activity, sequencingRules?.preConditionRules, 'hiddenFromChoice'))
      return 'nowhere';
  }
  if (target.parent?.definition.sequencingControls?.choice === false) return 'nowhere';
  if (!isReachable(tree, target)) return 'nowhere';
  if (target.children.length === 0) return target;
  const leaf = flow(tracking, target, 'forward', true);
  if (typeof leaf !== 'string') return leaf;
  if (current) {
    const ancestor = commonAncestor(current, target);
    endDescendants(tree, ancestor);
    endAttempt(tree, ancestor);
  }
  tree.state.current = target.id;
  return 'nowhere';
}

/** SB.2.9, steps 7 to 11: true where the way from the current activity leads there. */
function isReachable(tree: ActivityTree, target: Activity): boolean {
  const tracking = tree.tracking;
  const { current } = tree;
  if (current === target) return true;
  if (current && current.parent === target.parent && current.parent) {
    const siblings = tracking.availableOf(current.parent);
    const [from, to] = [siblings.indexOf(current), siblings.indexOf(target)];
    const isForward = to > from;
    const passed = isForward ? siblings.slice(from, to) : siblings.slice(to + 1, from + 1);
    return passed.every((activity) =>
      mayPass(tracking, activity, isForward ? 'forward' : 'backward'),
    );
  }
  const ancestor = current ? commonAncestor(current, target) : tree.root;
  const leaving = current ? pathUp(current).slice(0, pathUp(current).indexOf(ancestor)) : [];
  if (leaving.some(({ definition }) => definition.sequencingControls?.choiceExit === false))
    return false;
  if (target === ancestor) return true;
  if (!isWithinConstraint(tree, leaving, target)) return false;
  const isForward = !current || target.index > current.index;
  const entering = pathUp(target).slice(1);
  return entering.slice(0, entering.indexOf(ancestor) + 1).every((activity) => {
    if (isForward && !mayPass(tracking, activity, 'forward')) return false;
    return (
      activity === ancestor ||
      tracking.of(activity).isActive ||
      activity.definition.sequencingControls?.preventActivation !== true
    );
  });
}

/** SB.2.9, step 11.5: the innermost cluster that constrains choice lets it reach its neighbours. */
function isWithinConstraint(
  tree: ActivityTree,
  leaving: readonly Activity[],
  target: Activity,
): boolean {
  const constrained = leaving.find(
    ({ definition }) => definition.sequencingControls?.constrainChoice,
  );
  if (!constrained) return true;
  const direction = target.index > constrained.index ? 'forward' : 'backward';
  const considered = neighbour(tree.tracking, constrained, direction);
  return isWithin(target, considered) || target === constrained;
}
