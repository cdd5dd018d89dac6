import { CallFailed } from '@lectern/contracts/client';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { chartIntervalInMs, liveClass } from '../src/progress/live-class.ts';
import type { Chart, Shown } from '../src/progress/progress-source.ts';
import { keepNew, lookIntervalInMs, type Live } from '../src/progress/use-live.ts';
import { fakeBrowser, fakeBrowserForEachTest, type FakeWindow } from './fake-browser.ts';

fakeBrowserForEachTest();

/** Seen, until a test hides it. */
let page: EventTarget & { hidden: boolean };
let browser: FakeWindow;

beforeEach(() => {
  browser = fakeBrowser();
  vi.useFakeTimers();
  page = Object.assign(new EventTarget(), { hidden: false });
  vi.stubGlobal('document', page);
});

const failed = (status?: number) =>
  new CallFailed({ service: 'lars', name: 'progressGetVersionForGroup' }, 'refused', '', {
    ...(status !== undefined && { status }),
  });

function open(...versions: readonly (string | Error)[]) {
  const left = [...versions];
  const ending = new AbortController();
  const starts: number[] = [];
  const look = vi.fn<Live['look']>(async () => {
    starts.push(Date.now());
    const next = left.shift() ?? 'same';
    if (next instanceof Error) throw next;
    return next;
  });
  const refresh = vi.fn<Live['refresh']>(async () => 'same');
  const [onRefused, onFailing] = [vi.fn<() => void>(), vi.fn<(since?: Date) => void>()];
  const live = { version: 'same', look, isDue: () => false, refresh, onRefused };
  const ended = keepNew(live, ending.signal, onFailing);
  return { look, refresh, onRefused, onFailing, starts, ending, ended };
}

test('a class is asked for anew within three seconds, once it has gone on, and goes on being looked at', async () => {
  const { look, refresh, ending } = open('same', 'other');
  await vi.advanceTimersByTimeAsync(lookIntervalInMs);
  expect(look).toHaveBeenCalledTimes(1);
  expect(refresh).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(lookIntervalInMs);
  expect(refresh).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(lookIntervalInMs);
  expect(look).toHaveBeenCalledTimes(3);
  expect(refresh).toHaveBeenCalledTimes(1);
  expect(lookIntervalInMs).toBeLessThan(3_000);
  ending.abort();
});

test('from the start of a look to that of the next it is the interval, whatever answers take', async () => {
  const { look, refresh, starts, ending } = open();
  const after = (milliseconds: number) =>
    new Promise<string>((resolve) => setTimeout(resolve, milliseconds, 'other'));
  look.mockImplementation(() => (starts.push(Date.now()), after(700)));
  refresh.mockImplementation(() => after(900));
  await vi.advanceTimersByTimeAsync(10 * lookIntervalInMs);
  const gaps = starts.slice(1).map((start, place) => start - starts[place]!);
  expect(gaps).toHaveLength(9);
  expect(new Set(gaps)).toEqual(new Set([lookIntervalInMs]));
  ending.abort();
});

test('looks do not overlap, however long one takes', async () => {
  const { look, ending } = open();
  look.mockImplementation(() => new Promise(() => {}));
  await vi.advanceTimersByTimeAsync(10 * lookIntervalInMs);
  expect(look).toHaveBeenCalledTimes(1);
  ending.abort();
});

describe('looks that fail', () => {
  test('come more seldom, and one that succeeds brings the pace back', async () => {
    const { look, onFailing, ending } = open(failed(), failed(503), 'same');
    const begin = Date.now();
    await vi.advanceTimersByTimeAsync(lookIntervalInMs * (1 + 2));
    expect(look).toHaveBeenCalledTimes(2);
    expect(onFailing.mock.lastCall).toEqual([new Date(begin)]);
    await vi.advanceTimersByTimeAsync(lookIntervalInMs * 4);
    expect(look).toHaveBeenCalledTimes(3);
    expect(onFailing.mock.lastCall).toEqual([undefined]);
    await vi.advanceTimersByTimeAsync(lookIntervalInMs);
    expect(look).toHaveBeenCalledTimes(4);
    ending.abort();
  });

  test('are made up for at once when the network is back', async () => {
    const { look, ending } = open(failed(), failed());
    await vi.advanceTimersByTimeAsync(lookIntervalInMs * (1 + 2));
    browser.fire('online');
    await vi.advanceTimersByTimeAsync(0);
    expect(look).toHaveBeenCalledTimes(3);
    ending.abort();
  });

  test.each([401, 403, 404])('by %i end it, and say so', async (status) => {
    const { look, onRefused, ended } = open(failed(status));
    await vi.advanceTimersByTimeAsync(lookIntervalInMs);
    await ended;
    await vi.advanceTimersByTimeAsync(10 * lookIntervalInMs);
    expect(look).toHaveBeenCalledTimes(1);
    expect(onRefused).toHaveBeenCalledTimes(1);
  });
});

describe('while the page is hidden', () => {
  async function hideFor(milliseconds: number) {
    page.hidden = true;
    const opened = open();
    await vi.advanceTimersByTimeAsync(milliseconds);
    expect(opened.look).not.toHaveBeenCalled();
    page.hidden = false;
    page.dispatchEvent(new Event('visibilitychange'));
    await vi.advanceTimersByTimeAsync(0);
    opened.ending.abort();
    await opened.ended;
    return opened;
  }

  test('nothing is looked for, and at once when it is seen', async () => {
    const { look, refresh } = await hideFor(10 * lookIntervalInMs);
    expect(look).toHaveBeenCalledTimes(1);
    expect(refresh).not.toHaveBeenCalled();
  });

  test('a version says nothing after its window: the class is asked for', async () => {
    const { look, refresh } = await hideFor(11 * 60_000);
    expect(look).not.toHaveBeenCalled();
    expect(refresh).toHaveBeenCalledTimes(1);
  });
});

test('what has arrived is shown after one interval and the answers to a look and a question, within three seconds', async () => {
  /** On a line of a school. */
  const [lookTakesInMs, questionTakesInMs] = [50, 100];
  const after = <Answer>(milliseconds: number, answer: Answer) =>
    new Promise<Answer>((resolve) => setTimeout(resolve, milliseconds, answer));
  const empty = { themen: [], members: [] };
  let version = '1';
  const onShow = vi.fn<(shown: Shown, at: Date) => void>();
  const live = liveClass({
    source: {
      ask: () => after(questionTakesInMs, { ...empty, version }),
      version: () => after(lookTakesInMs, version),
    },
    question: { group_id: 'g', course_id: 'wasser', filter_type: 'NONE' },
    first: { ...empty, version },
    onShow,
    onRefused: () => {},
  });
  const ending = new AbortController();
  void keepNew(live, ending.signal, () => {});
  // Just too late for the first look.
  await vi.advanceTimersByTimeAsync(lookIntervalInMs + 1);
  const arrivedAt = Date.now();
  version = '2';
  await vi.advanceTimersByTimeAsync(2 * lookIntervalInMs);
  expect(onShow).toHaveBeenCalledTimes(1);
  const [shown, at] = onShow.mock.lastCall!;
  expect(shown).toMatchObject({ version: '2' });
  const passedInMs = at.getTime() - arrivedAt;
  expect(passedInMs).toBe(lookIntervalInMs - 1 + lookTakesInMs + questionTakesInMs);
  expect(passedInMs).toBeLessThanOrEqual(3_000);
  ending.abort();
});

test.each([
  ['the clock goes on', 0],
  ['the clock is set back', 3_600_000],
])(
  'a chart stays when a class is asked for anew, and is drawn once it is old: %s',
  async (_, backInMs) => {
    const drawn = (statements_count: number): Chart => ({
      diagram_type: 'LINE_CHART',
      points: [{ period: '2026', statements_count, begun_count: 0, finished_count: 0 }],
    });
    const first = { themen: [], members: [], version: '1', chart: drawn(1) };
    const ask = vi.fn<(question: { readonly chart?: unknown }) => Promise<Shown>>(
      async ({ chart }) => ({
        themen: [],
        members: [],
        version: '2',
        ...(chart !== undefined && { chart: drawn(2) }),
      }),
    );
    const onShow = vi.fn<(shown: Shown, at: Date) => void>();
    const live = liveClass({
      source: { ask, version: async () => '2' },
      question: {
        group_id: 'g',
        course_id: 'wasser',
        filter_type: 'NONE',
        chart: { diagram_type: 'LINE_CHART', datepicker_type: 'YEARS', year: 2026 },
      },
      first,
      onShow,
      onRefused: () => {},
    });
    const ending = new AbortController();
    void keepNew(live, ending.signal, () => {});
    await vi.advanceTimersByTimeAsync(lookIntervalInMs);
    expect(onShow.mock.lastCall![0]).toMatchObject({ version: '2', chart: drawn(1) });
    vi.setSystemTime(Date.now() - backInMs);
    // Though the class has not gone on since then.
    await vi.advanceTimersByTimeAsync(chartIntervalInMs + lookIntervalInMs);
    expect(onShow.mock.lastCall![0]).toMatchObject({ chart: drawn(2) });
    expect(ask).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(2 * chartIntervalInMs);
    expect(ask).toHaveBeenCalledTimes(2);
    ending.abort();
  },
);
