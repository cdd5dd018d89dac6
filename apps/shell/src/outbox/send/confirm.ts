import type { LocalStoreItem as StoredItem } from '@lectern/contracts';
import { BridgeFailure } from '../../bridge/bridge-failure.ts';
import { keyOfItem } from '../model/item.ts';
import type { IdentifiedStatement } from '../model/statement.ts';

/*
 * Delivered is what a service says that it has stored. An answer in the contract's form that says nothing of
 * what was sent, as something on the way may give, is as good as none.
 */

interface SentItem {
  readonly segment: string;
  readonly key: string;
  readonly value: string;
  /** The version that it was sent on, where it was. */
  readonly base?: number | undefined;
}

/**
 * @param answered What the answer has of items, more than those that were sent at will.
 * @returns what was sent, as it is stored.
 * @throws {BridgeFailure} `UNAVAILABLE` where the answer does not have each of them with its value, and on a
 *   version that can come of it: a write that is made on the stored version makes another one.
 */
export function confirmItems(
  sent: readonly SentItem[],
  answered: readonly StoredItem[],
): readonly StoredItem[] {
  const byKey = new Map(answered.map((item) => [keyOfItem(item), item]));
  return sent.map((item) => {
    const stored = byKey.get(keyOfItem(item));
    if (!stored || stored.value !== item.value || stored.version === item.base)
      throw new BridgeFailure('UNAVAILABLE', 'The answer does not say that the items are stored.');
    return stored;
  });
}

/**
 * Ids are UUIDs: RFC 9562, section 4.
 *
 * @throws {BridgeFailure} `UNAVAILABLE` where the answer is about another statement.
 */
export function confirmStatement(
  { id }: IdentifiedStatement,
  { statement_id }: { readonly statement_id: string },
): void {
  if (statement_id.toLowerCase() !== id.toLowerCase())
    throw new BridgeFailure('UNAVAILABLE', 'The answer does not say that the statement is stored.');
}
