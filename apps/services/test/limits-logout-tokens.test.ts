import { beforeAll, beforeEach, expect, test } from 'vitest';
import { startBeforeAll } from './platform.ts';
import { registerBackChannelLogout } from '../src/http/back-channel-logout.ts';
import { createIdentityProvider } from '../src/authorization/identity-provider.ts';
import { createServer } from '../src/http/server.ts';
import { newKey, startJwtIssuer } from './issuer.ts';

/** As many failures of one network as are nothing special. */
const failuresPerMinute = 600;
const good = '192.0.2.7';
const guessing = '192.0.2.8';

const issuer = startBeforeAll(startJwtIssuer);
let forged: string;
let server: ReturnType<typeof createServer>;
let signOuts: number;

const claims = () => {
  const { iss, iat, exp, jti } = issuer.claims('mia');
  const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
  return { iss: iss!, iat: iat!, exp: exp!, jti: jti!, aud: 'shell', sid: jti!, events };
};

beforeAll(async () => {
  forged = await issuer.sign(claims(), { key: (await newKey()).privateKey });
});
beforeEach(async () => {
  signOuts = 0;
  server = createServer({});
  await registerBackChannelLogout(server, [createIdentityProvider(issuer.options)], async () => {
    signOuts++;
  });
  return () => server.close();
});

const logOut = async (token: string, remoteAddress: string) => {
  const answer = await server.inject({
    method: 'POST',
    url: '/backchannel-logout',
    remoteAddress,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ logout_token: token }).toString(),
  });
  return answer.statusCode;
};
const logOutAtOnce = async (tokens: readonly string[], remoteAddress: string) =>
  new Set(await Promise.all(tokens.map((token) => logOut(token, remoteAddress))));
const guess = (count: number) =>
  logOutAtOnce(
    // The signature is of something else.
    Array.from({ length: count }, (_, i) => `${forged.slice(0, -4)}${String(i).padStart(4, '0')}`),
    guessing,
  );

test('what is not of a known issuer is refused and never counts', async () => {
  const foreign = await issuer.sign({ ...claims(), iss: 'https://evil.example' });
  for (const token of ['nonsense', foreign]) {
    const tokens = Array<string>(failuresPerMinute).fill(token);
    expect(await logOutAtOnce(tokens, guessing)).toEqual(new Set([400]));
  }
  expect(await guess(40)).toEqual(new Set([400]));
});

test('tokens that hold never count: a school signs out at once', async () => {
  const tokens = await Promise.all(
    Array.from({ length: failuresPerMinute + 40 }, () => issuer.sign(claims())),
  );
  expect(await logOutAtOnce(tokens, good)).toEqual(new Set([200]));
  expect(signOuts).toBe(tokens.length);
});

test('a network that sends forged ones has them checked one at a time, and few wait', async () => {
  expect(await guess(failuresPerMinute)).toEqual(new Set([400]));
  expect(await guess(40)).toEqual(new Set([400, 429]));
  // Sign-outs get through, also from the same network.
  expect(await logOut(await issuer.sign(claims()), guessing)).toBe(200);
  expect(await logOut(forged, good)).toBe(400);
});

test('a body beyond its own limit is refused, also where it is small for others', async () => {
  expect(await logOut('x'.repeat(17_000), good)).toBe(413);
});
