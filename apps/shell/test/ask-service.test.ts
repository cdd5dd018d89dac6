import { CallFailed } from '@lectern/contracts/client';
import { answerTimeoutInMs } from '@lectern/sdk/protocol';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { askService, serviceTimeLimitInMs } from '../src/bridge/ask-service.ts';
import { createSessionStore } from '../src/session/session-store.ts';
import { fakeBrowser } from './fake-browser.ts';
import { someSession } from './some-session.ts';

const store = createSessionStore({ name: 'signed-in', session: someSession('mia') });

beforeEach(() => {
  vi.useFakeTimers();
  fakeBrowser();
});
afterEach(() => {
  vi.runAllTimers();
});

describe('the time limit', () => {
  it('TIME-1: ends before the container’s own: the content hears which service it was', () => {
    expect(serviceTimeLimitInMs).toBeLessThan(answerTimeoutInMs);
  });

  it('holds whatever hangs, and nothing is sent afterwards', async () => {
    let signal: AbortSignal | undefined;
    const answer: Promise<unknown> = askService(
      store,
      'Could not read local store items.',
      (given) => {
        signal = given;
        return new Promise(() => {});
      },
    );
    const failure = answer.catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(serviceTimeLimitInMs - 1);
    expect(signal?.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await failure).toMatchObject({ code: 'UNAVAILABLE' });
    expect(signal?.aborted).toBe(true);
  });

  it('leaves no timer behind an answer', async () => {
    expect(await askService(store, 'Could not read local store items.', async () => 'answer')).toBe(
      'answer',
    );
    expect(vi.getTimerCount()).toBe(0);
  });
});

it.each([
  ['invalid-request', 'BAD_PAYLOAD'],
  ['network', 'UNAVAILABLE'],
  ['timeout', 'UNAVAILABLE'],
  ['invalid-answer', 'UNAVAILABLE'],
] as const)('a call that fails by %s is to the content %s', async (kind, code) => {
  const failed = async () => {
    throw new CallFailed({ service: 'clag', name: 'localStoreItemSetForModel' }, kind, kind);
  };
  await expect(
    askService(store, 'Could not read local store items.', failed),
  ).rejects.toMatchObject({ code });
  expect(console.error).toHaveBeenCalledOnce();
});
