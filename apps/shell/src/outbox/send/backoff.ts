import { backOffInMs, type GrowingPauses } from '@lectern/contracts/calls/back-off';

/** How long the sender leaves something alone, in milliseconds. */
export interface Pauses extends GrowingPauses {
  /**
   * The first write goes out at once, and those that are accepted within this time after it together: a user who
   * types has something accepted with every key, and a class of them shall not ask a service as often.
   */
  readonly gatheringInMs: number;
}

export const defaultPauses: Pauses = {
  gatheringInMs: 400,
  firstInMs: 1_000,
  longestInMs: 60_000,
};

/** No service is left alone for longer because it asks for it: it may have erred. */
const longestAskedInMs = 600_000;

/** Keeps something from being tried too often. */
export class Backoff {
  readonly #pauses: GrowingPauses;
  #failures = 0;
  #since = 0;
  #pauseInMs = 0;

  constructor(pauses: GrowingPauses) {
    this.#pauses = pauses;
  }

  /** The last try failed. */
  get isFailing(): boolean {
    return this.#failures > 0;
  }

  /** How long it is still to be left alone, in milliseconds; 0: not at all. */
  get restInMs(): number {
    const now = Date.now();
    // The clock was set back: the pause begins anew instead of lasting until the clock has caught up.
    if (now < this.#since) this.#since = now;
    return Math.max(0, this.#since + this.#pauseInMs - now);
  }

  /** @param askedInMs How long the service wants to be left alone; at most ten minutes are granted. */
  fail(askedInMs = 0): void {
    this.#failures += 1;
    this.#since = Date.now();
    const pause = backOffInMs(this.#pauses, this.#failures);
    this.#pauseInMs = Math.max(pause, Math.min(askedInMs, longestAskedInMs));
  }

  succeed(): void {
    this.#failures = 0;
    this.#pauseInMs = 0;
  }
}
