import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { outcomeOf, plainCall, startBareServer, type BareServer } from './bare-server.ts';
import { startTestPlatform } from './platform.ts';

const limits = { refusedTokensPerMinute: 3 };

const send = (server: BareServer, headers: Record<string, string>) =>
  outcomeOf(fetch(server.url + plainCall, { method: 'POST', headers }));
const sendToken = (server: BareServer, token: string, network = '192.0.2.1') =>
  send(server, { Authorization: `Bearer ${token}`, 'X-Forwarded-For': network });

/** Reaches the limit from the network of `sendToken`. */
async function guessToLimit(server: BareServer): Promise<void> {
  for (const token of [...Array<string>(9).fill('bad-1'), 'bad-2', 'bad-3']) {
    expect(await sendToken(server, token)).toEqual([401, 'TOKEN_REQUIRED']);
  }
  server.lookedUp.length = 0;
}

test('a network that tries token after token is slowed down, and a renewed token gets in', async () => {
  const server = await startBareServer({ limits, trustedProxies: ['127.0.0.1'] }, true);
  expect(await sendToken(server, 'good-1')).toEqual([200]);
  await guessToLimit(server);
  const [status, code, retryAfter] = await sendToken(server, 'bad-1');
  expect([status, code]).toEqual([429, 'TOO_MANY_REQUESTS']);
  expect(Number(retryAfter)).toBeGreaterThan(0);
  expect(Number(retryAfter)).toBeLessThanOrEqual(60);
  expect(server.lookedUp).toEqual([]);
  expect(await sendToken(server, 'bad-9')).toEqual([401, 'TOKEN_REQUIRED']);
  expect(await sendToken(server, 'good-2')).toEqual([200]);

  // A guess holds up neither a caller that was let in before, nor anybody elsewhere.
  const guess = sendToken(server, 'slow-1');
  await server.lookingUp(1);
  for (const token of ['good-1', 'good-2']) expect(await sendToken(server, token)).toEqual([200]);
  expect(await sendToken(server, 'good-3', '192.0.2.2')).toEqual([200]);
  server.slowLookUps[0]!();
  expect(await guess).toEqual([401, 'TOKEN_REQUIRED']);
});

test('beyond the limit unknown tokens are looked up one at a time, and few wait', async () => {
  const server = await startBareServer({ limits, trustedProxies: ['127.0.0.1'] }, true);
  await guessToLimit(server);
  const slow = sendToken(server, 'slow-1');
  await server.lookingUp(1);
  const renewed = Array.from({ length: 16 }, (_, index) => [
    sendToken(server, `good-${index}`),
    // A page asks for several things with one token.
    sendToken(server, `good-${index}`),
  ]);
  await server.inFlight(33);
  expect(await sendToken(server, 'good-16')).toEqual([429, 'TOO_MANY_REQUESTS', '1']);
  expect(server.lookedUp).toEqual(['Bearer slow-1']);

  server.slowLookUps[0]!();
  expect(await slow).toEqual([401, 'TOKEN_REQUIRED']);
  for (const answers of renewed) {
    expect(await Promise.all(answers)).toEqual([[200], [200]]);
  }
  expect(await sendToken(server, 'good-16')).toEqual([200]);
});

test.each(['', '{'])(
  'nor sooner where a client leaves with its body incomplete: %j',
  async (body) => {
    const server = await startBareServer({ limits: { refusedTokensPerMinute: 1 } }, true);
    expect(await sendToken(server, 'bad-1')).toEqual([401, 'TOKEN_REQUIRED']);
    server.lookedUp.length = 0;
    const client = connect(server.port, '127.0.0.1');
    onTestFinished(() => void client.destroy());
    await once(client, 'connect');
    const head = [
      `POST ${plainCall} HTTP/1.1`,
      'Host: localhost',
      'Authorization: Bearer slow-1',
      'Content-Type: application/json',
      'Content-Length: 11',
    ];
    client.write(`${head.join('\r\n')}\r\n\r\n${body}`);
    await server.lookingUp(1);
    client.destroy();
    await server.inFlight(0);
    const next = [sendToken(server, 'good-1'), sendToken(server, 'good-2')];
    await server.inFlight(2);
    expect(server.lookedUp).toEqual(['Bearer slow-1']);
    server.slowLookUps[0]!();
    expect(await Promise.all(next)).toEqual([[200], [200]]);
  },
);

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
  expect((await sendToken(server, 'bad-1', '192.0.2.4'))[0]).toBe(429);
});

test('requests without a token do not count', async () => {
  const server = await startBareServer({ limits }, true);
  for (let attempt = 0; attempt < 9; attempt++) {
    expect(await send(server, {})).toEqual([401, 'TOKEN_REQUIRED']);
  }
  expect(await sendToken(server, 'good-1')).toEqual([200]);
});

test('the services themselves slow it down, and let others sign in and work on', async () => {
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
  expect((await guess('a')).slice(0, 2)).toEqual([429, 'TOO_MANY_REQUESTS']);
  await expect(ping()).resolves.toMatchObject({ result_state: 'OK' });
  const ben = await platform.identityProvider.signIn('ben');
  await expect(platform.as('aua', ben).userUpdateUserInfo()).resolves.toMatchObject({
    result_state: 'OK',
  });
});
