import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { afterIdleTransactions } from '../idle-transactions.ts';
import { prepareCommands, runAsking } from './commands.ts';
import {
  client,
  send,
  startOneRosterServer,
  type OneRosterRecord,
  type OneRosterServer,
} from './one-roster-server.ts';
import { groupsOf, rolesOf, subjectsOf, userOf } from './stored.ts';

const reference = (sourcedId: string, type: string) => ({
  href: `x/${sourcedId}`,
  sourcedId,
  type,
});
const user = (sourcedId: string, role: string, change: OneRosterRecord = {}) => ({
  sourcedId,
  status: 'active',
  dateLastModified: '2026-08-01T00:00:00.000Z',
  enabledUser: true,
  username: `${sourcedId}@schule.example`,
  givenName: 'Vorname',
  familyName: 'Name',
  email: null,
  agents: [],
  roles: [{ roleType: 'primary', role, org: reference('o1', 'org') }],
  ...change,
});
const enrollment = (id: string, sourcedId: string, role: string, change: OneRosterRecord = {}) => ({
  sourcedId: id,
  status: 'active',
  user: reference(sourcedId, 'user'),
  class: reference('c1', 'class'),
  school: reference('o1', 'org'),
  role,
  ...change,
});

function fill({ collections }: OneRosterServer): void {
  collections.users.push(
    user('t1', 'teacher', { roles: [{ role: 'Teacher', beginDate: '2020-08-01' }] }),
    user('s1', 'student', {
      familyName: 'Mu\u0308ller',
      preferredFirstName: 'Jörg',
      password: 'x',
    }),
    user('s2', 'student', { enabledUser: 'True', identifier: 4711, metadata: { any: 1 } }),
    user('p1', 'parent'),
    user('off', 'student', { enabledUser: false }),
  );
  collections.classes.push({
    sourcedId: 'c1',
    status: 'active',
    title: '5ä',
    classType: 'homeroom',
  });
  collections.enrollments.push(
    enrollment('e1', 't1', 'teacher'),
    enrollment('e2', 's1', 'student', { beginDate: '2020-08-01', endDate: '2999-07-31' }),
    enrollment('e3', 's2', 'student'),
  );
}

async function prepare(paging?: 'link' | 'count' | 'neither') {
  const { database, databaseUrl } = await prepareCommands();
  const server = await startOneRosterServer(paging);
  fill(server);
  const run = (...flags: string[]) =>
    runAsking(
      client.secret,
      { DATABASE_URL: databaseUrl },
      'import-users',
      '--token-url',
      server.tokenAddress,
      '--client-id',
      client.id,
      ...(flags.length > 0 ? flags : [server.address]),
    );
  return { database, server, run };
}

test('a OneRoster service is a source, as often as one likes', async () => {
  const { database, run, server } = await prepare();
  const outcome = await run();
  expect(outcome).toMatchObject({ code: 0, notes: '' });
  expect(await rolesOf(database)).toEqual({ s1: ['student'], s2: ['student'], t1: ['teacher'] });
  expect(await userOf(database, 's1')).toMatchObject({ given_name: 'Jörg', family_name: 'Müller' });
  expect(await groupsOf(database)).toEqual({
    '5ä': { s1: 'member', s2: 'member', t1: 'leader' },
  });
  expect(outcome.output).toContain('1 users: role parent');
  expect(outcome.output).toContain('1 users: enabledUser false');
  expect((await run()).output).toContain('Nothing had to change.');

  server.collections.enrollments[2] = enrollment('e3', 's2', 'student', { status: 'tobedeleted' });
  expect((await run()).output).toContain('1 removed');
  expect(await groupsOf(database)).toEqual({ '5ä': { s1: 'member', t1: 'leader' } });
  const [entry] = await database.selectFrom('aua.audit_log').selectAll().execute();
  expect(JSON.stringify(entry)).not.toContain(client.secret);
});

test('no transaction is open while a service takes its time', async () => {
  const { database, run, server } = await prepare();
  const hasEnded: boolean[] = [];
  server.misbehave((request, response) => {
    afterIdleTransactions(database, (is) => {
      hasEnded.push(is);
      server.answer(request, response);
    });
    return true;
  });
  expect(await run()).toMatchObject({ code: 0, notes: '' });
  // The token, and a page of each kind.
  expect(hasEnded).toEqual([true, true, true, true]);
});

test.for(['link', 'count', 'neither'] as const)(
  'pages are followed to the last, where a service says by %s where it is',
  async (paging) => {
    const { database, run, server } = await prepare(paging);
    const pupils = Array.from({ length: 120 }, (_, index) => `x${index}`);
    server.collections.users.push(...pupils.map((id) => user(id, 'student')));
    server.collections.enrollments.push(
      ...pupils.map((id) => enrollment(`e-${id}`, id, 'student')),
    );
    expect(await run()).toMatchObject({ code: 0, notes: '' });
    expect(await subjectsOf(database)).toHaveLength(123);
    expect(Object.keys((await groupsOf(database))['5ä']!)).toHaveLength(123);
    // One token for all of them.
    expect(server.requests.filter((path) => path === '/token')).toHaveLength(1);
  },
);

test.for(['http://10.0.0.1/inside', 'https://evil.example'])(
  'a page that Link names at %s is asked for where the roster is',
  async (elsewhere) => {
    const { database, run, server } = await prepare();
    server.collections.users.push(
      ...Array.from({ length: 60 }, (_, index) => user(`x${index}`, 'student')),
    );
    server.misbehave((_request, response) => {
      const write = response.setHeader.bind(response);
      response.setHeader = (name, value) =>
        write(
          name,
          name === 'Link' ? String(value).replaceAll(/http:[^>]*\?/g, `${elsewhere}?`) : value,
        );
      return false;
    });
    expect(await run()).toMatchObject({ code: 0, notes: '' });
    expect(await subjectsOf(database)).toHaveLength(63);
    expect(server.requests.filter((path) => path.includes('/users?'))).toHaveLength(2);
  },
);

test('a record that moves to the next page while pages are read is taken once', async () => {
  const { database, run, server } = await prepare();
  const { users } = server.collections;
  users.push(...Array.from({ length: 60 }, (_, index) => user(`x${index}`, 'student')));
  let isMoved = false;
  server.misbehave(({ url = '' }) => {
    if (url.includes('/users?') && url.includes('offset=50') && !isMoved) {
      isMoved = true;
      users.unshift(user('new', 'student'));
    }
    return false;
  });
  expect(await run()).toMatchObject({ code: 0, notes: '' });
  expect(await subjectsOf(database)).toHaveLength(63);
});

test('a service that asks for patience, or for a new token, is asked again', async () => {
  const { run, server } = await prepare();
  const odd = [429, 502, 503, 504, 401];
  server.misbehave(({ url = '' }, response) => {
    const status = url.includes('/classes') ? odd.shift() : undefined;
    if (status === undefined) return false;
    response.setHeader('Retry-After', '0');
    send(response, status, {});
    return true;
  });
  expect(await run()).toMatchObject({ code: 0, notes: '' });
  expect(odd).toEqual([]);
});

type Misbehaviour = (request: IncomingMessage, response: ServerResponse) => boolean;
const onUsers =
  (answer: (response: ServerResponse) => void): Misbehaviour =>
  ({ url = '' }, response) => {
    if (!url.includes('/users')) return false;
    answer(response);
    return true;
  };

const refused: Readonly<Record<string, readonly [Misbehaviour, string]>> = {
  'gives no token': [
    ({ url }, response) => {
      if (url === '/token') send(response, 401, {});
      return url === '/token';
    },
    '/token gave no token: it answered with status 401',
  ],
  'refuses the scope': [
    onUsers((response) => send(response, 403, {})),
    '/users answered with status 403: the client needs the scope https://purl.imsglobal.org',
  ],
  'refuses every token': [
    onUsers((response) => send(response, 401, {})),
    '/users answered with status 401: it does not take the token',
  ],
  'is not there': [
    onUsers((response) => send(response, 404, {})),
    '/users answered with status 404. Is the address the one up to and with /rostering/v1p2',
  ],
  'gives no list': [
    onUsers((response) => send(response, 200, { users: {} })),
    '/users did not answer with a list of users',
  ],
  'gives a page again and again': [
    onUsers((response) => {
      response.setHeader('X-Total-Count', '100');
      send(response, 200, { users: [user('s1', 'student')] });
    }),
    '/users gave the records of an earlier page again',
  ],
  'gives a wrong date': [
    onUsers((response) =>
      send(response, 200, {
        users: [user('s1', 'x', { roles: [{ role: 'student', beginDate: '1.8.2026' }] })],
      }),
    ),
    'roles, line 1, column beginDate: "1.8.2026" is not a date',
  ],
  'gives an object for a name': [
    onUsers((response) =>
      send(response, 200, { users: [user('s1', 'student', { givenName: {} })] }),
    ),
    'users, line 1, column givenName: is neither a text nor a number',
  ],
  'gives a person without an id': [
    onUsers((response) => send(response, 200, { users: [user('', 'student')] })),
    'users, line 1, column sourcedId: is empty',
  ],
  'has nobody': [
    ({ url = '' }, response) => {
      const [name] = /users|classes|enrollments/.exec(url) ?? [];
      if (name) send(response, 200, { [name]: [] });
      return name !== undefined;
    },
    'Nothing was imported',
  ],
};

test.for(Object.entries(refused))(
  'a service that %s changes nothing',
  async ([, [answer, reason]]) => {
    const { database, run, server } = await prepare();
    server.misbehave(answer);
    const outcome = await run();
    expect(outcome).toMatchObject({ code: 1, output: '' });
    expect(outcome.notes).toContain(reason);
    expect(outcome.notes).not.toContain(client.secret);
    expect(await subjectsOf(database)).toEqual([]);
  },
);

test('an address that others can listen to, and a client that is not whole, are wrong flags', async () => {
  const { run, server } = await prepare();
  const plain = await run('http://schule.example/ims/oneroster/rostering/v1p2');
  expect([plain.code, plain.notes]).toEqual([2, expect.stringContaining('must be an https')]);
  const noClient = await runAsking('', {}, 'import-users', server.address);
  expect([noClient.code, noClient.notes]).toEqual([2, expect.stringContaining('--token-url')]);
});
