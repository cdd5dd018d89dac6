import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startSessionCheck } from '../src/auth/session-check.ts';
import {
  sessionCheckAnswerLimitInMs,
  sessionCheckIntervalInMs,
  sessionCheckPauseInMs,
} from '../src/auth/sign-in-defaults.ts';
import { fakeBrowser, type FakeWindow } from './fake-browser.ts';

const frameAddress = new URL('https://id.example/session/check');
const onChanged = vi.fn<() => Promise<boolean>>();
const postMessage = vi.fn<(message: string, origin: string) => void>();
const provider = { postMessage };
const asksInVain = sessionCheckAnswerLimitInMs / sessionCheckIntervalInMs;
let browser: FakeWindow;
let sessionState: string | undefined;
let stop: () => void;
let onLoad: () => void;
const remove = vi.fn<() => void>();

beforeEach(() => {
  vi.useFakeTimers();
  browser = fakeBrowser();
  for (const mock of [onChanged, postMessage, remove]) mock.mockReset();
  onChanged.mockResolvedValue(true);
  sessionState = 's1.salt';
  vi.stubGlobal('document', {
    createElement: () => ({
      contentWindow: provider,
      remove,
      addEventListener: (_: string, listener: () => void) => (onLoad = listener),
    }),
    body: { append: () => {} },
  });
  stop = startSessionCheck({
    frameAddress,
    clientId: 'lectern-shell',
    sessionState: () => sessionState,
    onChanged,
  });
  onLoad();
});
afterEach(() => {
  stop();
});

const pass = (times = 1) => vi.advanceTimersByTimeAsync(sessionCheckIntervalInMs * times);
async function says(data: unknown, event: object = {}): Promise<void> {
  browser.fire('message', { source: provider, origin: frameAddress.origin, data, ...event });
  await vi.advanceTimersByTimeAsync(0);
}

describe('the session check', () => {
  it('asks every two seconds, and the provider alone', async () => {
    await pass(3);
    expect(sessionCheckIntervalInMs).toBe(2000);
    expect(postMessage.mock.calls).toEqual(
      Array.from({ length: 3 }, () => ['lectern-shell s1.salt', 'https://id.example']),
    );
  });

  it('does nothing while the session is the same', async () => {
    await says('unchanged');
    expect(onChanged).not.toHaveBeenCalled();
  });

  it('tells of a change, and asks nothing until that is dealt with', async () => {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    onChanged.mockReturnValue(promise);
    await says('unchanged');
    await says('changed');
    await says('changed');
    await pass(3);
    expect(onChanged).toHaveBeenCalledOnce();
    expect(postMessage).not.toHaveBeenCalled();
    sessionState = 's2.salt';
    resolve(true);
    await pass();
    expect(postMessage.mock.lastCall?.[0]).toBe('lectern-shell s2.salt');
  });

  it('ends where the frame never sees its session: that is no change', async () => {
    await says('changed');
    await pass(3);
    expect(onChanged).not.toHaveBeenCalled();
    expect(postMessage).not.toHaveBeenCalled();
    expect(remove).toHaveBeenCalledOnce();
  });

  it('ends where it still says "changed" after that was dealt with: no loop', async () => {
    await says('unchanged');
    await says('changed');
    await says('changed');
    await pass(3);
    expect(onChanged).toHaveBeenCalledOnce();
    expect(postMessage).not.toHaveBeenCalled();
  });

  it('tells again, after a pause, of a change about which the provider has not answered', async () => {
    onChanged.mockResolvedValueOnce(false);
    await says('unchanged');
    await says('changed');
    await vi.advanceTimersByTimeAsync(sessionCheckPauseInMs - 1);
    await says('changed');
    expect(postMessage).not.toHaveBeenCalled();
    expect(onChanged).toHaveBeenCalledOnce();
    await pass();
    expect(postMessage).toHaveBeenCalledOnce();
    await says('changed');
    expect(onChanged).toHaveBeenCalledTimes(2);
    await says('changed');
    expect(onChanged).toHaveBeenCalledTimes(2);
    expect(remove).toHaveBeenCalledOnce();
  });

  it('ends where the frame never answers, since it must not be framed', async () => {
    await pass(20);
    expect(postMessage).toHaveBeenCalledTimes(asksInVain);
    expect(remove).toHaveBeenCalledOnce();
  });

  it('goes on where an answer is late', async () => {
    await pass(asksInVain - 1);
    await says('unchanged');
    await pass(asksInVain);
    expect(remove).not.toHaveBeenCalled();
  });

  it('ends with an error of the frame', async () => {
    await says('unchanged');
    await says('error');
    await pass(3);
    expect(postMessage).not.toHaveBeenCalled();
    expect(onChanged).not.toHaveBeenCalled();
  });

  it('ends when the provider names its session no more', async () => {
    sessionState = undefined;
    await pass(3);
    expect(postMessage).not.toHaveBeenCalled();
    expect(remove).toHaveBeenCalledOnce();
  });

  it.each([
    ['another window', { source: {} }],
    ['another origin', { origin: 'https://evil.example' }],
  ])('hears nothing from %s', async (_, event) => {
    await says('unchanged');
    await says('changed', event);
    await says('error', event);
    await pass();
    expect(onChanged).not.toHaveBeenCalled();
    expect(postMessage).toHaveBeenCalledOnce();
  });
});
