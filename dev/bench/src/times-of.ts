/** @returns how long it took, in milliseconds */
export async function timeOf(ask: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await ask();
  return performance.now() - start;
}

/** Asks so many at a time, the last first. @returns how long each took, in milliseconds */
export async function timesOf(
  asks: readonly (() => Promise<unknown>)[],
  concurrency: number,
): Promise<number[]> {
  const waiting = [...asks];
  const times: number[] = [];
  const work = async () => {
    for (let ask = waiting.pop(); ask !== undefined; ask = waiting.pop()) {
      times.push(await timeOf(ask));
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  return times;
}
