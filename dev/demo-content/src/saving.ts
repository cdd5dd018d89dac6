import { mayRetry, retryDelayInMs } from './retrying.ts';

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
  /** Trying again cannot help; the next change is tried all the same. */
  | { readonly kind: 'failed'; readonly error: unknown };

/**
 * Saves the newest value of one thing, one request at a time.
 *
 *   change ─▶ unsaved ─quiet─▶ saving ─confirmed─▶ saved
 *                ▲                │ │
 *                └─ changed ──────┘ └─ error ─▶ retrying ─▶ saving … or failed
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
  #changeUnderWay = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stopped: { readonly error: unknown } | undefined;

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
    if (this.#stopped) {
      this.#onState({ kind: 'failed', error: this.#stopped.error });
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
    while (this.isUnsaved && !this.#stopped) {
      this.#underWay ??= this.#saveOnce().finally(() => (this.#underWay = undefined));
      if (!(await this.#underWay)) break;
    }
    return !this.isUnsaved;
  }

  /**
   * The page is going away: sends the newest value even while an older one is under way, since there
   * may be no later. Should the page live on, the value still counts as unsaved and is sent again.
   */
  flushForLast(): void {
    void this.flush();
    if (!this.#newest || this.#stopped || this.#newest.change === this.#changeUnderWay) return;
    if (this.isUnsaved) this.#store(this.#newest.value).catch(() => {});
  }

  /** Saves nothing more. What is not saved is said to have failed with the error. */
  stop(error: unknown): void {
    this.#stopped = { error };
    clearTimeout(this.#timer);
    if (this.isUnsaved) this.#onState({ kind: 'failed', error });
  }

  #saveIn(delayInMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), delayInMs);
  }

  async #saveOnce(): Promise<boolean> {
    if (!this.#newest) return true;
    const { value, change } = this.#newest;
    this.#changeUnderWay = change;
    // Between two failing tries the notice stays as it is, so that it does not flicker.
    if (this.#failures === 0) this.#onState({ kind: 'saving' });
    try {
      await this.#store(value);
    } catch (error) {
      if (!this.#stopped) this.#failed(error);
      return false;
    } finally {
      this.#changeUnderWay = 0;
    }
    this.#failures = 0;
    this.#savedChange = change;
    if (!this.isUnsaved) this.#onState({ kind: 'saved' });
    else if (!this.#stopped) {
      this.#unsavedSinceInMs = Date.now();
      this.#onState({ kind: 'unsaved' });
    }
    return true;
  }

  #failed(error: unknown): void {
    if (!mayRetry(error)) {
      this.#failures = 0;
      this.#onState({ kind: 'failed', error });
      return;
    }
    this.#failures += 1;
    this.#onState({ kind: 'retrying' });
    this.#saveIn(retryDelayInMs(this.#failures));
  }
}
