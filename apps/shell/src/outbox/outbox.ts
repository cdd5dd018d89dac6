import type { LocalStoreItem as StoredItem } from '@lectern/contracts';
import type {
  AcceptedAnnotations,
  AcceptedAnswers,
  AcceptedAssignment,
  AcceptedFeedback,
  AnnotationChanges,
  Annotations,
  AnswerChanges,
  AssignmentChange,
  ClassIssue,
  ExerciseScope,
  FeedbackChanges,
  LocalStoreItem,
  LocalStoreItemInput,
  LocalStoreScope,
  MemberExercise,
} from '@lectern/sdk/protocol';
import type { Deadline } from '../deadline.ts';
import type { SetAside } from './model/outcome.ts';
import type { IdentifiedStatement, PendingStatement } from './model/statement.ts';
import type { ShownChanges, StoredChanges } from './view/changes-view.ts';
import type { Status } from './view/status.ts';

/**
 * Keeps what the content stores on this device until the service has it: accepted first, delivered
 * later, over reloads, crashes, expired sessions and days without a network. There is one to a session;
 * those of the same user in other tabs work on the same entries.
 */
export interface Outbox extends Pick<
  Status,
  'isOutdated' | 'onOutcome' | 'saveState' | 'subscribe'
> {
  /**
   * Resolves once the items are on this device's disk, with what the content sees of them from now on.
   * All are accepted, or none.
   *
   * @throws {BridgeFailure} `CONFLICT` where an item was written here on a newer version,
   *   `STORAGE_FULL` where this device has no room, `BAD_PAYLOAD` where an item appears twice or
   *   a text cannot be stored (a NUL, half a surrogate pair), `REFUSED` where no request can carry
   *   them, `UNAVAILABLE` where the disk fails, or it took too long: then nothing is accepted any more.
   */
  acceptItems(
    scope: LocalStoreScope,
    items: readonly LocalStoreItemInput[],
  ): Promise<readonly LocalStoreItem[]>;
  /**
   * Resolves once the statement is on this device's disk. The same again, id and content, is one.
   *
   * @param about The put's `dto_id`.
   * @param statement With the time when it happened, or the services take the time of its arrival.
   * @throws {BridgeFailure} `CONFLICT` where another statement of this id waits here, otherwise as
   *   for {@link acceptItems}.
   */
  acceptStatement(
    about: string,
    statement: IdentifiedStatement,
    options?: StatementOptions,
  ): Promise<void>;
  /**
   * Resolves once the changes are on this device's disk, with the versions that the next ones are made on.
   *
   * @throws {BridgeFailure} `CONFLICT` where one was made on a version of this device's that is not known any
   *   more, otherwise as for {@link acceptItems}.
   */
  acceptChanges(scope: LocalStoreScope, changes: AnnotationChanges): Promise<AcceptedAnnotations>;
  /**
   * Annotations of the service, with those that are kept here laid over them.
   *
   * @param read Asks the service; what it throws is thrown here.
   */
  readAnnotations(scope: LocalStoreScope, read: () => Promise<StoredChanges>): Promise<Annotations>;
  /** As {@link Outbox.acceptChanges}, for answers to an exercise. */
  acceptAnswers(scope: ExerciseScope, answers: AnswerChanges): Promise<AcceptedAnswers>;
  /** As {@link Outbox.readAnnotations}, for answers to an exercise. */
  readAnswers(scope: ExerciseScope, read: () => Promise<StoredChanges>): Promise<ShownChanges>;
  /** As {@link Outbox.acceptChanges}, for feedback on a member's answers to an exercise. */
  acceptFeedback(scope: MemberExercise, feedback: FeedbackChanges): Promise<AcceptedFeedback>;
  /** Scopes with feedback that is kept here, in one look. */
  keptFeedback(scopes: readonly MemberExercise[]): Promise<readonly MemberExercise[]>;
  /** As {@link Outbox.readAnnotations}, for that feedback. */
  readFeedback(scope: MemberExercise, read: () => Promise<StoredChanges>): Promise<ShownChanges>;
  /** As {@link Outbox.acceptChanges}, for an assignment of a class. */
  acceptAssignment(scope: ClassIssue, assignment: AssignmentChange): Promise<AcceptedAssignment>;
  /** As {@link Outbox.readAnnotations}, for the assignments of a class. */
  readAssignments(scope: ClassIssue, read: () => Promise<StoredChanges>): Promise<ShownChanges>;
  /**
   * Items of the service, with those that are kept here laid over them. The version of an item is what its next
   * write is made on: of one that waits, the version that it will have; of one that was refused, the
   * version that is stored.
   *
   * @param read Asks the service; what it throws is thrown here.
   */
  readItems(
    scope: LocalStoreScope,
    read: () => Promise<readonly StoredItem[]>,
  ): Promise<readonly LocalStoreItem[]>;
  /**
   * Tries at once. Resolves with true when nothing is being accepted or waits to be sent any more (what
   * is set aside does not count), and with false at the limit or without a network.
   */
  drained(limitInMs: number): Promise<boolean>;
  /** Entries that could not be delivered and wait for a decision. */
  setAside(): Promise<readonly SetAside[]>;
  /** Sends again what was refused. What is in conflict is decided by the content's next write. */
  retryRefused(): Promise<void>;
  /**
   * Forgets what is set aside: refused, in conflict, unreadable. What has changed since it was listed
   * stays.
   *
   * @param listed As {@link Outbox.setAside} gave them; default: what it gave last.
   */
  discardSetAside(listed?: readonly SetAside[]): Promise<void>;
  /**
   * Forgets what waits here, and what is set aside, of a course: all but statements.
   *
   * @returns how many entries there were.
   */
  forgetCourse(courseId: string): Promise<number>;
  /** Nothing more is sent, and the listeners are gone. What was accepted stays. */
  close(): void;
}

export interface StatementOptions {
  /** The content gave no time of its own: the statement's tells no statements apart. */
  readonly isTimeMade?: boolean;
}

type WithDeadline<F extends (...given: never[]) => unknown> = (
  ...given: [...Parameters<F>, deadline: Deadline]
) => ReturnType<F>;

/** An outbox without its status, which stays where the work is done another way. */
export interface OutboxWork extends Omit<
  Outbox,
  | keyof Status
  | 'acceptAnswers'
  | 'acceptAssignment'
  | 'acceptChanges'
  | 'acceptFeedback'
  | 'acceptItems'
  | 'acceptStatement'
  | 'close'
  | 'drained'
> {
  acceptItems: WithDeadline<Outbox['acceptItems']>;
  acceptAnswers: WithDeadline<Outbox['acceptAnswers']>;
  acceptChanges: WithDeadline<Outbox['acceptChanges']>;
  acceptFeedback: WithDeadline<Outbox['acceptFeedback']>;
  acceptAssignment: WithDeadline<Outbox['acceptAssignment']>;
  /** As {@link Outbox.acceptStatement}. */
  acceptStatement(about: string, statement: PendingStatement, deadline: Deadline): Promise<void>;
  /**
   * As {@link Outbox.drained}.
   *
   * @param signal Nothing waits for it any more.
   */
  drained(signal: AbortSignal): Promise<boolean>;
  /**
   * As {@link Outbox.close}. Resolves once another one may go on: what went the direct way has come to the services.
   * A queue ends by itself, because its entries are stored once, however often they are sent.
   */
  close(): Promise<void>;
}
