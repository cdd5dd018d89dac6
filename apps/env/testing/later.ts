/**
 * Stands for what a hook of a test file starts, so that the file can name it as a constant.
 *
 * @param started What has started; absent as long as the hook has not run.
 */
export function later<Started extends object>(started: () => Started | undefined): Started {
  return new Proxy({} as Started, {
    get(_, property) {
      const object = started();
      if (!object) throw new Error('A hook starts it: only later hooks and tests may use it.');
      const value = object[property as keyof Started];
      return typeof value === 'function' ? (value.bind(object) as unknown) : value;
    },
  });
}
