import { isConflict, mayRetry, retryDelayInMs } from './bridge.ts';

export type SaveState =
  /** The container has accepted everything. */
  | 'saved'
  /** Something has changed, or is on its way. */
  | 'saving'
  /** The last try failed; another follows by itself. */
  | 'retrying'
  /** Another version was stored meanwhile: nothing is sent until it is settled which one counts. */
  | 'conflict'
  /** Trying again cannot help. The next change is tried all the same. */
  | 'failed';

/**
 * Saves one thing, one request at a time. Whatever has changed counts as saved only when a request that
 * began after the change has been accepted; after a failure nothing is dropped.
 */
export class Saver {
  readonly #store: () => Promise<void>;
  readonly #onState: (state: SaveState) => void;
  #beforeSave: () => void = () => {};
  #change = 0;
  #savedChange = 0;
  #failures = 0;
  #state: SaveState = 'saved';
  #underWay: Promise<boolean> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param store sends what there is when it is called. */
  constructor(store: () => Promise<void>, onState: (state: SaveState) => void) {
    this.#store = store;
    this.#onState = onState;
  }

  get state(): SaveState {
    return this.#state;
  }

  get isUnsaved(): boolean {
    return this.#change > this.#savedChange;
  }

  /** Calls this before each save, for what follows from the changes. */
  onSave(beforeSave: () => void): void {
    this.#beforeSave = beforeSave;
  }

  /**
   * Something has changed: it is saved once the script that changes it has returned, since the values of one
   * answer are set one by one. While a request is under way the newest waits for its end.
   */
  change(): void {
    const isUnderWay = this.isUnsaved && this.#state !== 'failed';
    this.#change += 1;
    if (isUnderWay) return;
    this.#setState('saving');
    this.#saveIn(0);
  }

  /** Saves now. Resolves with whether everything is saved; false once a try has failed. */
  async flush(): Promise<boolean> {
    clearTimeout(this.#timer);
    while (this.isUnsaved && this.#state !== 'conflict') {
      this.#underWay ??= this.#saveOnce().finally(() => (this.#underWay = undefined));
      if (!(await this.#underWay)) break;
    }
    return !this.isUnsaved;
  }

  /** Another version was stored meanwhile. */
  conflict(): void {
    clearTimeout(this.#timer);
    // What is here is not what is stored.
    if (!this.isUnsaved) this.#change += 1;
    this.#setState('conflict');
  }

  /** Goes on after a conflict; `store` knows by now what it replaces. */
  resume(): Promise<boolean> {
    this.#setState('saving');
    return this.flush();
  }

  /** Stops saving for good. */
  abandon(): void {
    clearTimeout(this.#timer);
    this.#savedChange = this.#change;
    this.#setState('saved');
  }

  async #saveOnce(): Promise<boolean> {
    const change = this.#change;
    this.#setState('saving');
    try {
      this.#beforeSave();
      await this.#store();
    } catch (error) {
      this.#fail(error);
      // Changes since then were not refused.
      return this.#state === 'failed' && this.#change > change;
    }
    this.#failures = 0;
    this.#savedChange = Math.max(this.#savedChange, change);
    if (!this.isUnsaved) this.#setState('saved');
    return true;
  }

  #fail(error: unknown): void {
    if (isConflict(error)) {
      this.#setState('conflict');
    } else if (mayRetry(error)) {
      this.#failures += 1;
      this.#setState('retrying');
      this.#saveIn(retryDelayInMs(this.#failures));
    } else {
      console.error('What was done in this course could not be saved.', error);
      this.#setState('failed');
    }
  }

  #saveIn(delayInMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), delayInMs);
  }

  #setState(state: SaveState): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#onState(state);
  }
}
