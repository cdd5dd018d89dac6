import type { Database } from '../../storage/database.ts';
import type { ConflictCopy, Issue, StoredItem } from '../items/item.ts';
import type { ItemWrite } from '../items/issue-writer.ts';

/** Writes that restore some versions. */
export interface Plan {
  readonly items: readonly ItemWrite[];
  readonly copies: readonly ConflictCopy[];
  /** How many of the versions were stored already. */
  readonly unchanged: number;
  /** How many items were replaced. */
  readonly replaced: number;
}

/** Under the lock of the issue. */
export interface Circumstances {
  readonly transaction: Database;
  readonly issue: Issue;
  /** The items of the versions as they are; those that are not there are left out. */
  readonly stored: ReadonlyMap<string, StoredItem>;
  /** The version that an item begins after where nothing is known of it. */
  readonly floor: number;
  /** By the clock of the database. */
  readonly now: Date;
}
