import { contract, services, type Call, type ServiceCode } from '@lectern/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createIdentityProvider } from '../src/authorization/identity-provider.ts';
import { startTestPlatform, type TestPlatform } from './platform.ts';

let platform: TestPlatform;
let mia: { token: string; subject: string };
let sofia: { token: string; subject: string };

beforeAll(async () => {
  platform = await startTestPlatform();
  mia = await platform.identityProvider.signIn('mia');
  sofia = await platform.identityProvider.signIn('sofia');
  await platform.database
    .insertInto('aua.user_roles')
    .values([
      { subject: sofia.subject, role: 'support' },
      { subject: 'lectern-order-system', role: 'order-system' },
    ])
    .execute();
  await platform.as('aua', mia).userUpdateUserInfo();
});
afterAll(() => platform.close());

const calls = Object.entries(contract).flatMap(([service, byName]) =>
  Object.entries(byName as Record<string, Call>).map(([name, call]) => ({
    name: `${service}.${name}`,
    path: services[service as ServiceCode].base + call.path,
    call,
  })),
);
const guarded = calls.filter(({ call }) => call.permission !== 'public');

function headers(who: { token: string; subject: string }, change: Record<string, string> = {}) {
  return {
    'Content-Type': 'application/json',
    'X-Ia-Correlation-Id': 'test-1',
    'X-Ia-Subject': who.subject,
    'X-Ia-Roles': '',
    Authorization: `Bearer ${who.token}`,
    ...change,
  };
}

async function outcome(response: Promise<Response>): Promise<[number, string]> {
  const answered = await response;
  const body = (await answered.json()) as { result_messages?: { code: string }[] };
  return [answered.status, body.result_messages?.[0]?.code ?? 'OK'];
}

const getMia = (change: Record<string, string>, who = mia, subject = mia.subject) =>
  outcome(platform.request('/aua/v1/user/get', headers(who, change), JSON.stringify({ subject })));

test('the control: a good request is answered, with its correlation id', async () => {
  expect(await getMia({})).toEqual([200, 'OK']);
  const response = await platform.request(
    '/aua/v1/user/get',
    headers(mia),
    JSON.stringify({ subject: mia.subject }),
  );
  expect(response.headers.get('X-Ia-Correlation-Id')).toBe('test-1');
  expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff');
});

describe('every ping is public and needs no header', () => {
  test.each(calls.filter(({ call }) => call.permission === 'public'))('$name', async ({ path }) => {
    const response = await fetch(platform.url + path);
    expect([response.status, await response.json()]).toEqual([200, { result_state: 'OK' }]);
  });
});

describe('no guarded call is made', () => {
  test.each(guarded)('$name without token', async ({ path }) => {
    const { Authorization: _, ...anonymous } = headers(mia);
    expect(await outcome(platform.request(path, anonymous, '{}'))).toEqual([401, 'TOKEN_REQUIRED']);
  });

  test.each(guarded)('$name with a token that the provider never issued', async ({ path }) => {
    const forged = headers(mia, { Authorization: 'Bearer forged' });
    expect(await outcome(platform.request(path, forged, '{}'))).toEqual([401, 'TOKEN_REQUIRED']);
  });

  test.each(guarded)("$name in another's name", async ({ path }) => {
    const other = headers(mia, { 'X-Ia-Subject': 'demo-ben' });
    expect(await outcome(platform.request(path, other, '{}'))).toEqual([403, 'SUBJECT_FORBIDDEN']);
  });

  test.each(guarded)('$name with a role that the caller does not hold', async ({ path }) => {
    const wide = headers(mia, { 'X-Ia-Roles': 'student,administrator' });
    expect(await outcome(platform.request(path, wide, '{}'))).toEqual([403, 'ROLE_FORBIDDEN']);
  });
});

describe('whose data', () => {
  test('a pupil reads nobody else', async () => {
    expect(await getMia({}, mia, 'demo-ben')).toEqual([403, 'SUBJECT_FORBIDDEN']);
  });
  test('support reads any user, and acts for one', async () => {
    expect(await getMia({}, sofia)).toEqual([200, 'OK']);
    expect(await getMia({ 'X-Ia-Subject': mia.subject }, sofia)).toEqual([200, 'OK']);
  });
  test('support narrowed to a pupil does neither', async () => {
    const roles = { 'X-Ia-Roles': 'student' };
    expect(await getMia(roles, sofia)).toEqual([403, 'ROLE_FORBIDDEN']);
    expect(await getMia({ 'X-Ia-Roles': 'support' }, sofia)).toEqual([200, 'OK']);
  });
  test.each(guarded.filter(({ call }) => call.ownTokenOnly))(
    'support does not make $name for a pupil',
    async ({ path }) => {
      const acting = headers(sofia, { 'X-Ia-Subject': mia.subject });
      expect(await outcome(platform.request(path, acting, '{}'))).toEqual([403, 'NOT_OWN_TOKEN']);
    },
  );
  test("what is written in a subject's own name needs the subject's own token", async () => {
    const ownTokenOnly = guarded.filter(({ call }) => call.ownTokenOnly).map(({ name }) => name);
    expect(ownTokenOnly).toEqual([
      'aua.userUpdateUserInfo',
      'clag.localStoreItemSetForModel',
      'lars.dataPut',
    ]);
  });
  test('support reads the records of a pupil', async () => {
    const acting = headers(sofia, { 'X-Ia-Subject': mia.subject });
    const body = JSON.stringify({ subject: mia.subject });
    expect(await outcome(platform.request('/lars/v1/data/get', acting, body))).toEqual([200, 'OK']);
  });
  test('an order system reads licences of anyone and writes nothing of a learner', async () => {
    const system = {
      token: await platform.identityProvider.clientToken(),
      subject: 'lectern-order-system',
    };
    const licenses = platform
      .as('lima', system)
      .licenseGetForUser({ body: { subject: mia.subject } });
    await expect(licenses).resolves.toMatchObject({ licenses: [] });
    const body = JSON.stringify({ subject: mia.subject, device: { device_identifier: 'd' } });
    expect(
      await outcome(platform.request('/lima/device/updateForUser', headers(system), body)),
    ).toEqual([403, 'PERMISSION_MISSING']);
  });
});

describe('malformed headers', () => {
  test.each([
    ['a comma in the subject', { 'X-Ia-Subject': 'demo-mia,demo-ben' }],
    ['an empty subject', { 'X-Ia-Subject': '' }],
    ['a malformed role list', { 'X-Ia-Roles': 'student,,teacher' }],
    ['a long correlation id', { 'X-Ia-Correlation-Id': 'x'.repeat(129) }],
    ['a correlation id with a space', { 'X-Ia-Correlation-Id': 'a b' }],
  ])('%s', async (_name, change) => {
    expect(await getMia(change)).toEqual([400, 'HEADER_INVALID']);
  });

  test.each(['X-Ia-Correlation-Id', 'X-Ia-Subject', 'X-Ia-Roles'])(
    '%s is missing',
    async (name) => {
      const rest = Object.fromEntries(Object.entries(headers(mia)).filter(([key]) => key !== name));
      expect(await outcome(platform.request('/aua/v1/user/get', rest, '{}'))).toEqual([
        400,
        'HEADER_INVALID',
      ]);
    },
  );

  test.each(['X-Ia-Correlation-Id', 'X-Ia-Subject', 'X-Ia-Roles'])(
    '%s is repeated',
    async (name) => {
      expect(await rawStatus(name)).toBe(400);
    },
  );

  /** `fetch` joins repeated lines; a socket sends them as they are. */
  async function rawStatus(repeated: string): Promise<number> {
    const { connect } = await import('node:net');
    const { port, hostname } = new URL(platform.url);
    const body = JSON.stringify({ subject: mia.subject });
    const lines = Object.entries(headers(mia)).map(([name, value]) => `${name}: ${value}`);
    const again = lines.find((line) => line.startsWith(`${repeated}:`));
    const request = [
      'POST /aua/v1/user/get HTTP/1.1',
      `Host: ${hostname}`,
      ...lines,
      again,
      `Content-Length: ${body.length}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n');
    return new Promise((resolve, reject) => {
      let answer = '';
      connect(Number(port), hostname)
        .on('data', (chunk) => (answer += chunk.toString()))
        .on('end', () => resolve(Number(answer.slice(9, 12))))
        .on('error', reject)
        .end(request);
    });
  }
});

describe('hostile bodies', () => {
  const put = (body: string, change: Record<string, string> = {}) =>
    outcome(platform.request('/lars/v1/data/put', headers(mia, change), body));
  const statement = (extra: string) =>
    `{"subject":"${mia.subject}","put_dto":{"dto_id":"d","statement":{"verb":{"id":"http://v"},"object":{"id":"http://o"}${extra}}}}`;

  test('the control', async () => {
    expect(await put(statement(''))).toEqual([200, 'OK']);
  });
  test('text/plain, as a cross-site form sends it', async () => {
    expect(await put(statement(''), { 'Content-Type': 'text/plain' })).toEqual([
      415,
      'MEDIA_TYPE_UNSUPPORTED',
    ]);
  });
  test('not UTF-8', async () => {
    const body = Buffer.concat([
      Buffer.from(statement('').slice(0, -1)),
      Buffer.from([0xff]),
      Buffer.from('}'),
    ]);
    const response = fetch(`${platform.url}/lars/v1/data/put`, {
      method: 'POST',
      headers: headers(mia),
      body,
    });
    expect(await outcome(response)).toEqual([400, 'REQUEST_INVALID']);
  });
  test('larger than the limit', async () => {
    expect(await put(statement(`,"context":{"x":"${'x'.repeat(1_100_000)}"}`))).toEqual([
      413,
      'BODY_TOO_LARGE',
    ]);
  });
  test.each([
    ['broken JSON', () => '{"subject":'],
    ['an array', () => '[]'],
    ['null', () => 'null'],
    ['a number as subject', () => '{"subject":1,"put_dto":{}}'],
    ['a __proto__ key', () => statement(',"__proto__":{"polluted":true}')],
    [
      'a constructor.prototype key',
      () => statement(',"constructor":{"prototype":{"polluted":true}}'),
    ],
    ['NUL in a text', () => statement(',"context":{"x":"a\\u0000b"}')],
    ['NUL in a key', () => statement(',"context":{"a\\u0000":1}')],
    ['half a surrogate pair', () => statement(',"context":{"x":"\\ud83d"}')],
    [
      'nested 9,000 deep',
      () => statement(`,"context":${'{"x":'.repeat(9_000)}1${'}'.repeat(9_000)}`),
    ],
    ['a number that JSON in JavaScript cannot keep', () => statement(',"context":{"x":1e400}')],
    ['nested 100 deep', () => statement(`,"context":${'[{"x":'.repeat(50)}1${'}]'.repeat(50)}`)],
  ])('%s', async (_name, body) => {
    expect(await put(body())).toEqual([400, 'REQUEST_INVALID']);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
  test('nested 100,000 deep', async () => {
    const deep = `${'{"x":'.repeat(100_000)}1${'}'.repeat(100_000)}`;
    expect(await put(statement(`,"context":${deep}`))).toEqual([413, 'BODY_TOO_LARGE']);
    const path = '/clag/v1/localStoreItem/setForModel';
    expect(await outcome(platform.request(path, headers(mia), deep))).toEqual([
      400,
      'REQUEST_INVALID',
    ]);
  });
  test('an escaped backslash before u0000 is text like any other', async () => {
    expect(await put(statement(',"context":{"x":"C:\\\\u0000"}'))).toEqual([200, 'OK']);
  });
  test('SQL and LIKE wildcards are text', async () => {
    const store = platform.as('clag', mia);
    const scope = {
      course_id_dto: { course_id: "'; drop table aua.users; --" },
      issue_id_dto: { issue_id: '%_\\' },
      topic_dto: { topic_id: '$1' },
    };
    const item = { segment: '%', key: "'", value: '";--' };
    await store.localStoreItemSetForModel({ body: { ...scope, local_store_items: [item] } });
    const { local_store_items } = await store.localStoreItemGetForModel({ body: scope });
    expect(local_store_items).toMatchObject([item]);
  });
});

test('an ID token is no access token', async () => {
  const idToken = await platform.identityProvider.idTokenOf('mia');
  expect(await getMia({ Authorization: `Bearer ${idToken}` })).toEqual([401, 'TOKEN_REQUIRED']);
});

test('a token of an application that the platform does not know opens nothing', async () => {
  const stranger = createIdentityProvider({
    ...platform.identityProvider.servicesClient,
    acceptedClients: ['some-other-application'],
  });
  const own = createIdentityProvider(platform.identityProvider.servicesClient);
  expect(await stranger.introspect(mia.token)).toBeUndefined();
  expect(await own.introspect(mia.token)).toMatchObject({ sub: mia.subject });
});

test('an identity provider without https is refused unless it is on this machine', () => {
  const options = platform.identityProvider.servicesClient;
  expect(() => createIdentityProvider({ ...options, issuer: 'http://login.example' })).toThrow(
    'https',
  );
});

test('the log of a refused header names the correlation id', async () => {
  const response = await platform.request(
    '/aua/v1/user/get',
    headers(mia, { 'X-Ia-Roles': ',' }),
    '{}',
  );
  expect([response.status, response.headers.get('X-Ia-Correlation-Id')]).toEqual([400, 'test-1']);
});

test('a malformed address is refused in the same form', async () => {
  expect(await outcome(platform.request('/aua/v1/%c0', headers(mia), '{}'))).toEqual([
    400,
    'REQUEST_INVALID',
  ]);
});

test('an unknown call says so and tells nothing else', async () => {
  expect(await outcome(platform.request('/aua/v1/user/nonsense', headers(mia), '{}'))).toEqual([
    404,
    'CALL_UNKNOWN',
  ]);
});

test('a process that has not seen a token before refuses it once it is revoked', async () => {
  const lea = await platform.identityProvider.signIn('lea');
  await platform.as('aua', lea).userUpdateUserInfo();
  await platform.identityProvider.revoke(lea);
  const other = await platform.anotherProcess();
  try {
    const request = { method: 'POST', headers: headers(lea) };
    expect(await outcome(fetch(`${other.url}/aua/v1/user/updateUserInfo`, request))).toEqual([
      401,
      'TOKEN_REQUIRED',
    ]);
  } finally {
    await other.close();
  }
});
