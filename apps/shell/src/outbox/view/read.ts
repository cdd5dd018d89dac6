import type { LocalStoreItem as StoredItem } from '@lectern/contracts';
import type { LocalStoreItem, LocalStoreScope } from '@lectern/sdk/protocol';
import { layOver } from './items-view.ts';
import type { Desk } from '../disk/queue.ts';
import { StorageFull } from '../disk/storage-full.ts';

/**
 * Reads the items of a scope. This tab is told of versions that other tabs have written: from here on
 * those tabs write new versions instead of changing what these are.
 */
export async function readItems(
  { cabinet, courier, noteShown, sealing, store, tab }: Desk,
  scope: LocalStoreScope,
  read: () => Promise<readonly StoredItem[]>,
): Promise<readonly LocalStoreItem[]> {
  const name = await sealing.laneOfItems(scope);
  const before = await cabinet.lane(name);
  const stored = await read();
  courier.note(name, stored);
  for (;;) {
    const after = await cabinet.lane(name);
    const untold = after.rows.queue.filter(
      ({ isSent, isTold, writer }) => !isSent && !isTold && writer !== tab,
    );
    if (untold.length === 0) {
      noteShown(scope, after);
      return layOver(stored, before, after);
    }
    try {
      await store.commit(
        untold.map((row) => ({ before: row, after: { ...row, isTold: true } })),
        {},
        'note',
      );
    } catch (error) {
      if (!(error instanceof StorageFull)) throw error;
      // The other tabs may still change what these versions are: nothing is written here on them.
      return layOver(stored, before, after);
    }
  }
}
