import type { LocalStoreItem as StoredItem } from '@lectern/contracts';
import type {
  ClassIssue,
  LocalStoreItemInput,
  LocalStoreScope,
  MemberExercise,
} from '@lectern/sdk/protocol';
import type { ChangeKind, DeliveredChange, GivenChange, PendingChange } from './change.ts';
import type { PendingItem } from './item.ts';
import type { Premise, Row } from './row.ts';
import type { PendingStatement } from './statement.ts';

/** The kinds of what learners write. Each has its part of the queue, and a service that takes it. */
export interface Kinds {
  readonly items: {
    readonly target: LocalStoreScope;
    readonly given: LocalStoreItemInput;
    readonly write: PendingItem;
    readonly stored: StoredItem;
  };
  readonly annotations: Changes;
  /** Of an exercise. */
  readonly answers: Changes;
  /** Of a teacher, on a member's answers to an exercise: `MemberExercise`. */
  readonly feedback: Changes;
  /** Of a teacher, for a class. */
  readonly assignments: Changes;
  readonly statements: {
    /** The put's `dto_id`: the thing that the statements are about. */
    readonly target: string;
    readonly given: PendingStatement;
    readonly write: PendingStatement;
    readonly stored: PendingStatement;
  };
}

/** The place of changes: a topic, an exercise, a member or a class. */
export type ChangeScope = LocalStoreScope | ClassIssue;

interface Changes {
  readonly target: ChangeScope;
  readonly given: GivenChange;
  readonly write: PendingChange;
  readonly stored: DeliveredChange;
}

export const kindNames = [
  'items',
  'annotations',
  'answers',
  'feedback',
  'assignments',
  'statements',
] as const satisfies (keyof Kinds)[];
export type KindName = keyof Kinds;
/** For the log: what failed. */
export const storingFaults = {
  items: 'Could not store local store items.',
  annotations: 'Could not store annotations.',
  answers: 'Could not store answers.',
  feedback: 'Could not store feedback.',
  assignments: 'Could not store assignments.',
  statements: 'Could not post the learning statement.',
} as const satisfies Readonly<Record<KindName, string>>;

export type VersionedKind = 'items' | ChangeKind;

export type Target<K extends KindName = KindName> = Kinds[K]['target'];
export type Given<K extends KindName = KindName> = Kinds[K]['given'];
/** A write that waits, or is set aside. */
export type Write<K extends KindName = KindName> = Kinds[K]['write'];
/** A write as the service says that it has stored it. */
export type Stored<K extends KindName = KindName> = Kinds[K]['stored'];

/** The content of an entry, sealed on the disk: one request to a service. */
export interface Content<K extends KindName = KindName> {
  readonly kind: K;
  readonly target: Target<K>;
  readonly writes: readonly Write<K>[];
  /** Why it is set aside: the service's code. */
  readonly reason?: string | undefined;
}
export type AnyContent = { [K in KindName]: Content<K> }[KindName];

export interface Entry<K extends KindName = KindName> {
  readonly row: Row;
  readonly content: Content<K>;
}

/**
 * A lane: what waits in the order of acceptance, and what is set aside in the order in which that was
 * done. Without the entries that cannot be read.
 */
export interface Lane<K extends KindName = KindName> {
  readonly name: string;
  /** The lane is as it was read. */
  readonly premise: Premise;
  readonly queue: readonly Entry<K>[];
  readonly aside: readonly Entry<K>[];
}

/** An entry grows no further beyond this, in bytes: well below what one call may carry. */
export const entryMaximumInBytes = 1024 * 1024;

/** The parts of a scope in one order: content may name them in any. */
export function partsOf(scope: ChangeScope): readonly string[] {
  const issue = [scope.course_id_dto.course_id, scope.issue_id_dto.issue_id];
  if (isOfClass(scope)) return [...issue, 'class', scope.group_id];
  const model =
    'topic_dto' in scope
      ? (['topic', scope.topic_dto.topic_id] as const)
      : (['exercise', scope.exercise_dto.exercise_id] as const);
  const member = isOfMember(scope) ? [scope.group_id, scope.member_subject] : [];
  return [...issue, ...model, ...member];
}

/** The scope is that of feedback. */
export function isOfMember(scope: ChangeScope): scope is MemberExercise {
  return 'member_subject' in scope;
}

/** The scope is that of assignments. */
export function isOfClass(scope: ChangeScope): scope is ClassIssue {
  return !('topic_dto' in scope || 'exercise_dto' in scope);
}
