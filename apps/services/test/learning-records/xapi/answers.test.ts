import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { startBeforeAll, startTestPlatform } from '../../platform.ts';
import { base, basic, clientOf, keyWith, type Client, type Sent } from './requests.ts';
import { activity, agent, asParameter, statement } from './record-store.ts';

/* Answers of all resources (xAPI 1.0.3, Communication 1.1 and 3.3). */

const platform = startBeforeAll(startTestPlatform);
let key: string;
let store: Client;

const given = statement();
const activityId = activity('answers').id;
const mia = asParameter(agent('mia'));
const state = { activityId, agent: mia, stateId: 'answers' };
const agentProfile = { agent: mia, profileId: 'answers' };
const activityProfile = { activityId, profileId: 'answers' };
const json = { 'Content-Type': 'application/json' };

const post = (body: object): Sent => ({
  method: 'POST',
  headers: json,
  body: JSON.stringify(body),
});

beforeAll(async () => {
  key = await keyWith(platform, 'all');
  store = clientOf(platform, key);
  await Promise.all([
    store(`${base}/statements`, post(given)),
    store(`${base}/activities/state`, { ...post({ a: 1 }), parameters: state }),
    store(`${base}/agents/profile`, { ...post({ a: 1 }), parameters: agentProfile }),
    store(`${base}/activities/profile`, { ...post({ a: 1 }), parameters: activityProfile }),
  ]);
});

describe('HEAD answers as GET does, without the body:', () => {
  /** Differ from answer to answer, or may be left out. */
  const differing =
    /^(connection|content-length|date|keep-alive|transfer-encoding|x-ia-correlation-id)$/;
  const comparable = ({ status, headers }: Response) => [
    status,
    ...[...headers]
      .filter(([name]) => !differing.test(name))
      .map(([name, value]) => [
        name,
        name === 'x-experience-api-consistent-through' ? 'a time' : value,
      ]),
  ];

  test.each<[string, number, string, Record<string, string>]>([
    ['about', 200, '/about', {}],
    ['a page of statements', 200, '/statements', { limit: '1' }],
    ['a statement', 200, '/statements', { statementId: given.id }],
    ['an activity', 200, '/activities', { activityId }],
    ['a person', 200, '/agents', { agent: mia }],
    ['a state', 200, '/activities/state', state],
    ['a list of states', 200, '/activities/state', { activityId, agent: mia }],
    ['a profile of an agent', 200, '/agents/profile', agentProfile],
    ['a profile of an activity', 200, '/activities/profile', activityProfile],
    ['what is not there', 404, '/activities/state', { ...state, stateId: 'none' }],
    ['what is malformed', 400, '/activities', { activityId: 'answers' }],
  ])('%s', async (_name, status, path, parameters) => {
    const headed = await store(base + path, { method: 'HEAD', parameters });
    const got = await store(base + path, { parameters });
    expect(await headed.text()).toBe('');
    expect(got.status).toBe(status);
    expect(comparable(headed)).toEqual(comparable(got));
  });
});

describe.each(['1.0.3', '2.0.0'])('an answer in version %s names it', (version) => {
  const other = { ...given, verb: { id: 'urn:v:other' } };
  const large = { ...statement(), result: { response: 'x'.repeat(70_000) } };
  const lost: Sent = {
    method: 'PUT',
    parameters: state,
    headers: { 'If-Match': '"other"' },
    body: 'x',
  };

  test.each<[number, string, Sent]>([
    [200, '/activities', { parameters: { activityId } }],
    [204, '/agents/profile', { method: 'DELETE', parameters: { agent: mia, profileId: 'none' } }],
    [400, '/activities', {}],
    [401, '/activities', { headers: { Authorization: undefined } }],
    [401, '/statements', { headers: { Authorization: 'Basic bm9ib2R5OmF0IGFsbA==' } }],
    [404, '/statements', { parameters: { statementId: randomUUID() } }],
    [405, '/activities', { method: 'DELETE' }],
    [409, '/statements', post(other)],
    [412, '/activities/state', lost],
    [413, '/statements', post(large)],
  ])('with %i, of %s', async (status, path, sent) => {
    const answer = await clientOf(platform, key, version)(base + path, sent);
    expect([answer.status, answer.headers.get('X-Experience-API-Version')]).toEqual([
      status,
      version,
    ]);
  });

  test('with 403', async () => {
    const weak = clientOf(platform, await keyWith(platform, 'define'), version);
    const answer = await weak(`${base}/statements`);
    expect([answer.status, answer.headers.get('X-Experience-API-Version')]).toEqual([403, version]);
  });
});

describe('an answer names the version, too,', () => {
  const answered = ({ status, headers }: Response) => [
    status,
    headers.get('X-Experience-API-Version'),
    headers.get('Access-Control-Allow-Origin'),
  ];

  test('where a document is too large to be read', async () => {
    const body = new Uint8Array(10 * 1024 * 1024 + 1);
    const sent = { method: 'PUT', parameters: state, body };
    for (const version of ['1.0.3', '2.0.0']) {
      const answer = await clientOf(platform, key, version)(`${base}/activities/state`, sent);
      expect(answered(answer)).toEqual([413, version, '*']);
    }
  });

  test('where somebody asks too often', async () => {
    const guarded = await startTestPlatform({ limits: { refusedTokensPerMinute: 2 } });
    try {
      const guess = (secret: string, version: string) =>
        clientOf(guarded, basic('lrs-guess', secret), version)(`${base}/statements`);
      for (const secret of ['1', '2']) expect((await guess(secret, '1.0.3')).status).toBe(401);
      for (const version of ['1.0.3', '2.0.0'])
        expect(answered(await guess('1', version))).toEqual([429, version, '*']);
    } finally {
      await guarded.close();
    }
  });
});

test.each(['0.9', '1.1.0', '3.0.0', 'none'])(
  'about is told whoever asks by version %s',
  async (version) => {
    const about = await clientOf(platform, undefined, version)(`${base}/about`);
    expect(about.status).toBe(200);
    expect(await about.json()).toMatchObject({ version: ['1.0.3', '2.0.0'] });
  },
);

test.each(['/statements', '/activities', '/agents', '/activities/state'])(
  'a request of %s in an older version, or a later one, is refused with a few words',
  async (path) => {
    for (const version of ['0.95', '1.1.0', '2.1.0', '3.0.0']) {
      const answer = await clientOf(platform, key, version)(base + path);
      expect(answer.status).toBe(400);
      expect(await answer.text()).toContain('X-Experience-API-Version must be 1.0');
    }
  },
);
