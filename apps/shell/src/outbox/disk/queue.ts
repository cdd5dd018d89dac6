import type { LocalStoreScope } from '@lectern/sdk/protocol';
import type { Became } from '../model/stored-versions.ts';
import type { PendingChange } from '../model/change.ts';
import type { ChangesVerdict } from '../send/annotations-transport.ts';
import type { Cabinet, ItemsLane } from './lanes.ts';
import type { Courier } from '../send/items-transport.ts';
import type { EntryStore } from './entry-store.ts';
import type { PendingItem } from '../model/entry.ts';
import type { Outcome } from '../outbox.ts';
import type { Knowledge } from '../model/plan.ts';
import type { Sealing } from './sealing.ts';
import type { Sending } from '../model/sending.ts';

/** Shared state of an outbox on a disk. */
export interface Desk {
  readonly store: EntryStore;
  readonly sealing: Sealing;
  readonly cabinet: Cabinet;
  readonly courier: Courier;
  /** As {@link deliverChanges}, for the user. */
  deliverChanges(
    scope: LocalStoreScope,
    changes: readonly PendingChange[],
  ): Promise<ChangesVerdict>;
  /** Of changes of annotations that were delivered here or in another tab. */
  readonly became: Became;
  readonly sending: Sending;
  /** Names this tab. */
  readonly tab: string;
  /** The content has been shown what is kept here of a scope. */
  noteShown(scope: LocalStoreScope, lane: ItemsLane): void;
  knowledgeOf(scope: LocalStoreScope): Knowledge;
  /** A service may hear of the entry, and the disk has no room to say so: tells the tab that may add. */
  noteSentUnmarked(id: number): void;
  /** What was told of the versions of these items, here or in another tab, has not come true. */
  noteUnsure(scope: LocalStoreScope, items: readonly PendingItem[]): void;
  readonly isClosed: boolean;
  /** Something has been committed. */
  noteChange(): void;
  /** For the listeners here and in the other tabs. */
  tell(outcome: Outcome): void;
}
