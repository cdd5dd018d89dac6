import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createServiceToken } from '../src/authorization/service-token.ts';

/** A provider that numbers its tokens. */
function startProvider(expiresInSeconds: number) {
  const provider = {
    asked: 0,
    failing: false,
    hanging: undefined as Promise<void> | undefined,
    /** Resolves with the last answer, and all that follows from it. */
    answered: Promise.resolve() as Promise<unknown>,
    clientToken() {
      const answer = provider.answer();
      provider.answered = answer.catch(() => {}).then(() => setImmediate());
      return answer;
    },
    async answer() {
      provider.asked++;
      await provider.hanging;
      if (provider.failing) throw new Error('away');
      return { token: `token-${provider.asked}`, expiresInSeconds };
    },
  };
  return provider;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});
const pass = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);

describe('the services’ own token', () => {
  test('is kept until shortly before it ends', async () => {
    const provider = startProvider(300);
    const token = createServiceToken(provider);
    expect(await token.get()).toBe('token-1');
    pass(269);
    expect(await token.get()).toBe('token-1');
    pass(1);
    expect(await token.get()).toBe('token-1');
    await provider.answered;
    expect(await token.get()).toBe('token-2');
    expect(provider.asked).toBe(2);
  });

  test('is asked for once by many', async () => {
    const provider = startProvider(300);
    const token = createServiceToken(provider);
    const tokens = await Promise.all(Array.from({ length: 10 }, () => token.get()));
    expect(new Set(tokens)).toEqual(new Set(['token-1']));
    expect(provider.asked).toBe(1);
  });

  test('is not kept where its end is unknown or near', async () => {
    for (const expiresInSeconds of [0, 5]) {
      const token = createServiceToken(startProvider(expiresInSeconds));
      expect(await token.get()).toBe('token-1');
      expect(await token.get()).toBe('token-2');
    }
  });

  test('is asked for again after a failure', async () => {
    const provider = startProvider(300);
    const token = createServiceToken(provider);
    provider.failing = true;
    await expect(token.get()).rejects.toThrow('away');
    provider.failing = false;
    expect(await token.get()).toBe('token-2');
  });

  test('is used until it ends where the provider gives no other one', async () => {
    const provider = startProvider(300);
    const token = createServiceToken(provider);
    await token.get();
    provider.failing = true;
    pass(299);
    expect(await token.get()).toBe('token-1');
    expect(provider.asked).toBe(2);
    pass(1);
    await expect(token.get()).rejects.toThrow('away');
  });

  test('is given at once while a provider that hangs is asked for the next one, by one request', async () => {
    const provider = startProvider(300);
    const token = createServiceToken(provider);
    await token.get();
    const { promise, resolve } = Promise.withResolvers<void>();
    provider.hanging = promise;
    pass(290);
    expect(await Promise.all([token.get(), token.get()])).toEqual(['token-1', 'token-1']);
    expect(provider.asked).toBe(2);
    // Too near to its end for a call.
    pass(6);
    const waiting = token.get();
    resolve();
    expect(await waiting).toBe('token-2');
    expect(provider.asked).toBe(2);
  });

  test('is forgotten when it was refused, and no later one with it', async () => {
    const token = createServiceToken(startProvider(300));
    const first = await token.get();
    token.forget(first);
    const second = await token.get();
    expect(second).toBe('token-2');
    token.forget(first);
    expect(await token.get()).toBe(second);
  });
});
