import { beforeEach, describe, expect, it, vi } from 'vitest';
import { pauseBesideContent } from '../src/content-frame/beside-content.ts';
import { untilContentLoaded, untilContentSpeaks } from '../src/content-frame/content-first.ts';
import type { ContentFrame } from '../src/content-frame/content-frame.ts';
import { fakeBrowser, fakeBrowserForEachTest } from './fake-browser.ts';

fakeBrowserForEachTest();
beforeEach(() => void vi.useFakeTimers());

/** A frame whose state a test changes. */
function frame() {
  const listeners = new Set<() => void>();
  const state = {
    window: {} as Window,
    isOpen: true,
    isLoaded: false,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    open() {},
    lead() {},
    close() {},
  };
  const change = (next: Partial<typeof state>) => {
    Object.assign(state, next);
    listeners.forEach((listener) => listener());
  };
  return { state, change, listeners };
}

/** True for a promise that has resolved by now. */
async function isOver(promise: Promise<void>): Promise<boolean> {
  const open = Symbol('open');
  await vi.advanceTimersByTimeAsync(0);
  return (await Promise.race([promise, Promise.resolve(open)])) !== open;
}

/** Tells if a wait beside silent content is over right before this time, and then. */
async function isOverAround(
  timeInMs: number,
  waitBeside: (frame: ContentFrame) => Promise<void>,
): Promise<readonly [before: boolean, then: boolean]> {
  const { state, listeners } = frame();
  const wait = waitBeside(state);
  await vi.advanceTimersByTimeAsync(timeInMs - 1);
  const before = await isOver(wait);
  await vi.advanceTimersByTimeAsync(1);
  const then = await isOver(wait);
  expect(listeners.size, 'it leaves nothing').toBe(0);
  return [before, then];
}

describe.each([untilContentSpeaks, untilContentLoaded])('%o', (until) => {
  it('waits for nothing where no content is open, or it is loaded', async () => {
    const { state } = frame();
    expect(await isOver(until({ ...state, isOpen: false }))).toBe(true);
    expect(await isOver(until({ ...state, isLoaded: true }))).toBe(true);
  });

  it.each([{ isLoaded: true }, { isOpen: false }])(
    'ends with %o, and leaves nothing',
    async (next) => {
      const { state, change, listeners } = frame();
      const wait = until(state);
      expect(await isOver(wait)).toBe(false);
      change(next);
      expect(await isOver(wait)).toBe(true);
      expect([listeners.size, vi.getTimerCount()]).toEqual([0, 0]);
    },
  );

  it('ends with content that only takes long', async () => {
    expect(await isOverAround(5_000, until)).toEqual([false, true]);
  });
});

describe('a word of the content', () => {
  it('ends the wait for one, and not that for the rest', async () => {
    const { fire } = fakeBrowser();
    const { state } = frame();
    const [word, rest] = [untilContentSpeaks(state), untilContentLoaded(state)];
    fire('message', { source: {} });
    expect(await isOver(word)).toBe(false);
    fire('message', { source: state.window });
    expect([await isOver(word), await isOver(rest)]).toEqual([true, false]);
  });
});

describe('a pause beside content', () => {
  it('ends after ten seconds', async () => {
    expect(await isOverAround(10_000, pauseBesideContent)).toEqual([false, true]);
  });

  it('ends when the content is gone, and not when it has loaded', async () => {
    const { state, change } = frame();
    const pause = pauseBesideContent(state);
    change({ isLoaded: true });
    expect(await isOver(pause)).toBe(false);
    change({ isOpen: false });
    expect(await isOver(pause)).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });
});
