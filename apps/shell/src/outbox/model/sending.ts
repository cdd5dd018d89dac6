/** This tab's memory of the entries that are sent, beside what the disk says of them. */
export type Sending = ReturnType<typeof createSending>;

export function createSending() {
  const left = new Set<number>();
  /** By number of the entry: how many of its writes go in one request. */
  const portions = new Map<number, number>();
  return {
    /** A service may hear of the entry from now on, also where the disk has no room to say so. */
    noteLeaving: (id: number) => void left.add(id),
    mayHaveLeft: (id: number) => left.has(id),

    /** The writes of one request: all, as long as no service has refused that. */
    portionOf: <T>(id: number, all: readonly T[]): readonly T[] => all.slice(0, portions.get(id)),
    isDivided: (id: number) => portions.has(id),
    /** So many were refused together: half of them next, down to those that are refused by themselves. */
    halve: (id: number, count: number) => void portions.set(id, Math.floor(count / 2)),
    /** A part is decided; of the others twice as many go next. */
    double(id: number): void {
      const count = portions.get(id);
      if (count !== undefined) portions.set(id, count * 2);
    },

    /** Nothing of the entry waits any more. */
    forget(id: number): void {
      left.delete(id);
      portions.delete(id);
    },
  };
}
