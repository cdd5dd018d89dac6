import { BridgeError, type Container } from '@lectern/sdk';

/** Functions of a container that the player needs. */
export type Bridge = Pick<
  Container,
  | 'getUser'
  | 'getLocalStoreItems'
  | 'setLocalStoreItems'
  | 'postStatement'
  | 'setUnsavedWork'
  | 'setPlace'
>;

/** Stands in where there is no container: a course can be looked at, and nothing of it is kept. */
export const practiceBridge: Bridge = {
  getUser: () => Promise.resolve({ subject: 'nobody' }),
  getLocalStoreItems: () => Promise.resolve([]),
  setLocalStoreItems: () => Promise.resolve([]),
  postStatement: (_about, { id }) => Promise.resolve(id ?? ''),
  setUnsavedWork: () => Promise.resolve(null),
  setPlace: () => Promise.resolve(null),
};

const firstRetryInMs = 1_000;
const slowestRetryInMs = 30_000;

/** The pause after so many failures in a row; a quarter is chance, so that a class does not come back at once. */
export function retryDelayInMs(failures: number): number {
  const delay = Math.min(firstRetryInMs * 2 ** (failures - 1), slowestRetryInMs);
  return delay * (1 - Math.random() / 4);
}

export function mayRetry(error: unknown): boolean {
  return !(error instanceof BridgeError) || error.mayRetry;
}

export function isConflict(error: unknown): boolean {
  return error instanceof BridgeError && error.code === 'CONFLICT';
}

/** Repeats the action until it succeeds. @throws what the action throws where repeating cannot help. */
export async function untilDone<T>(action: () => Promise<T>): Promise<T> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await action();
    } catch (error) {
      if (!mayRetry(error)) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, retryDelayInMs(failures)));
  }
}
