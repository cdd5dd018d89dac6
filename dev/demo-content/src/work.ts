import type { SaveState } from '@lectern/sdk';
import type { SaveStatus } from './saving.ts';

/** How far something that the learner makes has come, from the first look to the service's confirmation. */
export type WorkStatus =
  /** What was saved is on its way; until it is here nothing may be entered. */
  | { readonly kind: 'loading' }
  /** As before, after at least one failure. */
  | { readonly kind: 'loading-again' }
  /** There is no container: everything can be tried, nothing is kept. */
  | { readonly kind: 'practice' }
  /** Loading failed for good. Nothing is saved, so that what is unknown is not overwritten. */
  | { readonly kind: 'unreadable'; readonly error: unknown }
  | Exclude<SaveStatus, { readonly kind: 'accepted' }>
  /** Safe on this device, and not delivered to a service yet. */
  | { readonly kind: 'kept'; readonly transfer: SaveState['state'] | undefined }
  /** A service has the newest of it. */
  | { readonly kind: 'saved' };

/** An answer, or the notes on a page. Fires `change` when its status changes. */
export interface Work extends EventTarget {
  /** What the learner knows it by. */
  readonly name: string;
  readonly status: WorkStatus;
  /** Whether something would be lost if the page closed now. */
  readonly isUnsaved: boolean;
  /** Hands over now; resolves with whether everything is accepted. */
  flush(): Promise<boolean>;
  /** How far the container has come with what it has accepted. */
  noteTransfer(transfer: SaveState['state']): void;
}
