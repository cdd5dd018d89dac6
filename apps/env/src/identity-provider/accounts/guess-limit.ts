import { LRUCache } from 'lru-cache';

/** How many wrong passwords for one account from one source go before a wait. */
const guessesMaximum = 10;
/** From the first of them. */
const waitInMs = 2 * 60_000;
/** How many accounts and sources are counted; past that, the least recent counts are dropped. */
const countsMaximum = 50_000;

/**
 * Keeps guessing slow, by the account and the source of the guesses together, so that guesses count
 * against nobody else. A source is a network, or a device that the account has signed in from before.
 * Counts live in memory: they end with the process.
 *
 * @param clock In milliseconds.
 */
export function createGuessLimit(clock: { now(): number } = performance) {
  const counts = new LRUCache<string, number>({
    // A `max` would take the room of all of them from the beginning.
    maxSize: countsMaximum,
    sizeCalculation: () => 1,
    ttl: waitInMs,
    noUpdateTTL: true,
    ttlResolution: 0,
    perf: clock,
  });
  return {
    /**
     * Counts a guess before the password is looked at, so that parallel guesses cannot pass together.
     *
     * @param key Account and source.
     * @returns how long the next guess has to wait, in milliseconds; 0: the password may be tried.
     */
    begin(key: string): number {
      const count = counts.get(key) ?? 0;
      if (count >= guessesMaximum) return Math.max(1, counts.getRemainingTTL(key));
      counts.set(key, count + 1);
      return 0;
    },
    /** The password was right. */
    forget: (key: string) => counts.delete(key),
  };
}
