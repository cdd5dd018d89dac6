import { BridgeError } from '@lectern/sdk';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { firstRetryInMs, slowestRetryInMs } from '../src/retrying.ts';
import { longestWaitInMs, quietTimeInMs, Saver, type SaveState } from '../src/saving.ts';

const unavailable = new BridgeError('UNAVAILABLE', 'setLocalStoreItems', 'No service.');
const conflict = new BridgeError('CONFLICT', 'setLocalStoreItems', 'Another version.');
const refused = new BridgeError('REFUSED', 'setLocalStoreItems', 'No.');

/** A container that answers when the test says so, and notes what it was asked. */
function controlledContainer() {
  const asked: string[] = [];
  const waiting: PromiseWithResolvers<unknown>[] = [];
  const states: SaveState['kind'][] = [];
  const saver = new Saver<string>(
    (value) => {
      asked.push(value);
      const answer = Promise.withResolvers<unknown>();
      waiting.push(answer);
      return answer.promise;
    },
    ({ kind }) => states.push(kind),
  );
  async function answer(error?: Error): Promise<void> {
    const next = waiting.shift();
    if (!next) throw new Error('Nothing was asked.');
    if (error) next.reject(error);
    else next.resolve(undefined);
    await vi.advanceTimersByTimeAsync(0);
  }
  return { saver, asked, states, answer, underWay: () => waiting.length };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('saving a value', () => {
  it('waits for a pause in the changes and sends the newest only', async () => {
    const { saver, asked } = controlledContainer();
    for (const value of ['W', 'Wa', 'Was']) {
      saver.change(value);
      await vi.advanceTimersByTimeAsync(quietTimeInMs - 1);
    }
    expect(asked).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(asked).toEqual(['Was']);
  });

  it('saves whoever types without a pause', async () => {
    const { saver, asked } = controlledContainer();
    const pressEveryInMs = 100;
    for (let timeInMs = 0; timeInMs <= longestWaitInMs; timeInMs += pressEveryInMs) {
      saver.change(String(timeInMs));
      await vi.advanceTimersByTimeAsync(pressEveryInMs);
    }
    expect(asked).toHaveLength(1);
  });

  it('says saved only once the container has confirmed', async () => {
    const { saver, states, answer } = controlledContainer();
    saver.change('a');
    await vi.advanceTimersByTimeAsync(quietTimeInMs);
    expect(states).toEqual(['unsaved', 'saving']);
    expect(saver.isUnsaved).toBe(true);
    await answer();
    expect(states.at(-1)).toBe('saved');
    expect(saver.isUnsaved).toBe(false);
  });

  it('does not take the confirmation of an older value for the newer one', async () => {
    const { saver, asked, states, answer, underWay } = controlledContainer();
    saver.change('old');
    await vi.advanceTimersByTimeAsync(quietTimeInMs);
    saver.change('new');
    await vi.advanceTimersByTimeAsync(quietTimeInMs * 3);
    expect(underWay(), 'one request at a time').toBe(1);
    await answer();
    expect(states).not.toContain('saved');
    expect(asked).toEqual(['old', 'new']);
    await answer();
    expect(states.at(-1)).toBe('saved');
  });

  it('sends nothing when nothing has changed since', async () => {
    const { saver, asked, answer } = controlledContainer();
    saver.change('a');
    const flushed = saver.flush();
    await answer();
    expect(await flushed).toBe(true);
    expect(await saver.flush()).toBe(true);
    await vi.advanceTimersByTimeAsync(quietTimeInMs * 2);
    expect(asked).toEqual(['a']);
  });
});

describe('a container that fails', () => {
  it('is tried again, less and less often, until the newest value is saved', async () => {
    const { saver, asked, states, answer } = controlledContainer();
    saver.change('first');
    await vi.advanceTimersByTimeAsync(quietTimeInMs);
    for (let failures = 1; failures <= 10; failures += 1) {
      await answer(unavailable);
      expect(states.at(-1)).toBe('retrying');
      saver.change(`after ${failures}`);
      await vi.advanceTimersByTimeAsync(firstRetryInMs / 2);
      expect(asked, 'typing does not hurry a failing container').toHaveLength(failures);
      await vi.advanceTimersByTimeAsync(slowestRetryInMs);
      expect(asked).toHaveLength(failures + 1);
    }
    await answer();
    expect(asked.at(-1)).toBe('after 10');
    expect(states.at(-1)).toBe('saved');
    expect(saver.isUnsaved).toBe(false);
  });

  it('is tried at once by a flush, which says whether it helped', async () => {
    const { saver, asked, answer } = controlledContainer();
    saver.change('a');
    await vi.advanceTimersByTimeAsync(quietTimeInMs);
    await answer(unavailable);
    const failing = saver.flush();
    await answer(unavailable);
    expect(await failing).toBe(false);
    const helping = saver.flush();
    await answer();
    expect(await helping).toBe(true);
    expect(asked).toEqual(['a', 'a', 'a']);
  });

  it('that refuses is not asked again for the same value, but for the next', async () => {
    const { saver, asked, states, answer } = controlledContainer();
    saver.change('too long');
    await vi.advanceTimersByTimeAsync(quietTimeInMs);
    await answer(refused);
    expect(states.at(-1)).toBe('failed');
    await vi.advanceTimersByTimeAsync(slowestRetryInMs * 2);
    expect(asked).toEqual(['too long']);
    saver.change('short');
    await vi.advanceTimersByTimeAsync(quietTimeInMs);
    await answer();
    expect(states.at(-1)).toBe('saved');
  });
});

describe('leaving', () => {
  it('flushes at once and in order', async () => {
    const { saver, asked, answer } = controlledContainer();
    saver.change('a');
    const flushed = saver.flush();
    saver.change('b');
    await answer();
    await answer();
    expect(await flushed).toBe(true);
    expect(asked).toEqual(['a', 'b']);
  });
});

describe('stopping', () => {
  it('asks no more and says that what comes is not saved', async () => {
    const { saver, asked, states } = controlledContainer();
    saver.change('a');
    saver.stop(refused);
    expect(states.at(-1)).toBe('failed');
    saver.change('b');
    await vi.advanceTimersByTimeAsync(slowestRetryInMs * 2);
    expect(await saver.flush()).toBe(false);
    expect(asked).toEqual([]);
    expect(states.at(-1)).toBe('failed');
  });

  it('leaves a saved value called saved', async () => {
    const { saver, states, answer } = controlledContainer();
    saver.change('a');
    void saver.flush();
    await answer();
    saver.stop(refused);
    expect(states.at(-1)).toBe('saved');
  });
});

describe('a conflict', () => {
  it('sends nothing until it is settled, and then the newest at once', async () => {
    const { saver, asked, states, answer } = controlledContainer();
    saver.change('a');
    await vi.advanceTimersByTimeAsync(quietTimeInMs);
    await answer(conflict);
    expect(states.at(-1)).toBe('conflict');
    saver.change('ab');
    await vi.advanceTimersByTimeAsync(slowestRetryInMs * 2);
    expect(await saver.flush()).toBe(false);
    expect(asked).toEqual(['a']);
    expect(states.at(-1)).toBe('conflict');
    expect(saver.isUnsaved).toBe(true);
    saver.resume();
    expect(asked).toEqual(['a', 'ab']);
    await answer();
    expect(states.at(-1)).toBe('saved');
  });

  it('does not bring back a saver that was stopped', async () => {
    const { saver, asked, states, answer } = controlledContainer();
    saver.change('a');
    void saver.flush();
    await answer(conflict);
    saver.stop(refused);
    expect(states.at(-1)).toBe('failed');
    saver.resume();
    expect(asked).toEqual(['a']);
  });
});
