import { expect, test } from 'vitest';
import type { ActiveToken } from '../src/authorization/active-token.ts';
import { createVerifiedTokens } from '../src/authorization/verified-tokens.ts';

const issuer = 'https://a.example';

/** Tokens are `{sub}/{sid}`; each verification waits until it is let go, with what holds by then. */
function startVerifications() {
  const waiting: { readonly token: string; end(holds: boolean): void }[] = [];
  const tokens = createVerifiedTokens(
    (token) =>
      new Promise<ActiveToken | undefined>((resolve) => {
        const [sub = '', sid] = token.split('/');
        const expiresAt = Date.now() / 1000 + 300;
        const active = { issuer, sub, clientId: 'shell', expiresAt, claims: { sid } };
        waiting.push({ token, end: (holds) => resolve(holds ? active : undefined) });
      }),
    {
      nameOf: ({ sub }) => sub,
      subjectOf: async ({ sub }) => ({
        subject: sub,
        aliases: new Set([sub]),
        roles: ['student'],
        isBeingErased: false,
      }),
    },
  );
  return { tokens, waiting };
}

/** Lets everything happen that waits for nothing else. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('a sign-out makes it forget the user’s tokens and no others', async () => {
  const { tokens, waiting } = startVerifications();
  for (const token of ['mia/1', 'mia/2', 'ben/3']) {
    const verified = tokens.verify(token);
    waiting.pop()!.end(true);
    await verified;
  }
  tokens.forget({ issuer: 'https://b.example', sid: '1', sub: 'mia' });
  expect(tokens.cached('mia/1')).toBeTruthy();
  tokens.forget({ issuer, sid: '1' });
  expect(tokens.cached('mia/1')).toBeUndefined();
  expect(tokens.cached('mia/2')).toBeTruthy();
  tokens.forget({ issuer, sub: 'mia' });
  expect(tokens.cached('mia/2')).toBeUndefined();
  expect(tokens.cached('ben/3')).toBeTruthy();
});

test('a token that is being verified during its sign-out is verified anew', async () => {
  const { tokens, waiting } = startVerifications();
  const [mia, ben] = [tokens.verify('mia/1'), tokens.verify('ben/2')];
  await settled();
  tokens.forget({ issuer, sid: '1', sub: 'mia' });
  for (const { end } of waiting.splice(0)) end(true);
  expect(await ben).toBeTruthy();
  await settled();
  expect(waiting.map(({ token }) => token)).toEqual(['mia/1']);
  waiting[0]!.end(false);
  expect(await mia).toBe(false);
  expect(tokens.cached('mia/1')).toBe(false);
});
