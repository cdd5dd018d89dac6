/** Lets so many go on at once; the others wait in their order. */
export interface Turns {
  /** Does the work when its turn has come; settles as it does. */
  take<T>(work: () => Promise<T>): Promise<T>;
}

export function createTurns(atOnce: number): Turns {
  const waiting: (() => void)[] = [];
  let underWay = 0;
  return {
    async take(work) {
      if (underWay === atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
      else underWay++;
      try {
        return await work();
      } finally {
        const next = waiting.shift();
        if (next) next();
        else underWay--;
      }
    },
  };
}
