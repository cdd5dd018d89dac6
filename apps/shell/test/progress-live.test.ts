import { beforeEach, expect, test, vi } from 'vitest';
import { keepNew, lookIntervalInMs, type Live } from '../src/progress/use-live.ts';
import { fakeBrowserForEachTest } from './fake-browser.ts';

fakeBrowserForEachTest();

/** Seen, until a test hides it. */
let page: EventTarget & { hidden: boolean };

beforeEach(() => {
  vi.useFakeTimers();
  page = Object.assign(new EventTarget(), { hidden: false });
  vi.stubGlobal('document', page);
});

function open(...versions: readonly (string | Error)[]) {
  const left = [...versions];
  const ending = new AbortController();
  const look = vi.fn<Live['look']>(async () => {
    const next = left.shift() ?? 'same';
    if (next instanceof Error) throw next;
    return next;
  });
  const refresh = vi.fn<Live['refresh']>(async () => {});
  const ended = keepNew({ version: 'same', look, refresh }, ending.signal);
  return { look, refresh, ending, ended };
}

test('a class is asked for anew within three seconds, once it has gone on', async () => {
  const { look, refresh, ended } = open('same', 'other');
  await vi.advanceTimersByTimeAsync(lookIntervalInMs);
  expect(look).toHaveBeenCalledTimes(1);
  expect(refresh).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(lookIntervalInMs);
  await ended;
  expect(refresh).toHaveBeenCalledTimes(1);
  expect(lookIntervalInMs).toBeLessThan(3_000);
});

test('looks do not overlap, however long one takes', async () => {
  const { look, ending } = open();
  look.mockImplementation(() => new Promise(() => {}));
  await vi.advanceTimersByTimeAsync(10 * lookIntervalInMs);
  expect(look).toHaveBeenCalledTimes(1);
  ending.abort();
});

test('looks that fail come more seldom, and one that succeeds brings the pace back', async () => {
  const { look, ending } = open(new Error('offline'), new Error('offline'), 'same');
  await vi.advanceTimersByTimeAsync(lookIntervalInMs * (1 + 2));
  expect(look).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(lookIntervalInMs * 4);
  expect(look).toHaveBeenCalledTimes(3);
  await vi.advanceTimersByTimeAsync(lookIntervalInMs);
  expect(look).toHaveBeenCalledTimes(4);
  ending.abort();
});

test('nothing is looked for while the page is hidden, and at once when it is seen', async () => {
  page.hidden = true;
  const { look, ending, ended } = open();
  await vi.advanceTimersByTimeAsync(10 * lookIntervalInMs);
  expect(look).not.toHaveBeenCalled();
  page.hidden = false;
  page.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(0);
  expect(look).toHaveBeenCalledTimes(1);
  ending.abort();
  await ended;
});
