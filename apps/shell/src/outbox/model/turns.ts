/** Does one thing after the other where they have the same name, in the order of the calls. */
export type Turns = <T>(name: string, work: () => Promise<T>) => Promise<T>;

export function createTurns(): Turns {
  const last = new Map<string, Promise<unknown>>();
  return (name, work) => {
    const before = last.get(name) ?? Promise.resolve();
    const result = before.then(work);
    const settled = result
      .catch(() => {})
      .finally(() => {
        if (last.get(name) === settled) last.delete(name);
      });
    last.set(name, settled);
    return result;
  };
}
