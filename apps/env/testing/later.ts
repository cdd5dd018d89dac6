/**
 * Stands for what a hook of a test file starts, so that the file can name it as a constant.
 *
 * @param started What has started; absent as long as the hook has not run.
 */
export function later<Started extends object>(started: () => Started | undefined): Started {
  const refuse = () => {
    throw new Error('It stands for what a hook starts: only its members may be read.');
  };
  return new Proxy({} as Started, {
    get(_, property) {
      const object = started();
      if (!object) throw new Error('A hook starts it: only later hooks and tests may use it.');
      const value = object[property as keyof Started];
      return typeof value === 'function' ? (value.bind(object) as unknown) : value;
    },
    // They would be answered by the empty object.
    set: refuse,
    has: refuse,
    ownKeys: refuse,
  });
}
