import type { SaveState, StoreStatus } from '@lectern/sdk';

/** How far something that the learner makes has come, from the first look to the service's confirmation. */
export type WorkStatus =
  /** There is no container: everything can be tried, nothing is kept. */
  | { readonly kind: 'practice' }
  /** Nothing has changed yet. */
  | { readonly kind: 'idle' }
  /** Another version was stored meanwhile: nothing is handed over until it is settled which one counts. */
  | { readonly kind: 'conflict' }
  /** Safe on this device, and not delivered to a service yet. */
  | { readonly kind: 'kept'; readonly transfer: SaveState['state'] | undefined }
  | Exclude<StoreStatus, { readonly kind: 'conflict' | 'kept' }>;

/** An answer, or the notes on a page. Fires `change` when its status changes. */
export interface Work extends EventTarget {
  /** Its name for the learner. */
  readonly name: string;
  readonly status: WorkStatus;
  /** True where something would be lost if the page closed now. */
  readonly isUnsaved: boolean;
  /** Hands over now; resolves with whether everything is accepted. */
  flush(): Promise<boolean>;
  /** How far the container has come with what it has accepted. */
  noteTransfer(transfer: SaveState['state']): void;
}
