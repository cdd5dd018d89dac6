/** Asks so many at a time, the last first. @returns how long each took, in milliseconds */
export async function timesOf(
  asks: readonly (() => Promise<unknown>)[],
  concurrency: number,
): Promise<number[]> {
  const waiting = [...asks];
  const times: number[] = [];
  const work = async () => {
    for (let ask = waiting.pop(); ask !== undefined; ask = waiting.pop()) {
      const start = performance.now();
      await ask();
      times.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  return times;
}
