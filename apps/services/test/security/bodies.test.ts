import { connect } from 'node:net';
import { beforeAll, describe, expect, test } from 'vitest';
import { testFiles } from '../files/file-options.ts';
import { send } from '../fuzz/send.ts';
import { giveRole, makeBeforeAll, startBeforeAll, startTestPlatform } from '../platform.ts';
import { servedCalls, type ServedCall } from '../served-calls.ts';
import { headersOf, outcomeOf, outcomesOf, type Headers } from './requests.ts';

/* Row 50: bodies that are too large, too deep, ambiguous, or full of what other languages read. */

const platform = startBeforeAll(() => startTestPlatform({ files: { ...testFiles(), video: {} } }));

const mia = makeBeforeAll(() => platform.identityProvider.signIn('mia'));
const adrian = makeBeforeAll(() => platform.identityProvider.signIn('adrian'));
beforeAll(async () => {
  await giveRole(platform.database, adrian.subject, 'administrator');
  for (const who of [mia, adrian]) await platform.as('aua', who).userUpdateUserInfo();
});

const put = (body: string, change: Headers = {}) =>
  outcomeOf(platform.request('/lars/v1/data/put', headersOf(mia, change), body));
const statement = (extra: string) =>
  `{"subject":"${mia.subject}","put_dto":{"dto_id":"d","statement":{"verb":{"id":"http://v"},"object":{"id":"http://o"}${extra}}}}`;
const extended = (members: string) => statement(`,"context":{"extensions":{${members}}}`);
const polluted = '{"polluted":true}';
const storedStatements = async () => {
  const rows = await platform.database.selectFrom('lars.statements').select('statement').execute();
  return rows.length;
};

describe('the controls', () => {
  test('a good statement is stored', async () => {
    const before = await storedStatements();
    expect(await put(statement(''))).toEqual([200, 'OK']);
    expect(await storedStatements()).toBe(before + 1);
  });

  test.each([
    ['an escaped backslash before u0000', '"C:\\\\u0000"'],
    ['a colon and a quote in a text', '"a\\":\\"b:"'],
    ['both halves of a surrogate pair', '"\\ud83d\\ude00"'],
    ['names that differ in their case', '{"a":1,"A":2}'],
    ['the same name in two objects', '[{"a":1},{"a":{"a":1}}]'],
    ['an empty name', '{"":1}'],
  ])('%s is text like any other', async (_name, value) => {
    expect(await put(extended(`"urn:x":${value}`))).toEqual([200, 'OK']);
  });
});

describe('row 50: refused, and nothing is stored', () => {
  test.each([
    ['broken JSON', () => '{"subject":'],
    ['an array', () => '[]'],
    ['null', () => 'null'],
    ['a number as subject', () => '{"subject":1,"put_dto":{}}'],
    ['a __proto__ key', () => statement(`,"__proto__":${polluted}`)],
    ['a constructor.prototype key', () => statement(`,"constructor":{"prototype":${polluted}}`)],
    ['a key twice', () => statement(',"verb":{"id":"http://other"}')],
    ['a key twice, one of them escaped', () => extended('"urn:a":1,"urn:\\u0061":2')],
    ['a key twice, deep within', () => extended('"urn:x":[{"a":{"b":1,"b":1}}]')],
    ['the subject twice', () => statement('').replace('{', '{"subject":"demo-ben",')],
    ['NUL in a text', () => extended('"urn:x":"a\\u0000b"')],
    ['NUL in a key', () => extended('"urn:a\\u0000":1')],
    ['half a surrogate pair', () => extended('"urn:x":"\\ud83d"')],
    ['half a surrogate pair in a key', () => extended('"urn:\\udc00":1')],
    ['nested 9,000 deep', () => extended(`"urn:x":${'{"x":'.repeat(9_000)}1${'}'.repeat(9_000)}`)],
    ['a number that JSON in JavaScript cannot keep', () => extended('"urn:x":1e400')],
    ['nested 100 deep', () => extended(`"urn:x":${'[{"x":'.repeat(50)}1${'}]'.repeat(50)}`)],
  ])('%s', async (_name, body) => {
    const before = await storedStatements();
    expect(await put(body())).toEqual([400, 'REQUEST_INVALID']);
    expect(await storedStatements()).toBe(before);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  test('nested 100,000 deep', async () => {
    const deep = `${'{"x":'.repeat(100_000)}1${'}'.repeat(100_000)}`;
    expect(await put(statement(`,"context":${deep}`))).toEqual([413, 'BODY_TOO_LARGE']);
    const path = '/clag/v1/localStoreItem/setForModel';
    expect(await outcomeOf(platform.request(path, headersOf(mia), deep))).toEqual([
      400,
      'REQUEST_INVALID',
    ]);
  });

  test('opened very often and never closed', async () => {
    const path = '/clag/v1/localStoreItem/setForModel';
    const answer = await platform.request(path, headersOf(mia), '['.repeat(100_000));
    expect(answer.status).toBe(400);
    // It was not given to a parser, which would take seconds for a larger one.
    expect(await answer.text()).toContain('Nested deeper than 200.');
  });

  test.each(['{"subject":', '{"__proto__":{}}'])('%s says what is wrong with it', async (body) => {
    const path = '/clag/v1/localStoreItem/setForModel';
    const answer = await platform.request(path, headersOf(mia), body);
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain('Not JSON, or with a member __proto__');
  });

  test('larger than the limit', async () => {
    expect(await put(statement(`,"context":{"x":"${'x'.repeat(1_100_000)}"}`))).toEqual([
      413,
      'BODY_TOO_LARGE',
    ]);
  });

  test('not UTF-8', async () => {
    const [start, end] = [statement('').slice(0, -1), '}'];
    const body = Buffer.concat([Buffer.from(start), Buffer.from([0xff]), Buffer.from(end)]);
    const request = { method: 'POST', headers: headersOf(mia), body };
    expect(await outcomeOf(fetch(`${platform.url}/lars/v1/data/put`, request))).toEqual([
      400,
      'REQUEST_INVALID',
    ]);
  });
});

/** Refusals of forms: user-data/forms.test.ts. */
const posts = servedCalls.filter(
  ({ call }) => call.method === 'POST' && call.bodyFormat !== 'multipart',
);

const listOf = (element: string, count: number) => `[${Array(count).fill(element).join()}]`;
const membersOf = (count: number) =>
  `{${Array.from({ length: count }, (_, place) => `"m${place}":0`).join()}}`;

describe('row 59: more values than are read while others wait', () => {
  const path = '/clag/v1/localStoreItem/setForModel';
  const outcome = (body: string) => outcomeOf(platform.request(path, headersOf(mia), body));

  test.each([
    ['objects', listOf('{}', 20_001)],
    ['lists', listOf('[]', 20_001)],
    ['members of one object', membersOf(20_001)],
    ['members of many objects', listOf('{"a":1,"b":2}', 7_000)],
    ['numbers', listOf('1', 200_001)],
    ['texts', listOf('""', 200_001)],
    ['lists that nobody closes', '[{'.repeat(50).padEnd(1_000_000, '},{')],
  ])('%s', async (_name, body) => {
    expect(await outcome(body)).toEqual([413, 'BODY_TOO_LARGE']);
  });

  test.each([
    ['objects', listOf('{}', 19_900)],
    ['members of one object', membersOf(19_900)],
    ['numbers', listOf('1', 195_000)],
    ['brackets in a text', JSON.stringify(listOf('{}', 30_000))],
  ])('a body of less %s is read', async (_name, body) => {
    expect(await outcome(body)).toEqual([400, 'REQUEST_INVALID']);
  });

  describe('a call that takes more of them', () => {
    const units = (count: number, extra = '') =>
      listOf(
        `{"id":"https://v.example/a","title":{"de":"A"},"description":{"de":"A"},"url":"a","launch_method":"AnyWindow","move_on":"Passed"${extra}}`,
        count,
      );
    const structure = (aus: string, extra = '') =>
      `{"structure":{"id":"https://v.example/c","title":{"de":"C"},"description":{"de":"C"},"blocks":[],"aus":${aus}${extra}}}`;
    const sent = async (body: string) => {
      const answer = await platform.request(
        '/lars/v1/cmi5/putStructure',
        headersOf(adrian, { 'X-Ia-Subject': adrian.subject }),
        body,
      );
      return [answer.status, await answer.text()] as const;
    };
    const many = () =>
      structure(
        `[${Array.from({ length: 5_000 }, (_, place) => units(1).slice(1, -1).replace('/a"', `/a${place}"`)).join()}]`,
      );

    test('reads and checks them', async () => {
      const [status, first] = await sent(many());
      expect([status, first]).toEqual([200, expect.stringContaining('"result_state":"OK"')]);
      expect(await sent(many())).toEqual([200, expect.stringContaining('"result_state":"IA_OK"')]);
    });

    test.each([
      ['what is against the contract', () => structure(units(4_500)), 400, 'An id appears twice'],
      [
        'a member that occurs twice',
        () => structure(units(4_500), ',"blocks":[]'),
        400,
        'two members of one name',
      ],
      ['what is no JSON', () => many().slice(0, -2), 400, 'Not JSON'],
      ['still more', () => structure(listOf('{}', 250_000)), 413, 'More than 250000 members'],
    ])('refuses %s', async (_name, body, status, text) => {
      expect(await sent(body())).toEqual([status, expect.stringContaining(text)]);
    });
  });
});

describe('row 50: every call', () => {
  test.each([
    ['a __proto__ key', '{"__proto__":{"polluted":true}}'],
    ['a constructor.prototype key', '{"constructor":{"prototype":{"polluted":true}}}'],
    ['a key twice', '{"subject":"demo-mia","subject":"demo-mia"}'],
    ['NUL', '{"subject":"\\u0000"}'],
    ['half a surrogate pair', '{"subject":"\\ud800"}'],
  ])('refuses %s', async (_name, body) => {
    const outcomes = await outcomesOf(platform, posts, headersOf(adrian), body);
    // Administrators may not make every call in their own name: 403 is known before the body is read.
    const expected = Object.entries(outcomes).map(([title, outcome]) =>
      outcome[0] === 403 ? [title, outcome] : [title, [400, 'REQUEST_INVALID']],
    );
    expect(outcomes).toEqual(Object.fromEntries(expected));
    expect(Object.values(outcomes).filter(([status]) => status === 400).length).toBeGreaterThan(
      posts.length / 2,
    );
  });

  test('that has a body refuses one that is nested 100,000 deep', async () => {
    const withBody = posts.filter(({ call }) => call.body !== undefined);
    const body = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const outcomes = await outcomesOf(platform, withBody, headersOf(adrian), body);
    for (const [title, [status]] of Object.entries(outcomes)) {
      expect([title, [400, 403, 413].includes(status)]).toEqual([title, true]);
    }
  });

  test('refuses 100 MB before they are sent', async () => {
    const { port } = new URL(platform.url);
    for (const { path } of posts) {
      const answer = await answerToHead(Number(port), path);
      expect([path, answer.slice(0, 12)]).toEqual([path, 'HTTP/1.1 413']);
    }
  });
});

/** Says that 100 MB follow, sends some, and reads what is answered meanwhile. */
async function answerToHead(port: number, path: string): Promise<string> {
  const headers = headersOf(adrian, { 'Content-Length': String(100 * 1024 * 1024) });
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const head = [`POST ${path} HTTP/1.1`, 'Host: localhost', ...lines, '', '{'].join('\r\n');
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(head));
    socket.once('data', (chunk) => {
      resolve(chunk.toString());
      socket.destroy();
    });
    socket.once('error', reject);
  });
}

/** Replacements for each text, one place after the other: each breaks what is made of it as SQL, pattern or path. */
const foreignTexts = ["'; drop table aua.users; --", "'_%\\", '=1+1 $1 ${7*7}', '../../etc/passwd'];

describe('row 50: SQL and wildcards in every text field', () => {
  const withBody = posts.filter(({ example }) => example.body !== undefined);
  test.each(withBody)('$title', async ({ path, example }: ServedCall) => {
    const port = Number(new URL(platform.url).port);
    const headers = Object.entries(headersOf(adrian)).flat();
    for (const place of textsOf(example.body)) {
      for (const text of foreignTexts) {
        const body = JSON.stringify(replacedAt(example.body, place, text));
        const { status } = await send(port, { method: 'POST', path, headers, body });
        expect([place, text, status < 500]).toEqual([place, text, true]);
      }
    }
    await platform.database.selectFrom('aua.users').select('subject').execute();
  });

  test('they come back as they were', async () => {
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

  test('a wildcard finds what has that character, and nothing else', async () => {
    const find = async (term: string) =>
      (
        await platform
          .as('aua', adrian)
          .userQuickSearch({ body: { term, type: 'email_or_subject' } })
      ).users;
    expect(await find('demo-adrian')).not.toEqual([]);
    for (const term of ['%', '_emo-adrian', 'd%n', '\\', "' or 'a'='a"])
      expect(await find(term)).toEqual([]);
  });
});

type Place = readonly string[];

function textsOf(value: unknown, place: Place = []): Place[] {
  if (typeof value === 'string') return [place];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => textsOf(inner, [...place, key]));
}

function replacedAt(value: unknown, [key, ...rest]: Place, text: string): unknown {
  if (key === undefined) return text;
  if (Array.isArray(value)) {
    return value.map((item, index) =>
      String(index) === key ? replacedAt(item, rest, text) : item,
    );
  }
  const members = value as Readonly<Record<string, unknown>>;
  return { ...members, [key]: replacedAt(members[key], rest, text) };
}
