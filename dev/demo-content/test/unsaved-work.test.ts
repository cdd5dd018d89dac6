import { BridgeError, type Container } from '@lectern/sdk';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answersOf, type Answer } from '../src/answers.ts';
import { wasser } from '../src/course/wasser.ts';
import { reportUnsavedWork } from '../src/unsaved-work.ts';
import { VersionedStore } from './versioned-store.ts';

const setUnsavedWork = vi.fn<Container['setUnsavedWork']>();
const lost = new BridgeError('NOT_LOGGED_IN', 'setLocalStoreItems', '');

let first: Answer;
let second: Answer;
let store: VersionedStore;

beforeEach(async () => {
  vi.useFakeTimers();
  setUnsavedWork.mockReset().mockResolvedValue(null);
  [first, second] = [...answersOf(wasser).values()] as [Answer, Answer];
  store = new VersionedStore();
  reportUnsavedWork({ setUnsavedWork }, [first, second]);
  await first.load(store as Partial<Container> as Container);
  await second.load(new VersionedStore() as Partial<Container> as Container);
});
afterEach(() => void vi.useRealTimers());

/** What the container was told, in order. */
const told = () => setUnsavedWork.mock.calls.map(([unsaved]) => unsaved);

it('nothing is told while there is nothing unsaved', () => {
  expect(told()).toEqual([]);
});

it('the first key is told at once, and the last confirmation', async () => {
  first.enter('a');
  expect(told()).toEqual([true]);
  first.enter('ab');
  second.enter('b');
  await first.flush();
  expect(told(), 'another answer is still unsaved').toEqual([true]);
  await second.flush();
  expect(told()).toEqual([true, false]);
});

it('what cannot be saved is unsaved', () => {
  first.enter('a');
  first.stopSaving(lost);
  first.enter('ab');
  expect(told()).toEqual([true]);
});

it('a conflict is unsaved until it is settled', async () => {
  const { answerType: segment } = first.exercise;
  store.store([{ segment, key: 'answer', value: '"elsewhere"' }]);
  first.enter('here');
  await first.flush();
  expect(told()).toEqual([true]);
  await first.takeStored();
  expect(told()).toEqual([true, false]);
});

it('a container that cannot ask disturbs nobody', async () => {
  setUnsavedWork.mockRejectedValue(new BridgeError('UNKNOWN_ACTION', 'setUnsavedWork', ''));
  first.enter('a');
  expect(await first.flush()).toBe(true);
  expect(told()).toEqual([true, false]);
});
