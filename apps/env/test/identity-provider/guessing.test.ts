import { X509Certificate } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { createGuessLimit } from '../../src/identity-provider/accounts/guess-limit.ts';
import { certify, createAuthority } from '../../src/certificates/authority.ts';
import { createTestDatabase } from '../../testing/index.ts';
import { Browser } from './browser.ts';
import * as party from './relying-party.ts';

const school = '192.0.2.1';
const home = '198.51.100.7';
const ben = { username: 'ben', password: 'lectern-demo' };

/** The tests share what is stored; guesses end with their provider. */
const databaseUrl = createTestDatabase(inject('databaseUrl'));
let provider: Awaited<ReturnType<typeof party.start>>;
let origin: string;
beforeEach(async () => {
  let port: unknown;
  // Behind a proxy, which says whose address it is.
  provider = await party.start({
    databaseUrl: await databaseUrl,
    issuer: 'https://login.localhost',
    log: (_level, _message, details) => (port ??= details?.['port']),
  });
  origin = `http://localhost:${String(port)}`;
});
afterEach(() => provider.close());

function browserAt(address: string): Browser {
  const browser = new Browser();
  browser.headers['X-Forwarded-For'] = address;
  return browser;
}

/** Opens a sign-in page and posts it. */
async function attempt(browser: Browser, account: typeof ben, ui_locales = 'de') {
  const request = party.authorizationUrl(origin, party.pkce().challenge, { ui_locales });
  return browser.post(await party.openSignInPage(browser, request), account);
}

async function guess(times: number, username = 'mia', address = school): Promise<number[]> {
  const guesses = Array.from({ length: times }, () =>
    attempt(browserAt(address), { username, password: 'guess' }),
  );
  return (await Promise.all(guesses)).map(({ status }) => status);
}

test('row 49: nobody between says whose address it is where the provider ends TLS itself', async () => {
  const authority = createAuthority('localhost', new Date());
  const signer = { ...authority, certificate: new X509Certificate(authority.certificate) };
  const { certificate: cert, key } = certify('localhost', signer, new Date());
  const direct = await party.start({ databaseUrl: await databaseUrl, tls: { cert, key } });
  onTestFinished(() => direct.close());
  expect(direct.issuer).toMatch(/^https:/);
  // It is not the certificate that this is about.
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
  onTestFinished(() => void vi.unstubAllEnvs());
  origin = direct.issuer;
  const guesses = Array.from({ length: 12 }, (_, place) =>
    attempt(browserAt(`192.0.2.${place}`), { username: 'mia', password: 'guess' }),
  );
  const statuses = (await Promise.all(guesses)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 429)).toHaveLength(2);
});

test.each(['mia', 'somebody'])(
  'row 49: guesses at %s end at ten, also in parallel',
  async (username) => {
    const statuses = await guess(30, username);
    expect(statuses.filter((status) => status === 422)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(20);
  },
);

test.each([
  ['de', 'in 2 Minuten weiter'],
  ['en', 'again in 2 minutes'],
  ['fr', '2 minutes'],
  ['it', '2 minuti'],
])('how long to wait is said in %s', async (language, words) => {
  await guess(10);
  const answer = await attempt(browserAt(school), party.mia, language);
  expect(answer.status).toBe(429);
  const waitInSeconds = Number(answer.headers.get('Retry-After'));
  expect(waitInSeconds).toBeGreaterThan(60);
  expect(waitInSeconds).toBeLessThanOrEqual(120);
  expect(await answer.text()).toContain(words);
});

describe('row 68: once guesses at mia from the school are spent', () => {
  const lets: readonly (readonly [string, number, () => Promise<Response>])[] = [
    ['mia waits there', 429, () => attempt(browserAt(school), party.mia)],
    ['mia gets in at home', 303, () => attempt(browserAt(home), party.mia)],
    ['ben gets in there', 303, () => attempt(browserAt(school), ben)],
    [
      'ben is told of a typing error there',
      422,
      () => attempt(browserAt(school), { ...ben, password: 'lectern-dmeo' }),
    ],
  ];
  test.each(lets)('%s', async (_who, status, attempted) => {
    await guess(20);
    expect((await attempted()).status).toBe(status);
  });

  test('mia gets in there from a device that she signed in from before', async () => {
    const device = browserAt(school);
    expect((await attempt(device, party.mia)).status).toBe(303);
    await guess(20);
    device.cookies.delete('lectern_session');
    expect((await attempt(device, party.mia)).status).toBe(303);
  });

  test.each([
    ["another pupil's device", (value: string) => value],
    ['a device with a changed cookie', (value: string) => `${value}.0123456789abcdef`],
  ])('mia waits there on %s', async (_device, change) => {
    const device = browserAt(school);
    await attempt(device, ben);
    const cookie = device.cookies.get('lectern_device')!;
    const other = browserAt(school);
    for (const name of ['lectern_device', 'lectern_device.sig']) {
      other.cookies.set(name, device.cookies.get(name)!);
    }
    other.cookies.set('lectern_device', { ...cookie, value: change(cookie.value) });
    await guess(10);
    expect((await attempt(other, party.mia)).status).toBe(429);
  });
});

describe('row 68: while passwords of ever other names come from the school', () => {
  /** As many as wait there, and some more. */
  const names = Array.from({ length: 220 }, (_, place) => `nobody-${place}`);

  /** Posts them all, from one page. */
  async function flood(signal: AbortSignal) {
    const attacker = browserAt(school);
    const request = party.authorizationUrl(origin, party.pkce().challenge);
    const page = await party.openSignInPage(attacker, request);
    const statuses: number[] = [];
    const posts = names.map(async (username) => {
      const answer = await attacker.post(page, { username, password: 'guess' }, signal);
      statuses.push(answer.status);
    });
    return { statuses, ended: Promise.allSettled(posts) };
  }

  test('others, and devices known there, do not wait for them; too many are refused', async () => {
    const device = browserAt(school);
    expect((await attempt(device, party.mia)).status).toBe(303);
    device.cookies.delete('lectern_session');
    const leaving = new AbortController();
    const { statuses, ended } = await flood(leaving.signal);
    await vi.waitFor(() => expect(statuses).toContain(429), { timeout: 60_000 });
    const answers = await Promise.all([
      attempt(browserAt(home), { username: 'somebody', password: 'guess' }),
      attempt(device, party.mia),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([422, 303]);
    expect(statuses.filter((status) => status === 422).length).toBeLessThan(names.length / 4);

    // Passwords of clients that have left are not compared any more.
    leaving.abort();
    await ended;
    expect((await attempt(browserAt(school), ben)).status).toBe(303);
  });
});

test('a device that knows many is guessed from no more than any other', async () => {
  const device = browserAt(school);
  await attempt(device, party.mia);
  const statuses: number[] = [];
  for (let times = 0; times < 11; times++) {
    const answer = await attempt(device, { username: 'mia', password: 'guess' }, 'de');
    statuses.push(answer.status);
  }
  expect(statuses).toEqual([...Array<number>(10).fill(422), 429]);
});

test('one network of IPv6 is one address', async () => {
  await guess(10, 'mia', '2001:db8:0:1::1');
  expect((await attempt(browserAt('2001:db8:0:1::2'), party.mia)).status).toBe(429);
  expect((await attempt(browserAt('2001:db8:0:2::1'), party.mia)).status).toBe(303);
});

test('signing in rightly, however often, is no guessing', async () => {
  for (let time = 0; time < 12; time++) {
    expect((await attempt(browserAt(school), party.mia)).status).toBe(303);
  }
});

test('the wait ends two minutes after the first guess, however many go on', () => {
  let now = 1_000;
  const limit = createGuessLimit({ now: () => now });
  for (let times = 0; times < 10; times++) expect(limit.begin('mia')).toBe(0);
  now += 119_000;
  for (let times = 0; times < 10; times++) expect(limit.begin('mia')).toBe(1_000);
  now += 1_001;
  expect(limit.begin('mia')).toBe(0);
});

test('however many are counted, no more than the latest are kept', () => {
  const limit = createGuessLimit();
  for (let times = 0; times < 10; times++) limit.begin('first');
  expect(limit.begin('first')).toBeGreaterThan(0);
  for (let other = 0; other < 50_000; other++) limit.begin(`other ${other}`);
  expect(limit.begin('first')).toBe(0);
});
