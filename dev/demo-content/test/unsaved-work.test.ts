import { BridgeError, type Container } from '@lectern/sdk';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answersOf, type Answer } from '../src/answers.ts';
import { wasser } from '../src/course/wasser.ts';
import { reportUnsavedWork } from '../src/unsaved-work.ts';
import { ContainerDouble, slowestRetryInMs } from '@lectern/sdk/testing';

const setUnsavedWork = vi.fn<Container['setUnsavedWork']>();

let first: Answer;
let second: Answer;
let container: ContainerDouble;

beforeEach(async () => {
  vi.useFakeTimers();
  setUnsavedWork.mockReset().mockResolvedValue(null);
  [first, second] = [...answersOf(wasser).values()] as [Answer, Answer];
  container = new ContainerDouble();
  reportUnsavedWork({ setUnsavedWork }, [first, second]);
  await first.load(container);
  await second.load(new ContainerDouble());
});
afterEach(() => void vi.useRealTimers());

/** What the container was told, in order. */
const told = () => setUnsavedWork.mock.calls.map(([unsaved]) => unsaved);

it('nothing is told while there is nothing unsaved', () => {
  expect(told()).toEqual([]);
});

it('the first key is told at once, and when everything is accepted', async () => {
  first.enter('a');
  expect(told()).toEqual([true]);
  first.enter('ab');
  second.enter('b');
  await first.flush();
  await second.flush();
  expect(told()).toEqual([true, false]);
  container.deliver();
  expect(told(), 'delivery is the part of the container').toEqual([true, false]);
});

it('what is not accepted is unsaved, for as long as that takes', async () => {
  container.failures.push({ code: 'STORAGE_FULL' }, { code: 'STORAGE_FULL' });
  first.enter('a');
  await first.flush();
  await first.flush();
  expect(told()).toEqual([true]);
  await vi.advanceTimersByTimeAsync(slowestRetryInMs);
  expect(told()).toEqual([true, false]);
});

it('what comes after a conflict is unsaved until that is settled', async () => {
  const { answerType: segment } = first.exercise;
  container.accept([{ segment, key: 'answer', value: '"elsewhere"' }]);
  first.enter('here');
  await first.flush();
  await vi.advanceTimersByTimeAsync(0);
  expect(told()).toEqual([true]);
  await first.takeOther();
  await first.flush();
  expect(told()).toEqual([true, false]);
});

it('a container that cannot ask disturbs nobody', async () => {
  setUnsavedWork.mockRejectedValue(new BridgeError('UNKNOWN_ACTION', 'setUnsavedWork', ''));
  first.enter('a');
  expect(await first.flush()).toBe(true);
  expect(told()).toEqual([true, false]);
});
