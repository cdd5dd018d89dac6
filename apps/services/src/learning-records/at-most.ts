/**
 * Lets only so many run at once; the others wait, and begin in their order. Some of them may fail, which
 * is no matter of the others.
 */
export function atMost(maximum: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running < maximum) running++;
    // Whoever ends hands its place over, so that nobody slips in between.
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
