import type {
  AcceptedAnnotations,
  AnnotationChanges,
  LocalStoreScope,
} from '@lectern/sdk/protocol';
import { BridgeFailure } from '../../bridge/bridge-failure.ts';
import { checkChanges } from '../model/check-size.ts';
import {
  inLists,
  isOfWaiting,
  readChanges,
  type DeliveredChange,
  type PendingChange,
} from '../model/change.ts';

/**
 * Accepts changes where this device keeps nothing: they are delivered already.
 *
 * @param deliver Has them stored; what it throws is thrown here.
 */
export async function acceptDirectly(
  scope: LocalStoreScope,
  changes: AnnotationChanges,
  deliver: (changes: readonly PendingChange[]) => Promise<readonly DeliveredChange[]>,
): Promise<{
  readonly answer: AcceptedAnnotations;
  readonly delivered: readonly DeliveredChange[];
}> {
  const given = readChanges(changes);
  checkChanges(scope, given);
  // Of an outbox that this page had before it was loaded.
  if (given.some(({ base }) => isOfWaiting(base)))
    throw new BridgeFailure('CONFLICT', 'A version is not known any more.');
  const pending = given.map((change) => ({ ...change, version: change.base, updated_at: '' }));
  const delivered = pending.length === 0 ? [] : await deliver(pending);
  const answer = inLists(delivered, ({ version, updated_at }) => ({
    version,
    updated_at,
    delivered: true,
  }));
  // The ids have their lists' names.
  return { answer: answer as unknown as AcceptedAnnotations, delivered };
}
