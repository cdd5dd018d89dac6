import type { LocalStoreScope } from '@lectern/sdk/protocol';
import type { Api } from '../../api.ts';
import { BridgeFailure } from '../../bridge/bridge-failure.ts';
import { tryInTime, type TryLimit } from './try-in-time.ts';
import { verdictOf, type Failure } from '../model/verdict.ts';
import {
  idIn,
  lists,
  writeChanges,
  type DeliveredChange,
  type ListName,
  type PendingChange,
} from '../model/change.ts';

/** What a service has made of changes. */
export type ChangesVerdict =
  | { readonly kind: 'delivered'; readonly delivered: readonly DeliveredChange[] }
  | { readonly kind: 'refused' | 'later'; readonly failure: Failure };

type Answer = Awaited<ReturnType<Api['clag']['annotationsSaveForTopic']>>;

/** One try, within the limit of {@link tryInTime}; never rejects. */
export function deliverChanges(
  api: Pick<Api, 'clag'>,
  subject: string,
  scope: LocalStoreScope,
  changes: readonly PendingChange[],
): Promise<ChangesVerdict> {
  return tryInTime<ChangesVerdict>(
    async (limit) => {
      try {
        return { kind: 'delivered', delivered: await save(api, subject, scope, changes, limit) };
      } catch (error) {
        return verdictOf(error);
      }
    },
    (failure) => ({ kind: 'later', failure }),
  );
}

/**
 * Has changes stored under the user's name, all or none.
 *
 * @throws {CallFailed | BridgeFailure} `UNAVAILABLE` where the answer does not say what became of each.
 */
export async function save(
  api: Pick<Api, 'clag'>,
  subject: string,
  scope: LocalStoreScope,
  changes: readonly PendingChange[],
  limit: TryLimit,
): Promise<readonly DeliveredChange[]> {
  // What was accepted has been checked by the contract's own schema.
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
