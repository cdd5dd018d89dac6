import type { Container, LocalStoreItem, LocalStoreScope } from '@lectern/sdk';

/** The two items of an exercise; their segment is its basic answer type. */
const keys = ['answer', 'done'] as const;
type Key = (typeof keys)[number];

/** An answer as it is kept: JSON values only. */
export interface Kept {
  /** In the form of the exercise's own view; undefined: not answered yet. */
  readonly value: unknown;
  /** Solved, or said to be finished. It stays so whatever changes later. */
  readonly done: boolean;
}

/** What the container knows of an answer. */
export interface Found {
  /** Undefined: nothing was answered yet. */
  readonly stored: Kept | undefined;
  /** What this or another tab wrote and could not be delivered, since something else was stored meanwhile. */
  readonly own: Kept | undefined;
}

/**
 * The place of one answer in the container's local store. Every write says which version it was made
 * on, that of what was read or accepted last, so that no other tab or device is undone.
 *
 *   write on 3 ─▶ accepted as 4, the next one is made on 4 ─▶ delivered
 *             │                                           └─▶ in conflict with another device
 *             └─▶ CONFLICT with another tab
 *
 * After a conflict nothing is written before it was read what is stored by then, and settled that it may
 * be replaced.
 */
export class AnswerStore {
  readonly #container: Pick<Container, 'getLocalStoreItems' | 'setLocalStoreItems'>;
  readonly #scope: LocalStoreScope;
  readonly #segment: string;
  /** As they were read or accepted last. */
  #items: readonly LocalStoreItem[] = [];
  /** As they were delivered last. The news of it may come before that of being accepted. */
  #delivered: readonly LocalStoreItem[] = [];

  constructor(
    container: Pick<Container, 'getLocalStoreItems' | 'setLocalStoreItems'>,
    scope: LocalStoreScope,
    segment: string,
  ) {
    this.#container = container;
    this.#scope = scope;
    this.#segment = segment;
  }

  async read(): Promise<Found> {
    const items = this.#own(await this.#container.getLocalStoreItems(this.#scope));
    this.#standOn(items);
    const isKept = items.some(({ conflict }) => conflict);
    const asWritten = items.map((item) => ({ ...item, ...item.conflict }));
    return { stored: this.stored, own: isKept ? keptIn(asWritten) : undefined };
  }

  /**
   * Resolves once the answer is accepted. It stays done where it was done elsewhere.
   *
   * @throws {BridgeError} `CONFLICT` when another tab has written since, or what was written before was
   *   not delivered.
   */
  async write({ value, done }: Kept): Promise<void> {
    const isDone = done || this.stored?.done === true;
    const texts = { answer: JSON.stringify(value ?? null), done: String(isDone) };
    const items = keys.map((key) => ({
      segment: this.#segment,
      key,
      value: texts[key],
      version: find(this.#items, key)?.version ?? 0,
    }));
    this.#standOn(this.#own(await this.#container.setLocalStoreItems(this.#scope, items)));
  }

  /** What was read or accepted last; undefined: nothing. */
  get stored(): Kept | undefined {
    return keptIn(this.#items);
  }

  /** Whether a service has all that was read or accepted last. */
  get isDelivered(): boolean {
    return this.#items.every(({ delivered }) => delivered);
  }

  /** Whether these are what was accepted last. */
  isNewest(items: readonly LocalStoreItem[]): boolean {
    return this.#own(items).every(({ key, value }) => find(this.#items, key)?.value === value);
  }

  noteDelivered(items: readonly LocalStoreItem[]): void {
    const newer = this.#own(items);
    this.#delivered = [...newer, ...this.#delivered.filter(({ key }) => !find(newer, key))];
    this.#standOn(this.#items);
  }

  #standOn(items: readonly LocalStoreItem[]): void {
    this.#items = items.map((item) => {
      const delivered = find(this.#delivered, item.key);
      // Of the same version alone may be what another tab has written on the same.
      const isSame = delivered?.value === item.value && versionOf(delivered) >= versionOf(item);
      return isSame ? delivered : item;
    });
  }

  #own(items: readonly LocalStoreItem[]): readonly LocalStoreItem[] {
    return items.filter(({ segment, key }) => segment === this.#segment && isKey(key));
  }
}

function isKey(key: string): key is Key {
  return keys.some((known) => known === key);
}

function find(items: readonly LocalStoreItem[], key: string): LocalStoreItem | undefined {
  return items.find((item) => item.key === key);
}

function versionOf({ version = 0 }: LocalStoreItem): number {
  return version;
}

function keptIn(items: readonly LocalStoreItem[]): Kept | undefined {
  const answer = find(items, 'answer');
  const done = find(items, 'done')?.value === 'true';
  return answer && { value: parsed(answer.value), done };
}

/** JSON text → value; what is no JSON counts as no answer. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
