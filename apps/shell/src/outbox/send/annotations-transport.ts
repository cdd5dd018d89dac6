import type { LocalStoreScope } from '@lectern/sdk/protocol';
import type { Api } from '../../api.ts';
import { BridgeFailure } from '../../bridge/bridge-failure.ts';
import {
  idIn,
  isOfWaiting,
  keyOfChange,
  lists,
  writeChanges,
  type DeliveredChange,
  type ListName,
  type PendingChange,
} from '../model/change.ts';
import type { StoredVersions } from '../model/stored-versions.ts';
import { deliveredVerdict, failed } from '../model/verdict.ts';
import type { Transport, TryLimit } from './transport.ts';

type Answer = Awaited<ReturnType<Api['clag']['annotationsSaveForTopic']>>;

/** @param storedVersions Of changes that were delivered here or in another tab. */
export function createAnnotationsTransport(
  api: Pick<Api, 'clag'>,
  subject: string,
  storedVersions: StoredVersions,
): Transport<'annotations'> {
  return {
    async deliver(_lane, { target, writes }, limit) {
      // The change that one was made on may have been lost, unreadable: version 0 then, so that the service keeps
      // as a conflict copy what it has.
      const based = writes.map((change) =>
        isOfWaiting(change.base)
          ? { ...change, base: storedVersions.of(keyOfChange(change), change.base) ?? 0 }
          : change,
      );
      try {
        const arrived = await saveChanges(api, subject, target, based, limit);
        // Before the disk forgets it: content may name the version at any time.
        storedVersions.note(arrived);
        return deliveredVerdict(arrived);
      } catch (error) {
        return failed(error, based);
      }
    },

    outcomes(scope, { kind, arrived, failure }, aside) {
      if (kind === 'delivered') return [{ kind: 'annotations delivered', scope, changes: arrived }];
      if (aside.length === 0) return [];
      const reason = failure?.reason ?? '';
      return [{ kind: 'annotations refused', scope, changes: aside, reason }];
    },
  };
}

/**
 * Has changes stored under the user's name, all or none.
 *
 * @throws {CallFailed | BridgeFailure} `UNAVAILABLE` where the answer does not say what became of each.
 */
export async function saveChanges(
  api: Pick<Api, 'clag'>,
  subject: string,
  scope: LocalStoreScope,
  changes: readonly PendingChange[],
  limit: TryLimit,
): Promise<readonly DeliveredChange[]> {
  // Accepted changes have been checked by the contract's own schema.
  const content = writeChanges(changes) as object;
  const request = { xIaSubject: subject, ...limit, outlivesPage: true };
  const answer =
    'topic_dto' in scope
      ? await api.clag.annotationsSaveForTopic({
          ...request,
          body: { subject, ...scope, ...content },
        })
      : await api.clag.annotationsSaveForExercise({
          ...request,
          body: { subject, ...scope, ...content },
        });
  return lists.flatMap((list) =>
    confirm(
      list,
      changes.filter((change) => change.list === list),
      answer[list],
    ),
  );
}

/** Delivered is what a service says that it has stored; an answer that is about something else is none. */
function confirm(
  list: ListName,
  sent: readonly PendingChange[],
  answered: Answer[ListName],
): readonly DeliveredChange[] {
  return sent.map(({ id, version: accepted }, place) => {
    const stored = answered[place];
    if (!stored || answered.length !== sent.length || idIn(list, stored) !== id)
      throw new BridgeFailure('UNAVAILABLE', 'The answer does not say what was stored.');
    const { version, updated_at, outcome, conflict_copy_version } = stored;
    return { list, id, accepted, version, updated_at, outcome, conflict_copy_version };
  });
}
