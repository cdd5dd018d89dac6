import type {
  AnnotationChanges,
  AnswerChanges,
  AssignmentChange,
  ClassIssue,
  Annotations,
  ExerciseScope,
  FeedbackChanges,
  LocalStoreItemInput,
  LocalStoreScope,
  MemberExercise,
} from '@lectern/sdk/protocol';
import { asDeliveredChanges } from '../src/outbox/view/changes-view.ts';
import type { Outbox } from '../src/outbox/outbox.ts';
import type { IdentifiedStatement } from '../src/outbox/model/statement.ts';

/** Entries given to an outbox that only notes them. */
export interface Accepted {
  readonly items: {
    readonly scope: LocalStoreScope;
    readonly items: readonly LocalStoreItemInput[];
  }[];
  readonly changes: {
    readonly scope: LocalStoreScope;
    readonly changes: AnnotationChanges;
  }[];
  readonly answers: { readonly scope: ExerciseScope; readonly answers: AnswerChanges }[];
  readonly feedback: { readonly scope: MemberExercise; readonly feedback: FeedbackChanges }[];
  readonly assignments: { readonly scope: ClassIssue; readonly assignment: AssignmentChange }[];
  readonly statements: { readonly about: string; readonly statement: IdentifiedStatement }[];
}

/** Its answer for accepted items: the time of acceptance. */
export const acceptedAt = '2026-11-21T08:00:00.000Z';

/**
 * An outbox that accepts everything, delivers nothing, and reads what the service has.
 *
 * @param fault What accepting fails with instead.
 */
export function fakeOutbox(fault?: Error): {
  readonly outbox: Outbox;
  readonly accepted: Accepted;
} {
  const accepted: Accepted = {
    items: [],
    changes: [],
    answers: [],
    feedback: [],
    assignments: [],
    statements: [],
  };
  const outbox: Outbox = {
    async acceptItems(scope, items) {
      if (fault) throw fault;
      accepted.items.push({ scope, items });
      return items.map(({ segment, key, value, version }) => ({
        segment,
        key,
        value,
        ...(version === undefined ? {} : { version: version + 1 }),
        updated_at: acceptedAt,
        delivered: false,
      }));
    },
    async acceptStatement(about, statement) {
      if (fault) throw fault;
      accepted.statements.push({ about, statement });
    },
    readItems: async (_scope, read) =>
      (await read()).map((item) => Object.assign(item, { delivered: true })),
    async acceptChanges(scope, changes) {
      if (fault) throw fault;
      accepted.changes.push({ scope, changes });
      return { annotations: [], notes: [], bookmarks: [] };
    },
    readAnnotations: async (_scope, read) =>
      asDeliveredChanges('annotations', await read()) as Annotations,
    async acceptAnswers(scope, answers) {
      if (fault) throw fault;
      accepted.answers.push({ scope, answers });
      return { answers: [] };
    },
    readAnswers: async (_scope, read) => asDeliveredChanges('answers', await read()),
    async acceptFeedback(scope, feedback) {
      if (fault) throw fault;
      accepted.feedback.push({ scope, feedback });
      return { feedback: [] };
    },
    readFeedback: async (_scope, read) => asDeliveredChanges('feedback', await read()),
    async acceptAssignment(scope, assignment) {
      if (fault) throw fault;
      accepted.assignments.push({ scope, assignment });
      const { assignment_id, version } = assignment;
      return { assignment_id, version, updated_at: '2026-11-29T08:00:00.000Z', delivered: false };
    },
    readAssignments: async (_scope, read) => asDeliveredChanges('assignments', await read()),
    forgetCourse: async () => 0,
    saveState: { state: 'saved', undelivered: 0, refused: 0 },
    isOutdated: false,
    subscribe: () => () => {},
    onOutcome: () => () => {},
    drained: async () => true,
    setAside: async () => [],
    async retryRefused() {},
    async discardSetAside() {},
    close() {},
  };
  return { outbox, accepted };
}
