import { expect, onTestFinished, test } from 'vitest';
import { outcomeOf, plainCall, startBareServer, type BareServer } from './bare-server.ts';
import { startTestPlatform } from './platform.ts';

const limits = { refusedTokensPerMinute: 3 };

const send = (server: BareServer, headers: Record<string, string>) =>
  outcomeOf(fetch(server.url + plainCall, { method: 'POST', headers }));
const sendToken = (server: BareServer, token: string, network = '192.0.2.1') =>
  send(server, { Authorization: `Bearer ${token}`, 'X-Forwarded-For': network });

test('a network that tries token after token is stopped before they are looked up', async () => {
  const server = await startBareServer({ limits, trustedProxies: ['127.0.0.1'] }, true);
  expect(await sendToken(server, 'good-1')).toEqual([200]);
  for (const token of [...Array<string>(9).fill('bad-1'), 'bad-2', 'bad-3']) {
    expect(await sendToken(server, token)).toEqual([401, 'TOKEN_REQUIRED']);
  }
  server.lookedUp.length = 0;
  for (const token of ['bad-1', 'bad-9', 'good-2']) {
    const [status, code, retryAfter] = await sendToken(server, token);
    expect([status, code]).toEqual([429, 'TOO_MANY_REQUESTS']);
    expect(Number(retryAfter)).toBeGreaterThan(0);
    expect(Number(retryAfter)).toBeLessThanOrEqual(60);
  }
  expect(server.lookedUp).toEqual([]);
  // Who was let in before is not held up, nor is anybody elsewhere.
  expect(await sendToken(server, 'good-1')).toEqual([200]);
  expect(await sendToken(server, 'good-2', '192.0.2.2')).toEqual([200]);
});

test('a token that held once is let through no longer when it has been refused', async () => {
  const server = await startBareServer({ limits: { refusedTokensPerMinute: 1 } }, true);
  expect(await sendToken(server, 'good-1')).toEqual([200]);
  server.revoked.add('good-1');
  expect(await sendToken(server, 'good-1')).toEqual([401, 'TOKEN_REQUIRED']);
  expect((await sendToken(server, 'good-1'))[0]).toBe(429);
});

test('a forwarded address of somebody who is no trusted proxy counts for nothing', async () => {
  const server = await startBareServer({ limits }, true);
  for (const host of [1, 2, 3]) await sendToken(server, `bad-${host}`, `192.0.2.${host}`);
  expect((await sendToken(server, 'bad-4', '192.0.2.4'))[0]).toBe(429);
});

test('requests without a token do not count', async () => {
  const server = await startBareServer({ limits }, true);
  for (let attempt = 0; attempt < 9; attempt++) {
    expect(await send(server, {})).toEqual([401, 'TOKEN_REQUIRED']);
  }
  expect(await sendToken(server, 'good-1')).toEqual([200]);
});

test('the services themselves stop it, and let the signed-in work on', async () => {
  const platform = await startTestPlatform({ limits });
  onTestFinished(() => platform.close());
  const mia = await platform.identityProvider.signIn('mia');
  const ping = () => platform.as('aua', mia).userUpdateUserInfo();
  await expect(ping()).resolves.toMatchObject({ result_state: 'OK' });
  const guess = (token: string) =>
    outcomeOf(
      platform.request('/aua/v1/user/updateUserInfo', {
        Authorization: `Bearer ${token}`,
        'X-Ia-Correlation-Id': 'guess-1',
        'X-Ia-Subject': mia.subject,
        'X-Ia-Roles': '',
      }),
    );
  for (const token of ['a', 'b', 'c']) expect(await guess(token)).toEqual([401, 'TOKEN_REQUIRED']);
  expect((await guess('d')).slice(0, 2)).toEqual([429, 'TOO_MANY_REQUESTS']);
  await expect(ping()).resolves.toMatchObject({ result_state: 'OK' });
});
