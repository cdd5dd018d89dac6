import { BridgeError } from '../src/bridge-error.ts';
import type { LocalStoreItem, LocalStoreItemInput, LocalStoreScope } from '../src/protocol/data.ts';
import type { BridgeErrorCode } from '../src/protocol/errors.ts';
import type { Events } from '../src/protocol/events.ts';
import type { EventName } from '../src/protocol/names.ts';
import type { StoreBridge, Stores } from '../src/store.ts';
import { createStores } from '../src/stores.ts';

interface Listener {
  readonly event: EventName;
  hear(payload: unknown): void;
}

/**
 * A container's local store for one exercise, in memory: it accepts at once, and delivers when the test
 * says so. Versions and conflicts are those of the protocol (`SAVE-5`): after something was not delivered,
 * a write made before reading again is none that knows of it.
 */
export class ContainerDouble implements StoreBridge {
  store: Stores['store'] = createStores(this).store;
  /** The content's words on unsaved work, in order. */
  readonly unsaved: boolean[] = [];
  /** Requests of the content, in order, accepted or not. */
  readonly sent: (readonly LocalStoreItemInput[])[] = [];
  /** Codes with which the next requests to store fail, before or after they are accepted. */
  readonly failures: { readonly code: BridgeErrorCode; readonly isAccepted?: boolean }[] = [];
  readonly #listeners = new Set<Listener>();
  /** The service's items. */
  readonly #stored = new Map<string, LocalStoreItem>();
  /** Waiting changes, by key; `version` is the one that each will have. */
  readonly #waiting = new Map<string, LocalStoreItem>();
  /** Changes in conflict, by key. */
  readonly #aside = new Map<string, LocalStoreItem>();
  /** Refused changes, by key. */
  readonly #refused = new Map<string, LocalStoreItem>();
  /** Of what was not delivered the version that content was told, until it reads again. */
  readonly #told = new Map<string, number>();
  #scope: LocalStoreScope | undefined;

  on<E extends EventName>(event: E, hear: (payload: Events[E]) => void): () => void {
    const listener: Listener = { event, hear };
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Content begins anew, as in another tab or after a reload. */
  reload(): void {
    this.#listeners.clear();
    this.store = createStores(this).store;
  }

  async setUnsavedWork(unsaved: boolean): Promise<null> {
    this.unsaved.push(unsaved);
    return null;
  }

  emit<E extends EventName>(event: E, payload: Events[E]): void {
    for (const listener of this.#listeners) if (listener.event === event) listener.hear(payload);
  }

  async getLocalStoreItems(scope: LocalStoreScope): Promise<readonly LocalStoreItem[]> {
    this.#scope = scope;
    this.#told.clear();
    return this.#seen();
  }

  async setLocalStoreItems(
    scope: LocalStoreScope,
    items: readonly LocalStoreItemInput[],
  ): Promise<readonly LocalStoreItem[]> {
    this.#scope = scope;
    this.sent.push(items);
    const failure = this.failures.shift();
    if (!failure) return this.accept(items);
    if (failure.isAccepted) this.accept(items);
    throw new BridgeError(failure.code, 'setLocalStoreItems', failure.code);
  }

  /** Accepts all or nothing, as for another tab, too. */
  accept(items: readonly LocalStoreItemInput[]): readonly LocalStoreItem[] {
    const isConflict = items.some(({ key, value, version = Infinity }) => {
      const waiting = this.#waiting.get(key);
      if (waiting) return version < waiting.version! && value !== waiting.value;
      const isOld = this.#aside.has(key) && version < versionOf(this.#stored.get(key));
      return isOld || version <= (this.#told.get(key) ?? -1);
    });
    if (isConflict) throw new BridgeError('CONFLICT', 'setLocalStoreItems', 'Another version.');
    return items.map(({ segment, key, value, version }) => {
      const waiting = this.#waiting.get(key);
      if (waiting?.value === value) return waiting;
      this.#aside.delete(key);
      this.#refused.delete(key);
      // A change that has not been sent yet is replaced where it stands.
      const base = waiting ? waiting.version! - 1 : (version ?? versionOf(this.#stored.get(key)));
      const item = itemOf(segment, key, value, base + 1, false);
      this.#waiting.set(key, item);
      return item;
    });
  }

  /** Stores as another device does that knows the newest version. */
  storeElsewhere(items: readonly Omit<LocalStoreItemInput, 'version'>[]): void {
    for (const { segment, key, value } of items)
      this.#stored.set(
        key,
        itemOf(segment, key, value, versionOf(this.#stored.get(key)) + 1, true),
      );
  }

  /** Waiting changes reach the service, and content hears what has become of them. */
  deliver(): void {
    this.settle()();
  }

  /**
   * Waiting changes reach the service.
   *
   * @returns what tells content about it
   */
  settle(): () => void {
    const arrived: LocalStoreItem[] = [];
    const inConflict: string[] = [];
    for (const [key, item] of this.#waiting) {
      const stored = this.#stored.get(key);
      if (item.version === versionOf(stored) + 1 || stored?.value === item.value) {
        this.#stored.set(key, { ...item, delivered: true });
        arrived.push({ ...item, delivered: true });
      } else {
        this.#aside.set(key, item);
        this.#told.set(key, item.version!);
        inConflict.push(key);
      }
    }
    this.#waiting.clear();
    const told = { kind: 'items', ...this.#scope! } as const;
    return () => {
      if (arrived.length > 0) this.emit('delivered', { ...told, local_store_items: arrived });
      if (inConflict.length > 0)
        this.emit('not-delivered', {
          ...told,
          code: 'CONFLICT',
          message: 'Another version was stored meanwhile.',
          local_store_items: this.#seen().filter(({ key }) => inConflict.includes(key)),
        });
    };
  }

  /** Waiting changes reach the service, which refuses them for good. */
  refuse(message: string): void {
    const items = [...this.#waiting.values()].map(({ version: _, ...item }) => item);
    const failure = { kind: 'items', code: 'REFUSED', message } as const;
    for (const [key, item] of this.#waiting) {
      this.#told.set(key, item.version!);
      this.#refused.set(key, { ...item, version: item.version! - 1 });
    }
    this.#waiting.clear();
    this.emit('not-delivered', { ...failure, ...this.#scope!, local_store_items: items });
  }

  /** The texts that the service has, by key. */
  get texts(): Readonly<Record<string, string>> {
    return Object.fromEntries([...this.#stored].map(([key, { value }]) => [key, value]));
  }

  #seen(): readonly LocalStoreItem[] {
    const seen = new Map(this.#stored);
    for (const [key, { segment, value, updated_at }] of this.#aside) {
      const stored = this.#stored.get(key) ?? itemOf(segment, key, '', 0, true);
      seen.set(key, { ...stored, conflict: { value, updated_at } });
    }
    for (const [key, item] of [...this.#refused, ...this.#waiting]) seen.set(key, item);
    return [...seen.values()];
  }
}

function versionOf(item: LocalStoreItem | undefined): number {
  return item?.version ?? 0;
}

function itemOf(
  segment: string,
  key: string,
  value: string,
  version: number,
  delivered: boolean,
): LocalStoreItem {
  return { segment, key, value, version, updated_at: '2026-03-01T08:00:00Z', delivered };
}
