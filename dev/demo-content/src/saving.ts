import { isConflict, mayHaveArrived, mayRetry, retryDelayInMs } from './retrying.ts';

export type SaveStatus =
  /** Nothing has changed yet. */
  | { readonly kind: 'idle' }
  /** Handed over; the container has not accepted it yet. */
  | { readonly kind: 'saving' }
  /** The container has accepted the newest value. */
  | { readonly kind: 'accepted' }
  /** The last try failed; another follows by itself. */
  | { readonly kind: 'retrying'; readonly error: unknown }
  /** Something else was stored meanwhile: nothing is handed over until it is settled which one counts. */
  | { readonly kind: 'conflict' }
  /** Trying again cannot help; the next change is tried all the same. */
  | { readonly kind: 'failed'; readonly error: unknown };

interface Change<Value> {
  readonly value: Value;
  readonly number: number;
}

/**
 * Hands each change over at once, one request at a time: while one is under way only the newest value
 * waits. Gathering changes and sending them to a service is the container's part.
 *
 *   change ─▶ saving ─accepted, none came after it─▶ accepted
 *                │ ▲
 *                │ └─ retrying ◀─ error that may pass
 *                ├─▶ failed
 *                └─▶ conflict ─resume─▶ saving …
 */
export class Saver<Value> {
  readonly #handOver: (value: Value) => Promise<unknown>;
  readonly #onStatus: (status: SaveStatus) => void;
  #newest: Change<Value> | undefined;
  /** May have been accepted without our knowing: it is said again before anything newer. */
  #unanswered: Change<Value> | undefined;
  #accepted = 0;
  #failures = 0;
  #underWay: Promise<boolean> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isInConflict = false;

  constructor(
    handOver: (value: Value) => Promise<unknown>,
    onStatus: (status: SaveStatus) => void = () => {},
  ) {
    this.#handOver = handOver;
    this.#onStatus = onStatus;
  }

  /** Whether something would be lost if the page closed now. */
  get isUnsaved(): boolean {
    return (this.#newest?.number ?? 0) > this.#accepted;
  }

  change(value: Value): void {
    this.#newest = { value, number: (this.#newest?.number ?? 0) + 1 };
    if (this.#isInConflict) this.halt();
    // A failing container is not asked more often because somebody types.
    else if (this.#failures === 0) void this.flush();
  }

  /** Tries now. Resolves with whether all that was changed is accepted; false once a try has failed. */
  async flush(): Promise<boolean> {
    clearTimeout(this.#timer);
    while (this.isUnsaved && !this.#isInConflict) {
      const newest = this.#newest;
      this.#underWay ??= this.#saveOnce().finally(() => (this.#underWay = undefined));
      if (await this.#underWay) continue;
      // What has come meanwhile is another value, but the container is the same.
      if (this.#failures > 0 || newest === this.#newest) break;
    }
    return !this.isUnsaved;
  }

  /** There is a conflict: nothing more is handed over until {@link resume}. */
  halt(): void {
    clearTimeout(this.#timer);
    this.#failures = 0;
    this.#unanswered = undefined;
    this.#isInConflict = true;
    this.#onStatus({ kind: 'conflict' });
  }

  /** Goes on after a conflict; `handOver` shall know by now what the value replaces. */
  resume(value: Value): void {
    this.#isInConflict = false;
    this.change(value);
  }

  async #saveOnce(): Promise<boolean> {
    const change = this.#unanswered ?? this.#newest;
    if (!change) return true;
    // Between two failing tries the notice stays as it is, so that it does not flicker.
    if (this.#failures === 0) this.#onStatus({ kind: 'saving' });
    try {
      await this.#handOver(change.value);
    } catch (error) {
      this.#unanswered = mayHaveArrived(error) ? change : undefined;
      this.#failed(error);
      return false;
    }
    this.#failures = 0;
    this.#unanswered = undefined;
    this.#accepted = change.number;
    if (this.#isInConflict) this.#onStatus({ kind: 'conflict' });
    else if (!this.isUnsaved) this.#onStatus({ kind: 'accepted' });
    return true;
  }

  #failed(error: unknown): void {
    if (this.#isInConflict || isConflict(error)) return this.halt();
    if (!mayRetry(error)) {
      this.#failures = 0;
      return this.#onStatus({ kind: 'failed', error });
    }
    this.#failures += 1;
    this.#onStatus({ kind: 'retrying', error });
    this.#timer = setTimeout(() => void this.flush(), retryDelayInMs(this.#failures));
  }
}
