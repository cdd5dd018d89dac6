import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** Whether a password may be tried now. */
export type Attempt =
  | {
      readonly allowed: true;
      /** Takes the attempt back: it was no guess. */
      succeeded(): Promise<void>;
    }
  | { readonly allowed: false; readonly retryAfterInSeconds: number };

/** Keeps guessing slow. */
export interface GuessLimit {
  begin(username: string, address: string): Promise<Attempt>;
}

const windowInSeconds = 15 * 60;
/**
 * Failed attempts in a window. The first stops one guesser early without locking the owner out
 * elsewhere; the others stop guessers that change addresses or names. A whole school may share one
 * address, hence the room.
 */
const limits = { nameAtAddress: 10, name: 100, address: 100 };

/**
 * An attempt is counted before the password is looked at and taken back when it was right, so that
 * parallel guesses cannot pass together. Counts live in memory: they end with the process.
 */
export function createGuessLimit(): GuessLimit {
  const limiter = (points: number) => new RateLimiterMemory({ points, duration: windowInSeconds });
  const byNameAtAddress = limiter(limits.nameAtAddress);
  const byName = limiter(limits.name);
  const byAddress = limiter(limits.address);

  return {
    async begin(username, address) {
      const name = username.trim().toLowerCase();
      const counters = [
        [byNameAtAddress, JSON.stringify([name, address])],
        [byName, name],
        [byAddress, address],
      ] as const;
      try {
        // One after the other: a guess that the first counter stops must not use up the others.
        for (const [counter, key] of counters) await counter.consume(key);
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        return { allowed: false, retryAfterInSeconds: Math.ceil(refusal.msBeforeNext / 1000) };
      }
      return {
        allowed: true,
        async succeeded() {
          await Promise.all(counters.map(([counter, key]) => counter.reward(key)));
        },
      };
    },
  };
}
