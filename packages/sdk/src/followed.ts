import type { BridgeErrorCode } from './protocol/errors.ts';

/** `failed`: the last reading; what was read before is still there. */
export type ReadingStatus = 'loading' | 'ready' | 'failed';

/** Data that is read from the container, and read again. */
export interface Followed {
  readonly status: ReadingStatus;
  /** Reads what is new. Resolves with false where that fails. */
  load(): Promise<boolean>;
  /** Calls the listener after each change; the result stops that. */
  subscribe(listener: () => void): () => void;
}

/** An answer that was lost is asked for so often. */
const triesMaximum = 3;

/** Asks again after a time-out: a save with the same id is stored once. */
export async function askAgain<T>(save: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await save();
    } catch (error) {
      if (tries === triesMaximum || codeOf(error) !== 'TIMEOUT') throw error;
    }
  }
}

/** Listeners, and readings one after the other. */
export function createFollowed() {
  const listeners = new Set<() => void>();
  let status: ReadingStatus = 'loading';
  let last: Promise<boolean> | undefined;
  const changed = () => listeners.forEach((listener) => listener());

  async function run(work: () => Promise<void>): Promise<boolean> {
    if (status === 'failed') {
      status = 'loading';
      changed();
    }
    try {
      await work();
      status = 'ready';
    } catch {
      status = 'failed';
    }
    changed();
    return status === 'ready';
  }

  return {
    changed,
    isFollowed: () => listeners.size > 0,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    reading: {
      get status() {
        return status;
      },
      /** One after the other: what is read later is newer. */
      read: (work: () => Promise<void>) =>
        (last = (last ?? Promise.resolve(true)).then(() => run(work))),
    },
  };
}

export function codeOf(error: unknown): BridgeErrorCode | undefined {
  return (error as { readonly code?: BridgeErrorCode }).code;
}
