import { Lanes } from './lanes.ts';

/** How many different tokens of a network may wait. */
const waitingMaximum = 16;

/** Lets the tokens of a network be verified one at a time. */
export class VerificationQueue {
  readonly #lanes = new Lanes();
  /** By network and token. */
  readonly #verifying = new Map<string, Promise<void>>();

  /**
   * Waits for the token's turn; then its request verifies it and calls what is returned.
   *
   * @returns `undefined` where another request has verified the same token meanwhile, or where too
   *   many wait
   */
  async enter(network: string, token: string): Promise<(() => void) | undefined> {
    const key = `${network} ${token}`;
    const same = this.#verifying.get(key);
    // The requests of a page carry one token: they count once.
    if (same) {
      await same;
      return undefined;
    }
    const turn = this.#lanes.admit(network, { running: 1, waiting: waitingMaximum });
    if (!turn) return undefined;
    const { promise: verified, resolve } = Promise.withResolvers<void>();
    this.#verifying.set(key, verified);
    await turn.begin();
    return () => {
      if (turn.isOver) return;
      this.#verifying.delete(key);
      turn.end();
      resolve();
    };
  }
}
