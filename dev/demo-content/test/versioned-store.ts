import {
  BridgeError,
  type Container,
  type LocalStoreItem,
  type LocalStoreItemInput,
} from '@lectern/sdk';

/** What becomes of a request to store. */
export type Fate =
  /** It times out on the way, and arrives when {@link VersionedStore.deliverLate} says. */
  | 'held'
  /** It arrives, but the answer does not. */
  | 'unanswered';

/** A container's local store for one exercise, in memory, with the rule of `LocalStoreItemInput`. */
export class VersionedStore implements Pick<
  Container,
  'getLocalStoreItems' | 'setLocalStoreItems'
> {
  /** What content has sent, in order. */
  readonly sent: (readonly LocalStoreItemInput[])[] = [];
  /** Fates of the next requests to store; without one they are answered. */
  readonly fates: Fate[] = [];
  readonly #items = new Map<string, LocalStoreItem>();
  #held: readonly LocalStoreItemInput[] | undefined;

  async getLocalStoreItems(): Promise<readonly LocalStoreItem[]> {
    return [...this.#items.values()];
  }

  async setLocalStoreItems(
    _scope: unknown,
    items: readonly LocalStoreItemInput[],
  ): Promise<readonly LocalStoreItem[]> {
    this.sent.push(items);
    const fate = this.fates.shift();
    if (fate === 'held') this.#held = items;
    else {
      const stored = this.store(items);
      if (!fate) return stored;
    }
    throw new BridgeError('TIMEOUT', 'setLocalStoreItems', 'No answer.');
  }

  /** The request that was held arrives at last. */
  deliverLate(): void {
    if (this.#held) this.store(this.#held);
  }

  /** Stores all or nothing, as another tab would, too. Without a version it always does. */
  store(items: readonly LocalStoreItemInput[]): readonly LocalStoreItem[] {
    const isConflict = items.some(({ key, value, version }) => {
      const stored = this.#items.get(key);
      return version !== undefined && stored?.value !== value && version !== (stored?.version ?? 0);
    });
    if (isConflict) throw new BridgeError('CONFLICT', 'setLocalStoreItems', 'Another version.');
    return items.map((item) => {
      const before = this.#items.get(item.key);
      const changes = before?.value !== item.value || before.version === item.version;
      const version = (before?.version ?? 0) + Number(changes);
      const stored = { ...item, version, updated_at: '2026-03-01T08:00:00Z' };
      this.#items.set(item.key, stored);
      return stored;
    });
  }

  /** The stored texts by key. */
  get texts(): Readonly<Record<string, string>> {
    return Object.fromEntries([...this.#items].map(([key, { value }]) => [key, value]));
  }
}
