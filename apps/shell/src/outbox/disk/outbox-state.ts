import type { ChangeScope, Content } from '../model/entry.ts';
import type { Outcome } from '../model/outcome.ts';
import type { Knowledge } from '../model/policy.ts';
import type { Sending } from '../model/sending.ts';
import type { EntryStore } from './entry-store.ts';
import type { Lanes } from './lanes.ts';
import type { Sealing } from './sealing.ts';

/** Shared state of an outbox on a disk. */
export interface OutboxState {
  readonly store: EntryStore;
  readonly sealing: Sealing;
  readonly lanes: Lanes;
  readonly sending: Sending;
  /** Names this tab. */
  readonly tab: string;
  readonly isClosed: boolean;
  knowledgeOf(scope: ChangeScope): Knowledge;
  /** A service may hear of the entry, and the disk has no room to say so: tells the tab that may add. */
  noteSentUnmarked(id: number): void;
  /** The versions that were told of these writes, here or in another tab, have not come true. */
  noteUnsure(content: Content, keys: readonly string[]): void;
  /** Something has been committed. */
  noteChange(): void;
  /** For the listeners here and in the other tabs. */
  tell(outcome: Outcome): void;
}
