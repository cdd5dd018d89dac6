import {
  BridgeError,
  createStores,
  type Container,
  type LocalStoreItem,
  type StoreBridge,
  type Stores,
} from '@lectern/sdk';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Answer } from '../src/answers.ts';
import type { EssayExercise } from '../src/course/model.ts';
import { wasser } from '../src/course/wasser.ts';
import { slowestRetryInMs } from '@lectern/sdk/testing';

const exercise: EssayExercise = {
  id: 'brief',
  answerType: 'essay',
  difficulty: 'easy',
  title: 'Brief',
  instruction: '',
  placeholder: '',
  example: '',
};

function stored(key: string, value: string, segment = 'essay'): LocalStoreItem {
  return { segment, key, value, version: 1, updated_at: '2026-03-01T08:00:00Z', delivered: true };
}

function container(parts: Partial<StoreBridge>): Stores {
  return createStores({
    on: () => () => {},
    setUnsavedWork: async () => null,
    ...parts,
  } as StoreBridge);
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('an answer', () => {
  it('is restored from the items of its own exercise and answer type', async () => {
    const getLocalStoreItems = vi.fn<Container['getLocalStoreItems']>(async () => [
      stored('answer', '"choice of another time"', 'choice'),
      stored('done', 'true'),
      stored('answer', '"Liebe Gemeinde"'),
    ]);
    const answer = new Answer(wasser, exercise);
    await answer.load(container({ getLocalStoreItems }));
    expect(getLocalStoreItems).toHaveBeenCalledWith({
      course_id_dto: { course_id: 'wasser' },
      issue_id_dto: { issue_id: 'wasser-2026' },
      exercise_dto: { exercise_id: 'brief' },
    });
    expect(answer.kept).toEqual({ value: 'Liebe Gemeinde', done: true });
    expect(answer.status.kind).toBe('saved');
  });

  it('stays closed until it is loaded, however often that fails', async () => {
    const getLocalStoreItems = vi
      .fn<Container['getLocalStoreItems']>()
      .mockRejectedValueOnce(new BridgeError('UNAVAILABLE', 'getLocalStoreItems', ''))
      .mockRejectedValueOnce(new BridgeError('TIMEOUT', 'getLocalStoreItems', ''))
      .mockResolvedValue([]);
    const answer = new Answer(wasser, exercise);
    const loading = answer.load(container({ getLocalStoreItems }));
    await vi.advanceTimersByTimeAsync(1);
    expect(answer.status).toMatchObject({ kind: 'loading', error: { code: 'UNAVAILABLE' } });
    expect(answer.isOpen).toBe(false);
    await vi.advanceTimersByTimeAsync(slowestRetryInMs);
    await loading;
    expect(answer.isOpen).toBe(true);
    expect(answer.status.kind).toBe('idle');
  });

  it('that cannot be loaded is never overwritten', async () => {
    const setLocalStoreItems = vi.fn<Container['setLocalStoreItems']>(async () => []);
    const getLocalStoreItems = vi.fn<Container['getLocalStoreItems']>(async () => {
      throw new BridgeError('REFUSED', 'getLocalStoreItems', '');
    });
    const answer = new Answer(wasser, exercise);
    await answer.load(container({ getLocalStoreItems, setLocalStoreItems }));
    expect(answer.status.kind).toBe('unreadable');
    answer.enter('new');
    await answer.flush();
    expect(setLocalStoreItems).not.toHaveBeenCalled();
  });

  it('that is no JSON counts as not given', async () => {
    const answer = new Answer(wasser, exercise);
    await answer.load(container({ getLocalStoreItems: async () => [stored('answer', '{"a')] }));
    expect(answer.kept.value).toBeUndefined();
    expect(answer.isOpen).toBe(true);
  });

  it('is stored with its type as segment, and stays done', async () => {
    const setLocalStoreItems = vi.fn<Container['setLocalStoreItems']>(async () => []);
    const answer = new Answer(wasser, exercise);
    await answer.load(container({ getLocalStoreItems: async () => [], setLocalStoreItems }));
    answer.enter('Text');
    expect(answer.finish()).toBe(true);
    expect(answer.finish(), 'done only once').toBe(false);
    answer.enter('Neuer Text');
    expect(await answer.flush()).toBe(true);
    expect(setLocalStoreItems.mock.lastCall?.[1]).toEqual([
      { segment: 'essay', key: 'answer', value: '"Neuer Text"', version: 0 },
      { segment: 'essay', key: 'done', value: 'true', version: 0 },
    ]);
  });
});
