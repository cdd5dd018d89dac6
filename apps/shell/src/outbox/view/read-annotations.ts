import type { Annotations, LocalStoreScope } from '@lectern/sdk/protocol';
import type { Entry } from '../disk/lanes.ts';
import type { Desk } from '../disk/queue.ts';
import { StorageFull } from '../disk/storage-full.ts';
import { layOver, type StoredAnnotations } from './annotations-view.ts';

/**
 * Reads what there is of a scope. This tab is told of versions that other tabs have written: from here on
 * those tabs write new versions instead of changing what these are.
 */
export async function readAnnotations(
  { became, cabinet, sealing, store, tab }: Desk,
  scope: LocalStoreScope,
  read: () => Promise<StoredAnnotations>,
): Promise<Annotations> {
  const name = await sealing.laneOfAnnotations(scope);
  const before = await cabinet.annotationsLane(name);
  const stored = await read();
  for (;;) {
    const after = await cabinet.annotationsLane(name);
    const untold = after.rows.queue.filter(
      ({ isSent, isTold, writer }) => !isSent && !isTold && writer !== tab,
    );
    const shown = layOver(stored, before, after, became);
    if (untold.length === 0) return shown;
    const changes = untold.map((row) => ({ before: row, after: { ...row, isTold: true } }));
    try {
      await store.commit(changes, {}, 'note');
    } catch (error) {
      if (!(error instanceof StorageFull)) throw error;
      // Shown without them: what other tabs may still change is no version to write on.
      const isTold = ({ row }: Entry) => !untold.some(({ id }) => id === row.id);
      const [earlier, now] = [before, after].map(({ queue, aside }) => ({
        queue: queue.filter(isTold),
        aside,
      }));
      return layOver(stored, earlier!, now!, became);
    }
  }
}
