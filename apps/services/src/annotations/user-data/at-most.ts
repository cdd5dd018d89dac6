/** Runs work, or fails with the reason of the signal where that comes before its turn. */
export type InTurn = <Result>(run: () => Promise<Result>, signal: AbortSignal) => Promise<Result>;

/** Runs so much of something at once; the rest waits, in its order. */
export function atMost(maximum: number): InTurn {
  let running = 0;
  const waiting = new Set<() => void>();
  const waitForPlace = (signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const leave = () => {
        waiting.delete(proceed);
        reject(signal.reason as Error);
      };
      const proceed = () => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      waiting.add(proceed);
      signal.addEventListener('abort', leave, { once: true });
    });
  return async (run, signal) => {
    signal.throwIfAborted();
    if (running < maximum) running++;
    else await waitForPlace(signal);
    try {
      return await run();
    } finally {
      // Hands its place over, so that nobody slips in between.
      const [next] = waiting;
      if (next) {
        waiting.delete(next);
        next();
      } else running--;
    }
  };
}
