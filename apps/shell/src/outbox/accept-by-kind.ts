import type {
  AcceptedAnnotations,
  AcceptedAnswers,
  AcceptedAssignment,
  AcceptedFeedback,
} from '@lectern/sdk/protocol';
import type { Deadline } from '../deadline.ts';
import type { ChangeKind, ChangeLists } from './model/change.ts';
import type { ChangeScope } from './model/entry.ts';
import type { OutboxWork } from './outbox.ts';

type AcceptByKind = Pick<
  OutboxWork,
  'acceptChanges' | 'acceptAnswers' | 'acceptFeedback' | 'acceptAssignment'
>;

/** The members of an outbox that accept changes, by kind. The ids in the answers have their lists' names. */
export function acceptByKind(
  accept: (
    kind: ChangeKind,
    scope: ChangeScope,
    changes: ChangeLists,
    deadline: Deadline,
  ) => Promise<ChangeLists>,
): AcceptByKind {
  return {
    acceptChanges: (scope, changes, deadline) =>
      accept('annotations', scope, changes, deadline) as Promise<AcceptedAnnotations>,
    acceptAnswers: (scope, answers, deadline) =>
      accept('answers', scope, { answers }, deadline) as Promise<AcceptedAnswers>,
    acceptFeedback: (scope, feedback, deadline) =>
      accept('feedback', scope, { feedback }, deadline) as Promise<AcceptedFeedback>,
    async acceptAssignment(scope, assignment, deadline) {
      const changes = { assignments: [assignment] };
      const accepted = await accept('assignments', scope, changes, deadline);
      return accepted.assignments![0] as AcceptedAssignment;
    },
  };
}
