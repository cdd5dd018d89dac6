import type { Api } from '../../api.ts';
import { BridgeFailure } from '../../bridge/bridge-failure.ts';
import {
  idIn,
  isOfWaiting,
  keyOfChange,
  listsOf,
  writeChanges,
  type ChangeKind,
  type ChangeLists,
  type DeliveredChange,
  type ListName,
  type PendingChange,
} from '../model/change.ts';
import { isOfClass, isOfMember, type ChangeScope } from '../model/entry.ts';
import type { StoredVersions } from '../model/stored-versions.ts';
import { deliveredVerdict, failed } from '../model/verdict.ts';
import type { Transport, TryLimit } from './transport.ts';

type GivenAssignment = Parameters<Api['clag']['assignmentSaveForGroup']>[0]['body']['assignment'];

/** @param storedVersions Of changes that were delivered here or in another tab. */
export function createChangesTransport<K extends ChangeKind>(
  kind: K,
  api: Pick<Api, 'clag'>,
  subject: string,
  storedVersions: StoredVersions,
): Transport<K> {
  const transport: Transport<ChangeKind> = {
    async deliver(_lane, { target, writes }, limit) {
      // The change that one was made on may have been lost, unreadable: version 0 then, so that the service keeps
      // as a conflict copy what it has.
      const based = writes.map((change) =>
        isOfWaiting(change.base)
          ? { ...change, base: storedVersions.baseFor(keyOfChange(change), change.base) ?? 0 }
          : change,
      );
      try {
        const arrived = await saveChanges(kind, api, subject, target, based, limit);
        // Before the disk forgets it: content may name the version at any time.
        storedVersions.note(arrived);
        return deliveredVerdict(arrived);
      } catch (error) {
        return failed(error, based);
      }
    },

    outcomes(scope, verdict, aside) {
      if (verdict.kind === 'delivered')
        return [{ kind: `${kind} delivered`, scope, changes: verdict.arrived }];
      if (aside.length === 0) return [];
      const reason = verdict.failure?.reason ?? '';
      return [{ kind: `${kind} refused`, scope, changes: aside, reason }];
    },
  };
  // All kinds have the same writes.
  return transport as Transport<K>;
}

/**
 * Has changes stored under the user's name, all or none.
 *
 * @throws {CallFailed | BridgeFailure} `UNAVAILABLE` where the answer does not say what became of each.
 */
export async function saveChanges(
  kind: ChangeKind,
  api: Pick<Api, 'clag'>,
  subject: string,
  scope: ChangeScope,
  changes: readonly PendingChange[],
  limit: TryLimit,
): Promise<readonly DeliveredChange[]> {
  const answer = await send(kind, api, subject, scope, changes, limit);
  return listsOf[kind].flatMap((list) =>
    confirm(
      list,
      changes.filter((change) => change.list === list),
      (answer[list] ?? []) as readonly Outcome[],
    ),
  );
}

/** @returns what became of each change, in the lists of the request. */
async function send(
  kind: ChangeKind,
  { clag }: Pick<Api, 'clag'>,
  subject: string,
  scope: ChangeScope,
  changes: readonly PendingChange[],
  limit: TryLimit,
): Promise<ChangeLists> {
  // Accepted changes have been checked by the contract's own schema.
  const content = writeChanges(changes) as object;
  const request = { xIaSubject: subject, ...limit, outlivesPage: true };
  if (isOfClass(scope)) {
    const { assignments } = content as { assignments: [GivenAssignment] };
    const { assignment } = await clag.assignmentSaveForGroup({
      ...request,
      body: { subject, ...scope, assignment: assignments[0] },
    });
    return { assignments: [assignment] };
  }
  if ('topic_dto' in scope)
    return clag.annotationsSaveForTopic({ ...request, body: { subject, ...scope, ...content } });
  if (kind === 'annotations')
    return clag.annotationsSaveForExercise({ ...request, body: { subject, ...scope, ...content } });
  const { exercise_dto, ...issue } = scope;
  const { exercise_id } = exercise_dto;
  if (isOfMember(scope)) {
    const { exercise_dto: _, ...member } = scope;
    return clag.feedbackSaveForMember({
      ...request,
      body: {
        subject,
        ...member,
        // Removed feedback is named by its id alone.
        feedback: inExercise(exercise_id, content, 'feedback', (each) => 'content' in each),
      },
    });
  }
  const { outcomes } = await clag.exerciseSaveAndGetUserData({
    ...request,
    body: {
      subject,
      ...issue,
      exercise_ids: [exercise_id],
      answers: inExercise(exercise_id, content, 'answers'),
    },
  });
  return { answers: outcomes };
}

/** The changes of an exercise as the service takes them. */
function inExercise<Given extends object>(
  exercise_id: string,
  lists: ChangeLists,
  list: ListName,
  namesIt: (change: object) => boolean = () => true,
) {
  return (lists[list] ?? []).map((change) =>
    namesIt(change) ? { exercise_id, ...change } : change,
  ) as Given[];
}

/** The service's outcome of a change, beside its id. */
type Outcome = Pick<
  DeliveredChange,
  'version' | 'updated_at' | 'outcome' | 'conflict_copy_version' | 'shared_at'
>;

/** Delivered is what a service says that it has stored; an answer that is about something else is none. */
function confirm(
  list: ListName,
  sent: readonly PendingChange[],
  answered: readonly Outcome[],
): readonly DeliveredChange[] {
  return sent.map(({ id, base, version: accepted }, place) => {
    const stored = answered[place];
    if (!stored || answered.length !== sent.length || idIn(list, stored) !== id)
      throw new BridgeFailure('UNAVAILABLE', 'The answer does not say what was stored.');
    const { version, updated_at, outcome, conflict_copy_version, shared_at } = stored;
    const delivered = { list, id, base, accepted, version, updated_at, outcome };
    return { ...delivered, conflict_copy_version, shared_at };
  });
}
