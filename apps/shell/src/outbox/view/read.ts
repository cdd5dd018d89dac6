import { moved } from '../disk/lanes.ts';
import type { OutboxState } from '../disk/outbox-state.ts';
import { StorageFull } from '../disk/storage-full.ts';
import type { ChangeScope, Entry, Lane, VersionedKind } from '../model/entry.ts';

/** How one kind is shown to the content. */
export interface LaneView<K extends VersionedKind, Answer, Shown> {
  readonly kind: K;
  /** Takes note of what the service has said. */
  noteStored(lane: string, answer: Answer): void;
  /**
   * Lays what is kept here over what the service has said. While it was asked, entries may have been delivered
   * that its answer does not show yet: they are laid over first.
   */
  layOver(
    answer: Answer,
    delivered: readonly Entry<K>[],
    kept: Pick<Lane<K>, 'queue' | 'aside'>,
  ): Shown;
  /** The content has been shown the lane. */
  noteShown(scope: ChangeScope, lane: Lane<K>): void;
  /**
   * Without room on the disk to say that they were told, entries that other tabs may still change are shown
   * all the same: no write is accepted on them.
   */
  readonly showsUntold: boolean;
}

/**
 * Reads what there is of a scope. This tab is told of versions that other tabs have written: from here on
 * those tabs write new versions instead of changing what these are.
 */
export async function readLane<K extends VersionedKind, Answer, Shown>(
  { lanes, sealing, store, tab }: OutboxState,
  { kind, layOver, noteStored, noteShown, showsUntold }: LaneView<K, Answer, Shown>,
  scope: ChangeScope,
  read: () => Promise<Answer>,
): Promise<Shown> {
  const name = await sealing.laneOf(kind, scope);
  const before = await lanes.read(kind, name);
  const answer = await read();
  noteStored(name, answer);
  for (;;) {
    const lane = await lanes.read(kind, name);
    const untold = lane.queue.flatMap(({ row }) => {
      const change = row.writer === tab ? undefined : moved(row, 'told');
      return change ? [change] : [];
    });
    const stays = new Set(lane.queue.map(({ row }) => row.id));
    const delivered = before.queue.filter(({ row }) => !stays.has(row.id));
    if (untold.length === 0) {
      noteShown(scope, lane);
      return layOver(answer, delivered, lane);
    }
    try {
      await store.commit(untold, {}, 'note');
    } catch (error) {
      if (!(error instanceof StorageFull)) throw error;
      const hidden = new Set(showsUntold ? [] : untold.map(({ before }) => before?.id));
      const queue = lane.queue.filter(({ row }) => !hidden.has(row.id));
      return layOver(answer, delivered, { queue, aside: lane.aside });
    }
  }
}
