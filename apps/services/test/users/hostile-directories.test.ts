import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { DirectoryUnavailable } from '../../src/users/provider-directory.ts';
import { createScimDirectory } from '../../src/users/scim-directory.ts';
import { codeOf, startBeforeAll } from '../platform.ts';
import { post, refusalText, startAdministration } from './administration.ts';
import { listOf, send, startScimServer } from './scim-server.ts';

const school = startBeforeAll(startScimServer);
const town = startBeforeAll(startScimServer);
const administration = startBeforeAll(() =>
  startAdministration({
    directories: [
      { identityProviderIdentifier: 'SCHOOL', address: school.address },
      { identityProviderIdentifier: 'TOWN', address: town.address },
    ],
  }),
);
afterEach(() => {
  town.requests.length = 0;
  school.misbehave(undefined);
});

const search = (term: string, provider: string, limit = 10) =>
  administration.users.userExternalSearch({
    body: { term, identity_provider_identifier: provider, limit },
  });
const ids = async (...given: Parameters<typeof search>) =>
  (await search(...given)).users.map(({ external_id }) => external_id);

describe('a directory', () => {
  const right = listOf([{ id: 'k1' }], 1);
  const megabyte = 1024 * 1024;
  const bomb = gzipSync(' '.repeat(50 * megabyte));
  const answers: [string, string, (response: ServerResponse) => void][] = [
    [
      'is endless',
      'answered with more than 1048576 bytes',
      (response) => send(response, 200, ' '.repeat(2 * megabyte) + JSON.stringify(right)),
    ],
    [
      'is endless once unpacked',
      'answered with more than 1048576 bytes',
      (response) => {
        const type = 'application/scim+json';
        response.writeHead(200, { 'Content-Type': type, 'Content-Encoding': 'gzip' });
        response.end(bomb);
      },
    ],
    [
      'redirects',
      'answered with status 307',
      (response) => response.writeHead(307, { Location: `${town.address}/Users` }).end(),
    ],
    ['hangs up', 'could not be reached', (response) => response.destroy()],
    [
      'is a page',
      'did not answer with JSON',
      (response) => send(response, 200, '<p>', 'text/html'),
    ],
    [
      'gives JSON as another thing',
      'did not answer with JSON',
      (response) => send(response, 200, right, 'text/plain'),
    ],
    ['breaks off', 'did not answer with JSON', (response) => send(response, 200, '{"schemas":')],
    [
      'does not write UTF-8',
      'did not answer in UTF-8',
      (response) => {
        response.writeHead(200, { 'Content-Type': 'application/json' });
        response.end(Buffer.from([0x22, 0xff, 0x22]));
      },
    ],
    ['fails', 'answered with status 500', (response) => send(response, 500, right)],
    ['refuses', 'answered with status 403', (response) => send(response, 403, right)],
    ...[
      null,
      [],
      'text',
      {},
      { ...right, schemas: ['urn:other'] },
      { ...right, schemas: undefined },
      { ...right, totalResults: '1' },
      { ...right, totalResults: -1 },
      { ...right, Resources: {} },
    ].map((body): [string, string, (response: ServerResponse) => void] => [
      `answers ${JSON.stringify(body)}`,
      'did not answer with a SCIM list of users',
      (response) => send(response, 200, JSON.stringify(body)),
    ]),
  ];

  test.each(answers)('that %s is unavailable, and said to be', async (_name, text, answer) => {
    school.misbehave(answer);
    const refused = search('k', 'SCHOOL');
    expect(await refusalText(refused)).toBe(`The directory of SCHOOL ${text}.`);
    expect(await codeOf(refused)).toBe('DIRECTORY_UNAVAILABLE');
    // Nothing was sent on to where it pointed.
    expect(town.requests).toEqual([]);
  });

  test.each<[string, (response: ServerResponse) => void]>([
    ['does not answer', () => {}],
    [
      'begins and does not end',
      (response) => {
        response.writeHead(200, { 'Content-Type': 'application/scim+json' });
        response.write('{"schemas":');
      },
    ],
  ])('that %s is waited for no longer than configured', async (_name, answer) => {
    school.misbehave(answer);
    const options = { identityProviderIdentifier: 'SLOW', address: school.address };
    const token = { get: async () => 'token', forget() {} };
    const slow = createScimDirectory({ ...options, timeoutInMs: 100 }, token, () => {});
    await expect(slow.search('k', 1)).rejects.toThrow(
      new DirectoryUnavailable('The directory of SLOW did not answer within 0.1 s.'),
    );
  });

  test('that fails among several makes the call fail: half an answer would pass for a whole one', async () => {
    school.misbehave((response) => send(response, 500, {}));
    const [status, code] = await post(
      administration.platform.url,
      administration.administrator,
      '/user/externalSearch',
      { term: 'k' },
    );
    expect([status, code]).toEqual([502, 'DIRECTORY_UNAVAILABLE']);
  });

  test('that gives more than it was asked for is cut off', async () => {
    const many = Array.from({ length: 100 }, (_, index) => ({ id: `m${index}` }));
    school.misbehave((response) => send(response, 200, listOf(many, 100)));
    const { users, truncated } = await search('m', 'SCHOOL', 5);
    expect([users.length, truncated]).toEqual([5, true]);
  });

  type Odd = [what: string, user: unknown, person?: object | undefined, ...unusable: string[]];
  const withAttributes: readonly Odd[] = [
    ['has a text for a name', { name: 'Mia' }, {}, 'name'],
    ['has an object in a name', { name: { givenName: {} } }, {}, 'name'],
    ['has a decomposed name', { name: { familyName: 'Mu\u0308ller' } }, { family_name: 'Müller' }],
    ['has a text for e-mail addresses', { emails: 'a@b' }, { email: 'a@b' }],
    ['has one address and no list', { emails: { value: 'a@b' } }, { email: 'a@b' }],
    [
      'has "True" for true, as Entra ID writes it',
      {
        emails: [
          { value: 'x@b', primary: 'False' },
          { value: 'a@b', primary: 'True' },
        ],
      },
      { email: 'a@b' },
    ],
    ['has an object for an address', { emails: [{ value: {} }] }, {}, 'emails'],
    ['has a text for groups', { groups: 'teachers' }, { groups: ['teachers'] }],
    [
      'has texts, numbers and objects for groups',
      { groups: ['a', 7, null, { display: 'b', value: '1' }, { value: 'c' }, { display: {} }] },
      { groups: ['a', '7', 'b', 'c'] },
      'groups',
    ],
    ['has no values at all', { name: null, emails: [], groups: null }],
  ];
  const odd: readonly Odd[] = [
    ['is nothing', null, undefined, 'user'],
    ['is a text', 'mia', undefined, 'user'],
    ['has no id', { userName: 'no id' }],
    ['has an id that is an object', { id: {} }, undefined, 'id'],
    ['has a number for an id', { id: 4711 }, { external_id: '4711' }],
    ['has a rounded number for an id', { id: 2 ** 60 }, undefined, 'id'],
    ...withAttributes.map(([what, attributes, person, ...unusable]): Odd => [
      what,
      { id: 'o', ...(attributes as object) },
      { external_id: 'o', ...person },
      ...unusable,
    ]),
  ];
  test.each(odd)(
    'with a user that %s gives the others',
    async (_what, user, person, ...unusable) => {
      school.misbehave((response) => send(response, 200, listOf([user, { id: 'k1' }], 2)));
      const received: string[] = [];
      const options = { identityProviderIdentifier: 'SCHOOL', address: school.address };
      const token = { get: async () => 'token', forget() {} };
      const directory = createScimDirectory(options, token, (attribute) =>
        received.push(attribute),
      );
      const { people } = await directory.search('k', 10);
      const others = [{ external_id: 'k1', groups: [] }];
      expect(people).toEqual(person ? [{ groups: [], ...person }, ...others] : others);
      expect([...new Set(received)]).toEqual(unusable);
    },
  );

  test('without results may leave the list away, with extra fields is understood', async () => {
    school.misbehave((response) => send(response, 200, listOf([], 0), 'application/json'));
    expect(await ids('k', 'SCHOOL')).toEqual([]);
    const odd = { id: 'k9', meta: { x: 1 }, active: false, groups: null, emails: null, name: {} };
    school.misbehave((response) => send(response, 200, { ...listOf([odd], 1), more: true }));
    expect(await ids('k', 'SCHOOL')).toEqual(['k9']);
  });
});
