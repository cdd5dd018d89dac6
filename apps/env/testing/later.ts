import { afterAll, beforeAll, beforeEach } from 'vitest';

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

/**
 * Starts before the tests of a file what they share, and closes it after them.
 *
 * @returns what has started; hooks and tests may use it
 */
export function startBeforeAll<Started extends { close(): unknown }>(
  start: () => Promise<Started>,
): Started {
  let started: Started | undefined;
  beforeAll(async () => {
    started = await start();
  });
  afterAll(() => started?.close());
  return later(() => started);
}

/** Like {@link startBeforeAll}, for what ends with something else. */
export function makeBeforeAll<Made extends object>(make: () => Made | Promise<Made>): Made {
  let made: Made | undefined;
  beforeAll(async () => {
    made = await make();
  });
  return later(() => made);
}

/** Like {@link makeBeforeAll}, anew for each test. */
export function makeBeforeEach<Made extends object>(make: () => Made | Promise<Made>): Made {
  let made: Made | undefined;
  beforeEach(async () => {
    made = await make();
  });
  return later(() => made);
}
