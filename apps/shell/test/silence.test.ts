import { silenceLimitInMs } from '@lectern/sdk/protocol';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ContentFrame } from '../src/content-frame/content-frame.ts';
import { watchSilence, type Silence } from '../src/content-frame/silence.ts';
import { fakeBrowser, fakeBrowserForEachTest, type FakeWindow } from './fake-browser.ts';

const address = 'https://content.example/index.html?v=1';
const missingScript =
  "The content has loaded and has not said hello: is the SDK's script missing or blocked?";
const noHost = "The content's host cannot be reached: is its address right, and is it running?";

let browser: FakeWindow;
let silence: Silence;
let bridge: { hasSpoken: boolean };
/** State of the content's host, and its requests. */
let isUp: boolean;
let asked: string[];
/** Addresses that the frame was opened with. */
let opened: string[];
let frame: ContentFrame & { load(): void };

fakeBrowserForEachTest();
beforeEach(() => {
  vi.useFakeTimers();
  browser = fakeBrowser();
  bridge = { hasSpoken: false };
  [isUp, asked, opened] = [true, [], []];
  frame = createFrame();
  silence = watchSilence({
    frame,
    bridge,
    address: () => opened.at(-1),
    async isReachable(at) {
      asked.push(at);
      return isUp;
    },
  });
});

function createFrame(): typeof frame {
  const listeners = new Set<() => void>();
  const state = { isOpen: false, isLoaded: false };
  const change = (next: Partial<typeof state>) => {
    Object.assign(state, next);
    listeners.forEach((listener) => listener());
  };
  return {
    window: {} as Window,
    get isOpen() {
      return state.isOpen;
    },
    get isLoaded() {
      return state.isLoaded;
    },
    open(at) {
      opened.push(at);
      change({ isOpen: true });
    },
    lead() {},
    close() {
      bridge.hasSpoken = false;
      change({ isOpen: false, isLoaded: false });
    },
    load: () => change({ isLoaded: true }),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function speak(): void {
  bridge.hasSpoken = true;
  browser.fire('message');
}

const pass = (inMs: number) => vi.advanceTimersByTimeAsync(inMs);
const warnings = () => vi.mocked(console.warn).mock.calls.map(([text]: unknown[]) => text);

describe('content that speaks', () => {
  it.each([
    ['before it has loaded', () => (speak(), frame.load())],
    ['after it has loaded', () => (frame.load(), speak())],
  ])('%s is left alone', async (_when, act) => {
    frame.open(address);
    act();
    await pass(60_000);
    expect([silence.state, asked, warnings()]).toEqual(['none', [], []]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('and leads on to a page that says nothing is left alone there: CMI5-2', async () => {
    frame.open(address);
    frame.load();
    speak();
    frame.lead('https://content.example/unit.html');
    frame.load();
    isUp = false;
    await pass(60_000);
    expect([silence.state, asked, warnings()]).toEqual(['none', [], []]);
  });

  it('and has spoken before the watch began is left alone', async () => {
    bridge.hasSpoken = true;
    frame.open(address);
    frame.load();
    await pass(60_000);
    expect([asked, warnings()]).toEqual([[], []]);
  });
});

describe('content that is there and says nothing', () => {
  beforeEach(() => {
    frame.open(address);
    frame.load();
  });

  it('stays as it is, with a warning of the likely cause', async () => {
    await pass(silenceLimitInMs - 1);
    expect([silence.state, warnings()]).toEqual(['none', []]);
    await pass(1);
    expect([silence.state, warnings()]).toEqual(['silent', [missingScript]]);
    await pass(120_000);
    expect([opened, asked, warnings()]).toEqual([[address], [address], [missingScript]]);
  });

  it('is silent no more once it speaks, or is gone', async () => {
    await pass(silenceLimitInMs);
    speak();
    expect(silence.state).toBe('none');
    frame.close();
    frame.open(address);
    frame.load();
    await pass(silenceLimitInMs);
    frame.close();
    expect(silence.state).toBe('none');
    await pass(60_000);
    expect([warnings().length, vi.getTimerCount()]).toEqual([2, 0]);
  });
});

describe('content whose host is away', () => {
  beforeEach(async () => {
    isUp = false;
    frame.open(address);
  });

  /** The browser shows a page of its own, and tells that it has loaded. */
  async function failToLoad(): Promise<void> {
    frame.load();
    await pass(3_000);
  }

  it('is found out soon after something has loaded', async () => {
    await failToLoad();
    expect([silence.state, warnings()]).toEqual(['unreachable', [noHost]]);
    // Not that a script is missing.
    await pass(60_000);
    expect(warnings()).toEqual([noHost]);
  });

  it('is found out where nothing ever loads', async () => {
    await pass(silenceLimitInMs - 1);
    expect(silence.state).toBe('none');
    await pass(1);
    expect(silence.state).toBe('unreachable');
  });

  it('is opened anew by itself once the host answers', async () => {
    await failToLoad();
    await pass(30_000);
    expect([opened, silence.state]).toEqual([[address], 'unreachable']);
    isUp = true;
    await pass(10_000);
    expect([opened, silence.state]).toEqual([[address, address], 'retrying']);
    speak();
    expect(silence.state).toBe('none');
  });

  it('is asked for at once when the network is back', async () => {
    await failToLoad();
    isUp = true;
    browser.fire('online');
    await pass(0);
    expect(opened).toEqual([address, address]);
  });

  it('stays away after a try in vain', async () => {
    await failToLoad();
    silence.retry();
    frame.load();
    await pass(999);
    expect([opened, silence.state]).toEqual([[address, address], 'retrying']);
    await pass(1);
    expect([silence.state, silence.triedInVainAt]).toEqual(['unreachable', Date.now()]);
    silence.retry();
    expect(silence.triedInVainAt).toBeUndefined();
    await pass(silenceLimitInMs);
    expect([silence.state, warnings()]).toEqual(['unreachable', [noHost]]);
  });

  it('is shown after a try where it is there and says nothing', async () => {
    await failToLoad();
    isUp = true;
    silence.retry();
    frame.load();
    await pass(1_000);
    expect(silence.state).toBe('none');
    await pass(silenceLimitInMs);
    expect([silence.state, opened.length]).toEqual(['silent', 2]);
  });

  it('is shown where it loads late after all', async () => {
    await pass(silenceLimitInMs);
    isUp = true;
    frame.load();
    await pass(1_000);
    expect([silence.state, opened]).toEqual(['none', [address]]);
  });

  it('is shown to whoever wants to see it, and not taken away again', async () => {
    await failToLoad();
    silence.showAnyway();
    expect(silence.state).toBe('none');
    isUp = true;
    await pass(60_000);
    browser.fire('online');
    await pass(0);
    expect([opened, silence.state]).toEqual([[address], 'none']);
  });

  it('is forgotten with the frame', async () => {
    await failToLoad();
    frame.close();
    expect(silence.state).toBe('none');
    await pass(60_000);
    expect([opened, vi.getTimerCount()]).toEqual([[address], 0]);
  });
});

it('an answer that comes after the content has spoken changes nothing', async () => {
  isUp = false;
  frame.open(address);
  frame.load();
  vi.advanceTimersByTime(3_000);
  speak();
  await pass(60_000);
  expect([silence.state, asked.length, warnings()]).toEqual(['none', 1, []]);
});
