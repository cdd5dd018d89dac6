import { afterEach, expect, test, vi } from 'vitest';
import { createAuthorize } from '../src/authorization/authorize.ts';
import type { SubjectDirectory } from '../src/authorization/subject-directory.ts';
import { createVerifiedTokens } from '../src/authorization/verified-tokens.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const directory: SubjectDirectory = {
  subjectOf: ({ sub }) =>
    Promise.resolve({
      subject: sub,
      aliases: new Set([sub]),
      roles: ['student'],
      isBeingErased: false,
    }),
  forgetPermissions: () => {},
  rolesOf: () => Promise.resolve(['student']),
  nameOf: ({ sub }) => sub,
  resolve: (subject) => Promise.resolve(subject),
  resolveAll: (subjects) => Promise.resolve([...subjects]),
  erasedAmong: async () => new Set(),
  permissionsOf: () => Promise.resolve(new Set(['user.read'] as const)),
};

test('a refused token is verified again once its key may be known, and not before', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  // The cache keeps the object that fake timers would replace.
  vi.spyOn(performance, 'now').mockImplementation(() => Date.now());
  let isKeyKnown = false;
  let verifications = 0;
  const tokens = createVerifiedTokens(() => {
    verifications++;
    const expiresAt = Date.now() / 1000 + 300;
    const token = { issuer: 'https://a.example', sub: 'mia', clientId: 'shell', expiresAt };
    return Promise.resolve(isKeyKnown ? { ...token, claims: {} } : undefined);
  }, directory);
  const authorize = createAuthorize(tokens, directory);
  const ask = () => authorize({ token: 't', subject: 'mia', roles: [] }, 'user.read');

  await expect(ask()).rejects.toThrow('TOKEN_REQUIRED');
  isKeyKnown = true;
  await vi.advanceTimersByTimeAsync(9_000);
  await expect(ask()).rejects.toThrow('TOKEN_REQUIRED');
  expect(verifications).toBe(1);
  await vi.advanceTimersByTimeAsync(1_100);
  expect((await ask()).subject).toBe('mia');

  // A good one is remembered for a minute.
  await vi.advanceTimersByTimeAsync(59_000);
  await ask();
  expect(verifications).toBe(2);
});
