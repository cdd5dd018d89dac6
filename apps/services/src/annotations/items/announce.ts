import type { Database } from '../../storage/database.ts';
import { followItems } from '../search/follow-items.ts';
import type { ChangedItem, ChangeListener } from './changed.ts';
import type { Issue } from './item.ts';

/**
 * Whoever follows what users write: each is told of every change of an item by any call. Erasing and
 * moving a subject tells nobody; followers have tables of their own for that (`subject-data.ts`).
 */
const listeners: readonly ChangeListener[] = [followItems];

/** Tells all listeners, one after the other. */
export async function announceChanges(
  transaction: Database,
  issue: Issue,
  changes: readonly ChangedItem[],
): Promise<void> {
  if (changes.length === 0) return;
  for (const listen of listeners) await listen(transaction, issue, changes);
}
