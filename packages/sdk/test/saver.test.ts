import { beforeEach, describe, expect, it, vi } from 'vitest';
import { BridgeError } from '../src/bridge-error.ts';
import { firstRetryInMs, slowestRetryInMs } from '../src/retry.ts';
import { createSaver, type Saver, type SaverStatus } from '../src/saver.ts';

const conflict = new BridgeError('CONFLICT', 'setLocalStoreItems', 'Another version.');
const timeout = new BridgeError('TIMEOUT', 'setLocalStoreItems', 'No answer.');
const full = new BridgeError('STORAGE_FULL', 'setLocalStoreItems', 'No room.');
const refused = new BridgeError('REFUSED', 'setLocalStoreItems', 'No.');

/** A container that answers when the test says so, and notes what it was asked. */
function controlledContainer() {
  const asked: string[] = [];
  const waiting: PromiseWithResolvers<unknown>[] = [];
  const states: SaverStatus['kind'][] = [];
  let newest = '';
  const saver = createSaver(
    () => newest,
    (value) => {
      asked.push(value);
      const answer = Promise.withResolvers<unknown>();
      waiting.push(answer);
      return answer.promise;
    },
    ({ kind }) => states.push(kind),
  );
  /** Waits until the script has returned. */
  async function change(value: string): Promise<void> {
    newest = value;
    saver.change();
    await vi.advanceTimersByTimeAsync(0);
  }
  async function answer(error?: Error): Promise<void> {
    const next = waiting.shift();
    if (!next) throw new Error('Nothing was asked.');
    if (error) next.reject(error);
    else next.resolve(undefined);
    await vi.advanceTimersByTimeAsync(0);
  }
  return { saver, asked, states, answer, change, underWay: () => waiting.length };
}

beforeEach(() => void vi.useFakeTimers());

describe('saving a value', () => {
  it('hands it over once the script has returned, the newest of it once', async () => {
    const { saver, change, asked, states } = controlledContainer();
    saver.change();
    expect(states).toEqual(['saving']);
    expect(saver.isUnsaved).toBe(true);
    expect(asked).toEqual([]);
    await change('W');
    expect(asked).toEqual(['W']);
  });

  it('has one request under way, and next the newest value', async () => {
    const { saver, change, asked, states, answer, underWay } = controlledContainer();
    for (const value of ['W', 'Wa', 'Was']) await change(value);
    expect(underWay()).toBe(1);
    await answer();
    expect(asked).toEqual(['W', 'Was']);
    expect(states).not.toContain('accepted');
    expect(saver.isUnsaved).toBe(true);
    await answer();
    expect(states.at(-1)).toBe('accepted');
    expect(saver.isUnsaved).toBe(false);
  });

  it('asks nothing when nothing has changed since', async () => {
    const { saver, change, asked, answer } = controlledContainer();
    await change('a');
    const flushed = saver.flush();
    await answer();
    expect(await flushed).toBe(true);
    expect(await saver.flush()).toBe(true);
    await vi.advanceTimersByTimeAsync(slowestRetryInMs);
    expect(asked).toEqual(['a']);
  });

  it('flushes all that has come before it is through', async () => {
    const { saver, change, asked, answer } = controlledContainer();
    await change('a');
    const flushed = saver.flush();
    await change('b');
    await answer();
    await answer();
    expect(await flushed).toBe(true);
    expect(asked).toEqual(['a', 'b']);
  });
});

describe('a container that fails', () => {
  it('is tried again, less and less often, until the newest value is accepted', async () => {
    const { saver, change, asked, states, answer } = controlledContainer();
    await change('first');
    for (let failures = 1; failures <= 10; failures += 1) {
      await answer(full);
      expect(states.at(-1)).toBe('retrying');
      await change(`after ${failures}`);
      await vi.advanceTimersByTimeAsync(firstRetryInMs / 2);
      expect(asked, 'typing does not hurry a failing container').toHaveLength(failures);
      await vi.advanceTimersByTimeAsync(slowestRetryInMs);
      expect(asked).toHaveLength(failures + 1);
    }
    await answer();
    expect(asked.at(-1)).toBe('after 10');
    expect(states.at(-1)).toBe('accepted');
    expect(saver.isUnsaved).toBe(false);
  });

  it('is not hurried by what is typed while it is failing', async () => {
    const { change, asked, answer } = controlledContainer();
    await change('a');
    await change('ab');
    await answer(full);
    expect(asked).toEqual(['a']);
    await vi.advanceTimersByTimeAsync(firstRetryInMs);
    expect(asked).toEqual(['a', 'ab']);
  });

  it('hears the same again where its answer may only have been lost, and then the newest', async () => {
    const { change, asked, states, answer } = controlledContainer();
    await change('a');
    await change('ab');
    await answer(timeout);
    await vi.advanceTimersByTimeAsync(firstRetryInMs);
    expect(asked).toEqual(['a', 'a']);
    await answer();
    expect(asked).toEqual(['a', 'a', 'ab']);
    await answer();
    expect(states.at(-1)).toBe('accepted');
  });

  it('is tried at once by a flush, which says whether it helped', async () => {
    const { saver, change, asked, answer } = controlledContainer();
    await change('a');
    await answer(full);
    const failing = saver.flush();
    await answer(full);
    expect(await failing).toBe(false);
    const helping = saver.flush();
    await answer();
    expect(await helping).toBe(true);
    expect(asked).toEqual(['a', 'a', 'a']);
  });

  it('that refuses is not asked again for the same value, but for the next', async () => {
    const { saver, change, asked, states, answer } = controlledContainer();
    await change('too long');
    await answer(refused);
    expect(states.at(-1)).toBe('failed');
    expect(saver.isUnsaved).toBe(true);
    await vi.advanceTimersByTimeAsync(slowestRetryInMs * 2);
    expect(asked).toEqual(['too long']);
    await change('short');
    await answer();
    expect(states.at(-1)).toBe('accepted');
  });

  it('that refuses is asked at once for what has come meanwhile', async () => {
    const { change, asked, answer } = controlledContainer();
    await change('too long');
    await change('short');
    await answer(refused);
    expect(asked).toEqual(['too long', 'short']);
  });
});

describe('a conflict', () => {
  it('hands nothing over until it is settled, and then what counts at once', async () => {
    const { saver, change, asked, states, answer } = controlledContainer();
    await change('a');
    await answer(conflict);
    expect(states.at(-1)).toBe('conflict');
    await change('ab');
    await vi.advanceTimersByTimeAsync(slowestRetryInMs * 2);
    expect(await saver.flush()).toBe(false);
    expect(asked).toEqual(['a']);
    expect(states.at(-1)).toBe('conflict');
    expect(saver.isUnsaved).toBe(true);
    saver.resume();
    await vi.advanceTimersByTimeAsync(0);
    expect(asked).toEqual(['a', 'ab']);
    await answer();
    expect(states.at(-1)).toBe('accepted');
  });

  it('is no acceptance, also where nothing is unsaved', async () => {
    const { saver, asked } = controlledContainer();
    saver.halt();
    expect(await saver.flush()).toBe(false);
    expect(asked).toEqual([]);
  });

  it('that is found otherwise holds what is under way for no settlement of it', async () => {
    const { saver, change, asked, states, answer } = controlledContainer();
    await change('a');
    const flushed = saver.flush();
    saver.halt();
    await answer();
    expect(await flushed).toBe(false);
    await change('ab');
    expect(states.at(-1)).toBe('conflict');
    expect(asked).toEqual(['a']);
  });

  it('can be settled in the moment in which it is told', async () => {
    const asked: string[] = [];
    let newest = 'a';
    const saver: Saver = createSaver(
      () => newest,
      async (value) => {
        if (asked.push(value) === 1) throw conflict;
      },
      ({ kind }) => {
        if (kind !== 'conflict') return;
        newest = 'both';
        saver.resume();
      },
    );
    saver.change();
    await vi.advanceTimersByTimeAsync(0);
    expect(asked).toEqual(['a', 'both']);
    expect(saver.isUnsaved).toBe(false);
  });
});
