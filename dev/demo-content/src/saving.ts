import { isConflict, mayRetry, retryDelayInMs } from './retrying.ts';

/** Pause in the changes after which a value is saved, in milliseconds. */
export const quietTimeInMs = 400;
/** Whoever types without a pause is saved at least this often, in milliseconds. */
export const longestWaitInMs = 2_000;

export type SaveState =
  /** Nothing has changed yet. */
  | { readonly kind: 'idle' }
  /** Changed, and not sent yet. */
  | { readonly kind: 'unsaved' }
  | { readonly kind: 'saving' }
  /** The container has confirmed the newest value. */
  | { readonly kind: 'saved' }
  /** The last try failed; another follows by itself. */
  | { readonly kind: 'retrying' }
  /** Something else was stored meanwhile: nothing is sent until it is settled which one counts. */
  | { readonly kind: 'conflict' }
  /** Trying again cannot help; the next change is tried all the same. */
  | { readonly kind: 'failed'; readonly error: unknown };

/**
 * Saves the newest value of one thing, one request at a time.
 *
 *   change ─▶ unsaved ─quiet─▶ saving ─confirmed─▶ saved
 *                ▲                │ │
 *                └─ changed ──────┘ └─ error ─▶ retrying ─▶ saving … or failed
 *                                   └▶ conflict ─resume─▶ saving …
 *
 * A value counts as saved only when `store` has resolved for it and none came after it.
 */
export class Saver<Value> {
  readonly #store: (value: Value) => Promise<unknown>;
  readonly #onState: (state: SaveState) => void;
  #newest: { readonly value: Value; readonly change: number } | undefined;
  #savedChange = 0;
  #unsavedSinceInMs = 0;
  #failures = 0;
  #underWay: Promise<boolean> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Why nothing is sent at present. */
  #halt: Extract<SaveState, { kind: 'conflict' | 'failed' }> | undefined;

  constructor(
    store: (value: Value) => Promise<unknown>,
    onState: (state: SaveState) => void = () => {},
  ) {
    this.#store = store;
    this.#onState = onState;
  }

  /** Whether something would be lost if the page closed now. */
  get isUnsaved(): boolean {
    return this.#newest !== undefined && this.#newest.change > this.#savedChange;
  }

  change(value: Value): void {
    if (!this.isUnsaved) this.#unsavedSinceInMs = Date.now();
    this.#newest = { value, change: (this.#newest?.change ?? 0) + 1 };
    if (this.#halt) {
      this.#onState(this.#halt);
      return;
    }
    // A failing container is not asked more often because somebody types.
    if (this.#failures > 0) return;
    if (!this.#underWay) this.#onState({ kind: 'unsaved' });
    const waitedInMs = Date.now() - this.#unsavedSinceInMs;
    this.#saveIn(Math.max(0, Math.min(quietTimeInMs, longestWaitInMs - waitedInMs)));
  }

  /** Saves now. Resolves with whether all that was changed is saved; false once a try has failed. */
  async flush(): Promise<boolean> {
    clearTimeout(this.#timer);
    while (this.isUnsaved && !this.#halt) {
      this.#underWay ??= this.#saveOnce().finally(() => (this.#underWay = undefined));
      if (!(await this.#underWay)) break;
    }
    return !this.isUnsaved;
  }

  /** Saves nothing more. What is not saved is said to have failed with the error. */
  stop(error: unknown): void {
    this.#halt = { kind: 'failed', error };
    clearTimeout(this.#timer);
    if (this.isUnsaved) this.#onState(this.#halt);
  }

  /** Goes on after a conflict with the newest value; `store` shall know by now what it replaces. */
  resume(): void {
    if (this.#halt?.kind !== 'conflict') return;
    this.#halt = undefined;
    void this.flush();
  }

  #saveIn(delayInMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), delayInMs);
  }

  async #saveOnce(): Promise<boolean> {
    if (!this.#newest) return true;
    const { value, change } = this.#newest;
    // Between two failing tries the notice stays as it is, so that it does not flicker.
    if (this.#failures === 0) this.#onState({ kind: 'saving' });
    try {
      await this.#store(value);
    } catch (error) {
      if (!this.#halt) this.#failed(error);
      return false;
    }
    this.#failures = 0;
    this.#savedChange = change;
    if (!this.isUnsaved) this.#onState({ kind: 'saved' });
    else if (!this.#halt) {
      this.#unsavedSinceInMs = Date.now();
      this.#onState({ kind: 'unsaved' });
    }
    return true;
  }

  #failed(error: unknown): void {
    if (!mayRetry(error)) {
      this.#failures = 0;
      if (isConflict(error)) this.#halt = { kind: 'conflict' };
      this.#onState(this.#halt ?? { kind: 'failed', error });
      return;
    }
    this.#failures += 1;
    this.#onState({ kind: 'retrying' });
    this.#saveIn(retryDelayInMs(this.#failures));
  }
}
