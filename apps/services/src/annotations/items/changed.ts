import type { Database } from '../../storage/database.ts';
import type { Content, Issue, ItemKey } from './item.ts';

/** An item whose content is another one now. */
export interface ChangedItem {
  readonly key: ItemKey;
  readonly version: number;
  /** null: the item is removed. */
  readonly content: Content | null;
}

/**
 * Is told of changes in the transaction that makes them, after they were written: where it fails,
 * nothing of them is stored. The caller has the lock of the issue.
 */
export type ChangeListener = (
  transaction: Database,
  issue: Issue,
  changes: readonly ChangedItem[],
) => Promise<void>;
