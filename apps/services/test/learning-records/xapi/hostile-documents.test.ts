import { beforeAll, describe, expect, test } from 'vitest';
import { startBeforeAll, startTestPlatform } from '../../platform.ts';
import { base, clientOf, keyWith, refusalOf, type Client, type Sent } from './requests.ts';

/* Rows 50 to 52 of the adversarial cases: what is huge, broken or malicious is refused, never a failure. */

const platform = startBeforeAll(startTestPlatform);
let store: Client;
let key: string;

beforeAll(async () => {
  key = await keyWith(platform, 'all');
  store = clientOf(platform, key);
});

const activityId = 'https://lectern.example/hostile';
const agent = JSON.stringify({ mbox: 'mailto:mia@schule.example' });
const names = { activityId, agent, stateId: 'hostile' };
const put = (sent: Sent) =>
  store(`${base}/activities/state`, { method: 'PUT', parameters: names, body: 'x', ...sent });

describe('an agent is refused', () => {
  const account = { homePage: 'https://login.example', name: 'mia' };
  test.each([
    ['that is no JSON', 'mia'],
    ['that is nothing', ''],
    ['that is null', 'null'],
    ['that is an array', `[${agent}]`],
    ['without identifier', '{"name":"Mia"}'],
    ['with two identifiers', JSON.stringify({ mbox: 'mailto:mia@schule.example', account })],
    ['that is a group', JSON.stringify({ objectType: 'Group', account })],
    ['with unknown members', JSON.stringify({ account, role: 'admin' })],
    ['with an account of no home', JSON.stringify({ account: { name: 'mia' } })],
    ['with a NUL', '{"account":{"homePage":"https://login.example","name":"mia\\u0000"}}'],
    [
      'with half a surrogate pair',
      '{"account":{"homePage":"https://login.example","name":"\\ud800"}}',
    ],
    ['with a member twice', '{"mbox":"mailto:a@b.example","mbox":"mailto:mia@schule.example"}'],
    ['with a prototype', '{"mbox":"mailto:a@b.example","__proto__":{"account":1}}'],
    ['that is nested', `${'['.repeat(500)}${']'.repeat(500)}`],
  ])('%s', async (_name, given) => {
    for (const path of ['/activities/state', '/agents/profile', '/agents']) {
      const parameters =
        path === '/activities/state' ? { ...names, agent: given } : { agent: given };
      expect(await refusalOf(store(base + path, { parameters }))).toBe('400 PARAMETER_INVALID');
    }
  });
});

test.each([
  ["'; drop table lars.states; --"],
  ['%'],
  ['_'],
  ['../../etc/passwd'],
  ['__proto__'],
  ['🦉'],
  ['\u202e'],
])('an id such as %s is an id like any other', async (stateId) => {
  const parameters = { ...names, stateId };
  expect((await put({ parameters, body: stateId })).status).toBe(204);
  const got = await store(`${base}/activities/state`, { parameters });
  expect(await got.text()).toBe(stateId);
  const list = await store(`${base}/activities/state`, { parameters: { activityId, agent } });
  expect(await list.json()).toContain(stateId);
  const remove = { method: 'DELETE', parameters };
  expect((await store(`${base}/activities/state`, remove)).status).toBe(204);
});

test('an id of 100 kB is refused, in an address and in a form', async () => {
  const stateId = 'x'.repeat(100_000);
  expect((await put({ parameters: { ...names, stateId } })).status).toBe(431);
  const form = new URLSearchParams({ ...names, stateId, content: 'x' }).toString();
  const posted = store(`${base}/activities/state`, {
    method: 'POST',
    parameters: { method: 'PUT' },
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: form,
  });
  expect(await refusalOf(posted)).toBe('400 PARAMETER_INVALID');
  const kept = await platform.database
    .selectFrom('lars.states')
    .select('state_id')
    .where('state_id', 'like', 'xxx%')
    .execute();
  expect(kept).toEqual([]);
});

test('a document beyond 10 MiB is refused, and one of 10 MiB is not', async () => {
  const largest = new Uint8Array(10 * 1024 * 1024);
  expect((await put({ body: largest })).status).toBe(204);
  const beyond = new Uint8Array(10 * 1024 * 1024 + 1);
  expect(await refusalOf(put({ body: beyond }))).toBe('413 BODY_TOO_LARGE');
});

test.each<[string, (name: string) => object]>([
  ['10 MiB', (name) => ({ [name]: 'x'.repeat(6 * 1024 * 1024) })],
  [
    'the values that can be merged',
    (name) => Object.fromEntries(Array.from({ length: 11_000 }, (_, i) => [name + i, 0])),
  ],
])('nor does one grow beyond %s by what is added', async (_what, members) => {
  const parameters = { ...names, stateId: 'growing' };
  const headers = { 'Content-Type': 'application/json' };
  const add = (content: object) =>
    store(`${base}/activities/state`, {
      method: 'POST',
      parameters,
      headers,
      body: JSON.stringify(content),
    });
  await store(`${base}/activities/state`, { method: 'DELETE', parameters });
  expect((await add(members('a'))).status).toBe(204);
  expect(await refusalOf(add(members('b')))).toBe('413 BODY_TOO_LARGE');
  // Stored documents can still be changed.
  expect((await add({ little: 1 })).status).toBe(204);
});

test('nobody fills the disk: the documents of one agent have a limit together', async () => {
  const filler = JSON.stringify({ mbox: 'mailto:filler@schule.example' });
  const body = new Uint8Array(10 * 1024 * 1024);
  const fill = (stateId: string, content = body) =>
    put({ parameters: { activityId, agent: filler, stateId }, body: content });
  for (const stateId of ['1', '2', '3', '4', '5', '6']) {
    expect((await fill(stateId)).status).toBe(204);
  }
  expect(await refusalOf(fill('7'))).toBe('413 DOCUMENTS_TOO_LARGE');
  // Stored documents can be replaced, and others are not kept from anything.
  expect((await fill('6')).status).toBe(204);
  expect((await fill('7', new Uint8Array(3 * 1024 * 1024))).status).toBe(204);
  expect((await put({ body })).status).toBe(204);
  const remove = { method: 'DELETE', parameters: { activityId, agent: filler } };
  expect((await store(`${base}/activities/state`, remove)).status).toBe(204);
  expect((await fill('7')).status).toBe(204);
});

test.each([
  ['nested 100,000 deep', `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
  ['with a prototype', '{"__proto__":{"admin":true}}'],
  ['with a NUL', '{"a":"\\u0000"}'],
  ['with half a surrogate pair', '{"a":"\\udc00"}'],
])('JSON %s is not merged', async (_name, body) => {
  const headers = { 'Content-Type': 'application/json' };
  const post = store(`${base}/activities/state`, {
    method: 'POST',
    parameters: names,
    headers,
    body,
  });
  expect(await refusalOf(post)).toBe('400 DOCUMENT_NOT_MERGEABLE');
});

test('an unknown version, path or method tells nothing of the inside', async () => {
  const answers = await Promise.all([
    store(`${base}/`),
    store(`${base}/activities/state/further`),
    store(`${base}/statements/`, { method: 'PATCH' }),
    store(`${base}/activities`, { headers: { 'X-Experience-API-Version': '9' } }),
  ]);
  for (const answer of answers) {
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(await answer.text()).not.toMatch(/\bat \/|select |node_modules|\.ts\b/);
  }
});
