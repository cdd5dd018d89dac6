/** How many different tokens of a network may wait. */
const waitingMaximum = 16;

/** Lets the tokens of a network be verified one at a time. */
export class VerificationQueue {
  /** By network and then by token, in the order of arrival: the first is being verified. */
  readonly #queues = new Map<string, Map<string, PromiseWithResolvers<void>>>();

  /**
   * Waits until it is the token's turn; then its request verifies it and calls what is returned,
   * at least once.
   *
   * @returns `undefined` where another request has verified the same token meanwhile, or where too
   *   many wait
   */
  async enter(network: string, token: string): Promise<(() => void) | undefined> {
    const queue = this.#queues.get(network) ?? new Map<string, PromiseWithResolvers<void>>();
    const same = queue.get(token);
    // The requests of a page carry one token: they count once.
    if (same) {
      await same.promise;
      return undefined;
    }
    if (queue.size > waitingMaximum) return undefined;
    const before = [...queue.values()].at(-1)?.promise;
    const verified = Promise.withResolvers<void>();
    queue.set(token, verified);
    this.#queues.set(network, queue);
    await before;
    return () => {
      if (queue.get(token) !== verified) return;
      queue.delete(token);
      if (queue.size === 0) this.#queues.delete(network);
      verified.resolve();
    };
  }
}
