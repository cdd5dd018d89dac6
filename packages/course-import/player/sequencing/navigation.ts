import { commonAncestor, pathUp, type Activity } from './activities.ts';
import type { ActivityTree } from './activity-tree.ts';
import type { Request, SequencingRequest, TerminationRequest } from './requests.ts';

/** NB.2.1. */
export function navigationOf(
  tree: ActivityTree,
  request: Request,
):
  | {
      readonly termination?: TerminationRequest;
      readonly sequencing: SequencingRequest;
    }
  | undefined {
  const { current } = tree;
  const isActive = current !== undefined && tree.tracking.of(current).isActive;
  const leaving = isActive ? ({ termination: 'exit' } as const) : {};
  switch (request.kind) {
    case 'start':
      return current ? undefined : { sequencing: 'start' };
    case 'resumeAll':
      return current || tree.state.suspended === undefined
        ? undefined
        : { sequencing: 'resumeAll' };
    case 'continue':
    case 'previous': {
      const controls = current?.parent?.definition.sequencingControls;
      if (controls?.flow !== true) return undefined;
      if (request.kind === 'previous' && controls.forwardOnly) return undefined;
      return { ...leaving, sequencing: request.kind };
    }
    case 'choice': {
      const target = tree.activity(request.target);
      if (!target || target.parent?.definition.sequencingControls?.choice === false)
        return undefined;
      if (current && target.parent !== current.parent && !mayLeave(tree, current, target))
        return undefined;
      return { ...leaving, sequencing: 'choice' };
    }
    case 'jump': {
      const target = tree.activity(request.target);
      return target && current && tree.isSelected(target)
        ? { ...leaving, sequencing: 'jump' }
        : undefined;
    }
    case 'exit':
    case 'abandon':
      return isActive ? { termination: request.kind, sequencing: 'exit' } : undefined;
    case 'exitAll':
    case 'abandonAll':
    case 'suspendAll':
      return current && { termination: request.kind, sequencing: 'exit' };
  }
}

/** True unless an active activity up to the common ancestor forbids to be left by choice. */
function mayLeave(tree: ActivityTree, current: Activity, target: Activity): boolean {
  const ancestor = commonAncestor(current, target);
  return pathUp(current)
    .slice(0, pathUp(current).indexOf(ancestor))
    .every(
      (activity) =>
        !tree.tracking.of(activity).isActive ||
        activity.definition.sequencingControls?.choiceExit !== false,
    );
}
