import { describe, expect, test } from 'vitest';
import {
  answersKeptInMs,
  createKey,
  createVerifyKey,
  listKeys,
  revokeKey,
} from '../../../src/learning-records/access/api-keys.ts';
import type { KeyScope } from '../../../src/learning-records/access/scopes.ts';
import { startBeforeAll, startTestPlatform } from '../../platform.ts';
import { base, basic, clientOf, keyWith, refusalOf, type Sent } from './requests.ts';
import { rowsOf } from '../../rows.ts';

const platform = startBeforeAll(startTestPlatform);

const agent = JSON.stringify({ mbox: 'mailto:mia@schule.example' });
const activityId = 'https://lectern.example/kreislauf';
const isNew = { 'If-None-Match': '*' };
let count = 0;
const profileId = () => `profile-${count++}`;

/** Requests by what they need. */
const requests: Readonly<Record<string, () => [string, Sent]>> = {
  'read states': () => ['/activities/state', { parameters: { activityId, agent } }],
  'write states': () => [
    '/activities/state',
    { method: 'PUT', parameters: { activityId, agent, stateId: 'resume' }, body: 'x' },
  ],
  'delete states': () => [
    '/activities/state',
    { method: 'DELETE', parameters: { activityId, agent } },
  ],
  'read agent profiles': () => ['/agents/profile', { parameters: { agent } }],
  'write agent profiles': () => [
    '/agents/profile',
    { method: 'PUT', parameters: { agent, profileId: profileId() }, headers: isNew, body: 'x' },
  ],
  'read activity profiles': () => ['/activities/profile', { parameters: { activityId } }],
  'write activity profiles': () => [
    '/activities/profile',
    { method: 'POST', parameters: { activityId, profileId: profileId() }, body: 'x' },
  ],
  'read persons': () => ['/agents', { parameters: { agent } }],
  'read activities': () => ['/activities', { parameters: { activityId } }],
};

const readsDocuments = ['read states', 'read agent profiles', 'read activity profiles'];
const everything = Object.keys(requests);
const allowed: Readonly<Record<KeyScope, readonly string[]>> = {
  all: everything,
  'all/read': ['read activities', 'read persons', ...readsDocuments],
  state: ['read states', 'write states', 'delete states', 'read activities'],
  profile: [
    'read agent profiles',
    'write agent profiles',
    'read activity profiles',
    'write activity profiles',
    'read activities',
  ],
  'statements/read': ['read persons', 'read activities'],
  'statements/read/mine': ['read activities'],
  'statements/write': ['read activities'],
  define: ['read activities'],
};

describe.each(Object.entries(allowed))('a key with the scope %s', (scope, may) => {
  test.each(everything)('may or may not %s', async (name) => {
    const store = clientOf(platform, await keyWith(platform, scope as KeyScope));
    const [path, sent] = requests[name]!();
    const answer = await store(base + path, sent);
    const outcome = answer.ok ? 'done' : `${answer.status} ${await answer.text()}`;
    const refused = expect.stringMatching(/^403 .*SCOPE_MISSING/) as string;
    expect(outcome).toEqual(may.includes(name) ? 'done' : refused);
  });
});

test('what a key may not do is recorded', async () => {
  const store = clientOf(platform, await keyWith(platform, 'define'));
  const [path, sent] = requests['write states']!();
  const correlation = 'forbidden-write';
  await store(base + path, { ...sent, headers: { 'X-Ia-Correlation-Id': correlation } });
  const entries = await rowsOf(platform.database, 'aua.audit_log', {
    correlation_id: correlation,
  }).get('kind', 'code', 'call', 'token_subject');
  expect(entries).toEqual([
    {
      kind: 'refusal',
      code: 'SCOPE_MISSING',
      call: '/lars/xapi/activities/state',
      token_subject: null,
    },
  ]);
});

describe('credentials', () => {
  const ask = (authorization?: string) =>
    clientOf(platform, authorization)(`${base}/activities`, { parameters: { activityId } });

  test('none are answered with both ways to come', async () => {
    const answer = await ask();
    expect(answer.status).toBe(401);
    expect(answer.headers.get('WWW-Authenticate')).toBe(
      'Basic realm="xAPI", charset="UTF-8", Bearer realm="xAPI"',
    );
    expect(answer.headers.get('X-Experience-API-Version')).toBe('1.0.3');
    expect(await answer.text()).toContain('CREDENTIALS_REQUIRED');
  });

  test('a wrong secret, a wrong key and anything malformed are refused, the right ones not', async () => {
    const { key, secret } = await createKey(platform.database, { title: 'Test', scopes: ['all'] });
    expect((await ask(basic(key, secret))).status).toBe(200);
    const wrong = [
      basic(key, ''),
      basic(key, `${secret}x`),
      basic(key, secret.slice(1)),
      basic('', secret),
      basic(`${key}x`, secret),
      basic('nobody', 'at all'),
      basic("' or true --", secret),
      basic(`${key}\0`, secret),
      basic('x'.repeat(5_000), secret),
      `Basic ${Buffer.from(key).toString('base64')}`,
      `Basic ${Buffer.from([0xff, 0x3a, 0xff]).toString('base64')}`,
      'Basic',
      'Basic !',
      `Basic:${Buffer.from(`${key}:${secret}`).toString('base64')}`,
    ];
    for (const authorization of wrong) {
      expect(await refusalOf(ask(authorization)), authorization).toBe('401 KEY_REFUSED');
    }
    for (const authorization of ['Bearer', 'Digest x', 'Bearer nothing', secret]) {
      expect(await refusalOf(ask(authorization)), authorization).toBe('401 CREDENTIALS_REQUIRED');
    }
  });

  test('the secret is kept nowhere', async () => {
    const { secret } = await createKey(platform.database, { title: 'Test', scopes: ['all'] });
    const rows = await platform.database.selectFrom('lars.api_keys').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(secret);
    expect(JSON.stringify(rows)).not.toContain(Buffer.from(secret).toString('hex'));
  });

  test('a revoked key opens nothing, at another process at once, here within a minute', async () => {
    const { key, secret } = await createKey(platform.database, { title: 'Test', scopes: ['all'] });
    const verify = createVerifyKey(platform.database, 200);
    expect(await verify({ key, secret })).toMatchObject({ api_key: key });
    expect(await revokeKey(platform.database, key)).toBe('REVOKED');
    expect(await revokeKey(platform.database, key)).toBe('UNCHANGED');
    expect(await revokeKey(platform.database, 'nobody')).toBe('NOT_FOUND');
    expect(await createVerifyKey(platform.database)({ key, secret })).toBeUndefined();
    await expect.poll(() => verify({ key, secret })).toBeUndefined();
    expect(answersKeptInMs).toBeLessThanOrEqual(60_000);
    const listed = await listKeys(platform.database);
    expect(listed.find(({ api_key }) => api_key === key)?.revoked_at).toBeInstanceOf(Date);
  });
});

test('a network that guesses secrets is slowed down, and a good key is let through', async () => {
  const refusedTokensPerMinute = 5;
  const guarded = await startTestPlatform({ limits: { refusedTokensPerMinute } });
  try {
    const good = await keyWith(guarded, 'all');
    const ask = (authorization: string) =>
      clientOf(guarded, authorization)(`${base}/activities`, { parameters: { activityId } });
    expect((await ask(good)).status).toBe(200);
    for (let guess = 0; guess < refusedTokensPerMinute; guess++) {
      expect((await ask(basic('lrs-guess', String(guess)))).status).toBe(401);
    }
    const again = await ask(basic('lrs-guess', '0'));
    expect([again.status, Number(again.headers.get('Retry-After')) > 0]).toEqual([429, true]);
    const inForm = clientOf(guarded)(`${base}/activities`, {
      method: 'POST',
      parameters: { method: 'GET' },
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ activityId, Authorization: basic('lrs-guess', '1') }).toString(),
    });
    expect((await inForm).status).toBe(429);
    const many = await Promise.all(Array.from({ length: 40 }, () => ask(good)));
    expect(new Set(many.map(({ status }) => status))).toEqual(new Set([200]));
  } finally {
    await guarded.close();
  }
});
