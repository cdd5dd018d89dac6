/**
 * Admits `burst` messages at once and `refillPerSecond` in the long run.
 *
 * @returns takes a token; false: there is none.
 */
export function createTokenBucket(burst: number, refillPerSecond: number): () => boolean {
  let tokens = burst;
  let filledAt = performance.now();
  return () => {
    const now = performance.now();
    tokens = Math.min(burst, tokens + ((now - filledAt) / 1000) * refillPerSecond);
    filledAt = now;
    if (tokens < 1) return false;
    tokens--;
    return true;
  };
}
