import type {
  FailedDelivery,
  LocalStoreItem,
  LocalStoreItemInput,
  LocalStoreScope,
} from './protocol/data.ts';
import type { Events } from './protocol/events.ts';
import type { EventName } from './protocol/names.ts';
import type { untilDone } from './retry.ts';
import type { SaverStatus } from './saver.ts';

/** Texts by key; content keeps everything else as JSON. */
export type StoreValues = Readonly<Record<string, string>>;

/** How a store reads and saves its values, and what tells it what becomes of them. */
export interface StoreSource extends Pick<StoreBridge, 'setLocalStoreItems'> {
  /**
   * As that of the container.
   *
   * @param onRetry To be called after each failure that another try follows, where the source tries by itself.
   * @param repeat Tries by itself.
   */
  getLocalStoreItems(
    scope: LocalStoreScope,
    onRetry: (error: unknown) => void,
    repeat: typeof untilDone,
  ): Promise<readonly LocalStoreItem[]>;
  /** Called once, with the store that stands on it. */
  follow(store: FollowedStore): void;
}

/** A store that is told what becomes of its items. */
export interface FollowedStore extends Store {
  noteDelivered(items: readonly LocalStoreItem[]): void;
  noteFailure(
    failure: Pick<FailedDelivery, 'code' | 'message'>,
    items: readonly LocalStoreItem[],
  ): void;
}

export interface StoreOptions {
  /** Where the values are; default: local store items. `openAnswers` gives its own. */
  readonly source?: StoreSource;
  /** The segment of the scope's items; default: `store`. */
  readonly segment?: string;
  /**
   * Unites two values of a key that were written in two places. Without a result the store is in conflict, and
   * the user decides. `last-writer-wins`: values are sent without a version, so that each write is accepted at
   * once and replaces what another tab or device has written.
   */
  readonly merge?:
    | 'last-writer-wins'
    | ((key: string, own: string, other: string) => string | undefined);
}

export type StoreStatus =
  /** Nothing may be entered yet. `error` is that of the last try; another follows by itself. */
  | { readonly kind: 'loading'; readonly error?: unknown }
  /** The stored values cannot be read. Nothing is saved, so that nothing unknown is replaced. */
  | { readonly kind: 'unreadable'; readonly error: unknown }
  /** `saving`, `retrying` or `failed`, as a saver says it. */
  | Exclude<SaverStatus, { readonly kind: 'accepted' | 'conflict' }>
  /** Safe on this device; the container delivers it by itself. */
  | { readonly kind: 'kept' }
  /** A service has the newest values, or nothing was ever set. */
  | { readonly kind: 'saved' }
  /** `other` was written in another tab or on another device. Nothing is sent until {@link Store.settle}. */
  | { readonly kind: 'conflict'; readonly other: StoreValues };

/** Values of one scope and segment: restored, saved with every change, and followed until a service has them. */
export interface Store {
  readonly status: StoreStatus;
  /** The values as they are here: those read, and over them those set. */
  readonly values: StoreValues;
  /** The items behind the values, as they were read or accepted last; of a delivered one `updated_at` is the service's. */
  readonly items: readonly LocalStoreItem[];
  /** True until the container has accepted all values: closing the page would lose the rest. The SDK tells it. */
  readonly isUnsaved: boolean;
  /**
   * Reads the stored values, and tries until they are here. Later calls read nothing.
   *
   * @throws {BridgeError} where trying again cannot help; a later call tries again.
   */
  load(): Promise<void>;
  /**
   * Sets some of the values; they are accepted together or not at all. A function is called when they are sent,
   * for values that are expensive to make.
   */
  set(values: StoreValues | (() => StoreValues)): void;
  /** Settles a conflict: these values count, such as `values` or `other`. Resolves as `flush` does. */
  settle(values: StoreValues): Promise<boolean>;
  /** Saves now. Resolves with whether everything is accepted; false once a try has failed, or in conflict. */
  flush(): Promise<boolean>;
  /** Calls the listener whenever `status` has changed; the result stops that. */
  subscribe(listener: () => void): () => void;
}

/** The requests and events that stores stand on. */
export interface StoreBridge {
  /** Stored values, with values written here that are not delivered yet. */
  getLocalStoreItems(scope: LocalStoreScope): Promise<readonly LocalStoreItem[]>;
  /**
   * Resolves once the items are safe on this device: they survive a crash and a lost connection, and are
   * delivered by themselves. The event `delivered` says when a service has stored them.
   *
   * @throws {BridgeError} `CONFLICT` when an item has another version by now; nothing is kept then.
   */
  setLocalStoreItems(
    scope: LocalStoreScope,
    items: readonly LocalStoreItemInput[],
  ): Promise<readonly LocalStoreItem[]>;
  setUnsavedWork(unsaved: boolean): Promise<null>;
  /** Calls the listener on each such event; the result stops that. */
  on<E extends EventName>(event: E, listener: (payload: Events[E]) => void): () => void;
}

export interface Stores {
  /**
   * Keeps values of a scope: restores them, saves them with every change, tries again, and tells how far they
   * are. The same scope and segment give the same store, with the options of the first call.
   */
  store(scope: LocalStoreScope, options?: StoreOptions): Store;
  /**
   * Makes the browser ask before the page is left while there is unsaved work, and the container wait
   * for it, for a limited time, before it takes the content away. Stores say it by themselves, beside this.
   */
  setUnsavedWork(unsaved: boolean): Promise<null>;
}
