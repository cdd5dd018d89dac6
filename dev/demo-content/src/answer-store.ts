import type { Container, LocalStoreItem, LocalStoreScope } from '@lectern/sdk';
import { isConflict } from './retrying.ts';

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

/**
 * The place of one answer in the container's local store. Every write says which version it was made
 * on, so that neither a request that was long under way nor another tab or device is undone.
 *
 *   write on 3 ─▶ confirmed, the next one is made on 4
 *             └─▶ CONFLICT ─▶ read ─▶ sent from here, only the confirmation was lost ─▶ write on 4
 *                                 └─▶ written elsewhere ─▶ fails, until `overrule` ─▶ write on 4
 */
export class AnswerStore {
  readonly #container: Container;
  readonly #scope: LocalStoreScope;
  readonly #segment: string;
  #versions: Readonly<Record<Key, number>> = { answer: 0, done: 0 };
  /** Texts sent on these versions: any of them may have arrived without our knowing. */
  #unconfirmed: Readonly<Record<Key, string>>[] = [];
  #writtenElsewhere: readonly LocalStoreItem[] = [];

  constructor(container: Container, scope: LocalStoreScope, segment: string) {
    this.#container = container;
    this.#scope = scope;
    this.#segment = segment;
  }

  /** What is stored; undefined: nothing was answered yet. */
  async read(): Promise<Kept | undefined> {
    const items = await this.#container.getLocalStoreItems(this.#scope);
    this.#standOn(items);
    return this.#keptIn(items);
  }

  /**
   * Resolves once the answer is stored.
   *
   * @throws {BridgeError} `CONFLICT` when something else is stored that was not sent from here.
   */
  async write(kept: Kept): Promise<void> {
    const texts = { answer: JSON.stringify(kept.value ?? null), done: String(kept.done) };
    this.#unconfirmed.push(texts);
    const items = keys.map((key) => ({
      segment: this.#segment,
      key,
      value: texts[key],
      version: this.#versions[key],
    }));
    try {
      this.#standOn(await this.#container.setLocalStoreItems(this.#scope, items));
    } catch (error) {
      if (!isConflict(error)) throw error;
      const stored = await this.#container.getLocalStoreItems(this.#scope);
      if (!this.#wasSentFromHere(stored)) {
        this.#writtenElsewhere = stored;
        throw error;
      }
      this.#standOn(stored);
      await this.write(kept);
    }
  }

  /** Makes the next write replace what the last conflict found; tells what that is. */
  overrule(): Kept | undefined {
    this.#standOn(this.#writtenElsewhere);
    return this.#keptIn(this.#writtenElsewhere);
  }

  /** What was sent on older versions than these can no longer arrive. */
  #standOn(items: readonly LocalStoreItem[]): void {
    const versionOf = (key: Key) => this.#find(items, key)?.version ?? 0;
    this.#versions = { answer: versionOf('answer'), done: versionOf('done') };
    this.#unconfirmed = [];
  }

  #wasSentFromHere(stored: readonly LocalStoreItem[]): boolean {
    return this.#unconfirmed.some((texts) =>
      keys.every((key) => this.#find(stored, key)?.value === texts[key]),
    );
  }

  #keptIn(items: readonly LocalStoreItem[]): Kept | undefined {
    const answer = this.#find(items, 'answer');
    const done = this.#find(items, 'done')?.value === 'true';
    return answer && { value: parsed(answer.value), done };
  }

  #find(items: readonly LocalStoreItem[], key: Key): LocalStoreItem | undefined {
    return items.find((item) => item.segment === this.#segment && item.key === key);
  }
}

/** JSON text → value; what is no JSON counts as no answer. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
