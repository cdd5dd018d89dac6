import { annotationsCalls } from '@lectern/contracts/calls/annotations/annotations';
import { assignmentCalls } from '@lectern/contracts/calls/annotations/assignment';
import { exerciseCalls } from '@lectern/contracts/calls/annotations/exercise';
import { feedbackCalls } from '@lectern/contracts/calls/annotations/feedback';
import { changesMaximum } from '@lectern/sdk/protocol';
import { checkWrites } from './check-size.ts';
import {
  isOfWaiting,
  keyOfChange,
  listsOf,
  makeVersion,
  type ChangeKind,
  type GivenChange,
  type PendingChange,
} from './change.ts';
import { transition } from './entry-machine.ts';
import type { AcceptPolicy, Kept, Knowledge } from './policy.ts';

/** Conflict copies that one change settles, at most, by the contract. */
const settledMaximum = 100;

/** A change that does not know of another one goes beside it: the service keeps both, or refuses it. */
const keepBoth: Omit<AcceptPolicy<ChangeKind>, 'check' | 'kind'> = {
  conflict: 'A version is not known any more.',
  keyOf: keyOfChange,

  plan(given, kept, knowledge, now) {
    const { waiting } = kept;
    if (waiting) {
      const { entry, write } = waiting;
      const isOwn = knowledge.isOwn(entry);
      // Said again, since the answer was lost. Another tab is not told what its writer may still change.
      const mayTell = isOwn || !transition(entry.row, 'joined');
      if (mayTell && isAgain(given, write)) return { write, isNew: false };
      // Content that did not wait for the answer knew what it had written all the same.
      if (isOwn && given.base === write.base) return made(given, write.version, now);
    }
    const base = baseOf(given, kept, knowledge);
    return base === undefined ? undefined : made(given, base, now);
  },

  joined(before, later) {
    // Made without knowing of the other: each goes by itself, so that the service keeps both.
    if (later.base !== before.version) return undefined;
    const settled = [...new Set([...before.settled, ...later.settled])];
    const { base, version } = before;
    return settled.length > settledMaximum ? undefined : { ...later, base, version, settled };
  },

  fit: (changes) =>
    Object.values(listsOf)
      .flat()
      .every((name) => changes.filter(({ list }) => list === name).length <= changesMaximum),

  /** Made on something newer, a change knows nothing of what was refused: that stays. */
  settles: ({ base }, aside) => base === aside.write.base,

  isMadeOn: ({ base }, { version }) => base === version,

  replaces: ({ base }, { version }) => base === version,

  rebased: (change, base = 0) => ({ ...change, base }),

  restored: (change) => change,
};

const { annotationsSaveForTopic } = annotationsCalls;
const { exerciseSaveAndGetUserData } = exerciseCalls;

const { assignmentSaveForGroup } = assignmentCalls;
const { feedbackSaveForMember } = feedbackCalls;

/** Of what the service refuses, its author has one opinion: what it writes on a newer version is that. */
const onNewest: Pick<AcceptPolicy<ChangeKind>, 'settles'> = {
  settles: ({ base }, aside) => base >= aside.write.base,
};

export const changePolicies: { readonly [K in ChangeKind]: AcceptPolicy<K> } = {
  annotations: policyOf('annotations', annotationsSaveForTopic, 'An annotation'),
  answers: policyOf('answers', exerciseSaveAndGetUserData, 'An answer'),
  assignments: {
    ...policyOf('assignments', assignmentSaveForGroup, 'An assignment'),
    ...onNewest,
    // The call takes one.
    fit: (changes) => changes.length === 1,
  },
  feedback: { ...policyOf('feedback', feedbackSaveForMember, 'Feedback'), ...onNewest },
};

/** @param what For messages to the content. */
function policyOf<K extends ChangeKind>(
  kind: K,
  { bodyLimitInBytes }: { readonly bodyLimitInBytes: number },
  what: string,
): AcceptPolicy<K> {
  const policy: AcceptPolicy<ChangeKind> = {
    ...keepBoth,
    kind,
    check(scope, changes) {
      // In the request each answer names its exercise.
      const place = kind !== 'annotations' && 'exercise_dto' in scope ? scope.exercise_dto : {};
      const writes = changes.map((change) => ({ ...change, ...place }));
      return checkWrites(scope, writes, changes.map(keyOfChange), bodyLimitInBytes, what);
    },
  };
  // All kinds have the same writes.
  return policy as AcceptPolicy<K>;
}

function made(given: GivenChange, base: number, now: string) {
  return { write: { ...given, base, version: makeVersion(), updated_at: now }, isNew: true };
}

/** The version to be sent, or that of the change that it waits for; nothing where it is not known any more. */
function baseOf(
  change: GivenChange,
  { queue, aside }: Kept<ChangeKind>,
  { storedBaseFor }: Knowledge,
): number | undefined {
  const { base } = change;
  if (!isOfWaiting(base)) return base;
  const key = keyOfChange(change);
  const isWaiting = queue.some(({ content }) =>
    content.writes.some((other) => other.version === base && keyOfChange(other) === key),
  );
  if (isWaiting) return base;
  // A refused change was never there: this goes on what that was made on.
  return aside?.write.version === base ? aside.write.base : storedBaseFor(key, base);
}

function isAgain(given: GivenChange, before: PendingChange): boolean {
  return (
    (given.base === before.version || given.base === before.base) &&
    JSON.stringify(given.content) === JSON.stringify(before.content) &&
    given.settled.every((version) => before.settled.includes(version))
  );
}
