import { hash, randomBytes, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { startBeforeAll, startTestPlatform } from '../../platform.ts';
import { base, base2, clientOf, keyWith, refusalOf, type Client } from './requests.ts';

const platform = startBeforeAll(startTestPlatform);
let store: Client;
let store2: Client;

beforeAll(async () => {
  const key = await keyWith(platform, 'all');
  store = clientOf(platform, key);
  store2 = clientOf(platform, key, '2.0.0');
});

const activityId = 'https://lectern.example/kreislauf';
const agent = JSON.stringify({ mbox: 'mailto:mia@schule.example' });
const json = { 'Content-Type': 'application/json' };
const isNew = { 'If-None-Match': '*' };

/** How many answers have each status. */
function counted(answers: readonly Response[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** The three resources, each with a document of its own. */
const resources: readonly [string, () => Record<string, string>][] = [
  ['/activities/state', () => ({ activityId, agent, stateId: randomUUID() })],
  ['/agents/profile', () => ({ agent, profileId: randomUUID() })],
  ['/activities/profile', () => ({ activityId, profileId: randomUUID() })],
];

describe.each(resources)('%s', (path, newNames) => {
  const address = base + path;

  test('any bytes come back with their type, ETag and time', async () => {
    const parameters = newNames();
    const body = new Uint8Array(randomBytes(5_000));
    const headers = { ...isNew, 'Content-Type': 'image/x-own; p="ä"'.replace('ä', 'q') };
    const before = Math.floor(Date.now() / 1000) * 1000;
    const put = await store(address, { method: 'PUT', parameters, headers, body });
    expect([put.status, await put.text()]).toEqual([204, '']);
    const got = await store(address, { parameters });
    expect(new Uint8Array(await got.arrayBuffer())).toEqual(body);
    expect(got.headers.get('Content-Type')).toBe('image/x-own; p="q"');
    expect(got.headers.get('ETag')).toBe(`"${hash('sha1', body)}"`);
    expect(put.headers.get('ETag')).toBe(got.headers.get('ETag'));
    expect(got.headers.get('Cache-Control')).toBe('no-store, no-transform');
    expect(Date.parse(got.headers.get('Last-Modified')!)).toBeGreaterThanOrEqual(before);
    const unchanged = { parameters, headers: { 'If-None-Match': got.headers.get('ETag')! } };
    expect((await store(address, unchanged)).status).toBe(304);
  });

  test('an empty document without a type is one', async () => {
    const parameters = newNames();
    expect((await store(address, { method: 'PUT', parameters, headers: isNew })).status).toBe(204);
    const got = await store(address, { parameters });
    expect([got.status, await got.text()]).toEqual([200, '']);
    expect(got.headers.get('Content-Type')).toBe('application/octet-stream');
  });

  describe('row 126: nothing that was sent runs in the browser of who opens it', () => {
    const everyLetter = (text: string) =>
      text.replaceAll(/[a-z]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`);
    // The router decodes an address before it looks for the route.
    test.each<readonly [name: string, written: string, status: number]>([
      ['as it is', address, 200],
      ['with an encoded base', address.replace('lars', '%6Cars'), 200],
      ['with encoded small letters', address.replace('xapi', 'x%61p%69'), 200],
      ['with an encoded resource', base + everyLetter(path), 200],
      ['encoded as a whole', everyLetter(address), 200],
      ['of the other version, encoded', everyLetter(base2 + path), 200],
      ['with a slash too many', address.replace('xapi', '/xapi/'), 200],
      ['encoded, with a slash too many', everyLetter(address).replace('/', '//'), 404],
      ['with an encoded slash', address.replace('/xapi', '%2Fxapi'), 404],
      ['encoded twice', address.replace('lars', '%256Cars'), 404],
    ])('by an address %s', async (_name, written, status) => {
      const parameters = newNames();
      const headers = { ...isNew, 'Content-Type': 'text/html' };
      const body = '<script>alert(1)</script>';
      await store(address, { method: 'PUT', parameters, headers, body });
      for (const method of ['GET', 'HEAD']) {
        const got = await store(written, { method, parameters });
        const isFound = status === 200;
        const policy = got.headers.get('Content-Security-Policy');
        const isSandboxed =
          policy === "default-src 'none'; sandbox" && got.headers.get('X-Frame-Options') === 'DENY';
        const isPage = (await got.text()).includes('<script>');
        expect(got.status).toBe(status);
        expect(got.headers.get('X-Content-Type-Options')).toBe('nosniff');
        expect(isPage).toBe(isFound && method === 'GET');
        expect(isSandboxed || !isFound).toBe(true);
      }
    });
  });

  test('what is not there is not found, and can be deleted all the same', async () => {
    const parameters = newNames();
    expect(await refusalOf(store(address, { parameters }))).toBe('404 DOCUMENT_NOT_FOUND');
    expect((await store(address, { method: 'DELETE', parameters })).status).toBe(204);
    await store(address, { method: 'POST', parameters, body: 'x' });
    expect((await store(address, { method: 'DELETE', parameters })).status).toBe(204);
    expect((await store(address, { parameters })).status).toBe(404);
  });

  describe('only the state that is named is replaced, added to or deleted', () => {
    const etag = `"${hash('sha1', '{"a":1}')}"`;
    const other = `"${hash('sha1', 'other')}"`;
    test.each([
      ['If-Match', etag, true, false],
      ['If-Match', `${other}, ${etag}`, true, false],
      ['If-Match', `W/${etag}`, true, false],
      ['If-Match', etag.replace(/"$/, '-gzip"'), true, false],
      ['If-Match', `W/${etag.replace(/"$/, '--br"')}`, true, false],
      ['If-Match', etag.replaceAll('"', ''), true, false],
      ['If-Match', '*', true, false],
      ['If-Match', '"*"', true, false],
      ['If-Match', other, false, false],
      ['If-None-Match', '*', false, true],
      ['If-None-Match', '"*"', false, true],
      ['If-None-Match', etag, false, true],
      ['If-None-Match', etag.replace(/"$/, '-zstd"'), false, true],
      ['If-None-Match', other, true, true],
    ])('%s: %s', async (name, value, holdsForKnown, holdsForNone) => {
      const headers = { ...json, [name]: value };
      for (const method of ['PUT', 'POST', 'DELETE']) {
        const body = method === 'DELETE' ? {} : { body: '{"b":2}' };
        const names = newNames();
        await store(address, { method: 'POST', parameters: names, headers: json, body: '{"a":1}' });
        const changed = await store(address, { method, parameters: names, headers, ...body });
        expect([method, changed.status]).toEqual([method, holdsForKnown ? 204 : 412]);
        const left = await store(address, { parameters: names });
        const after = { PUT: '{"b":2}', POST: '{"a":1,"b":2}', DELETE: 404 }[method];
        const content = left.ok ? await left.text() : left.status;
        expect(content).toBe(holdsForKnown ? after : '{"a":1}');

        const none = newNames();
        const made = await store(address, { method, parameters: none, headers, ...body });
        expect([method, made.status]).toEqual([method, holdsForNone ? 204 : 412]);
      }
    });

    test.each(['"a', 'a b', '"a";"b"', '', 'x'.repeat(4_000).replaceAll('x', 'a,')])(
      'what is no list of ETags is refused: %.20s',
      async (value) => {
        const headers = { 'If-Match': value || ' ,' };
        const put = store(address, { method: 'PUT', parameters: newNames(), headers, body: 'x' });
        expect(await refusalOf(put)).toBe('400 HEADER_INVALID');
      },
    );
  });

  test('of twenty who replace one state at once, one does and nineteen hear of it', async () => {
    const parameters = newNames();
    const make = (body: string, headers: object) =>
      store(address, { method: 'PUT', parameters, headers: { ...headers }, body });
    const made = await Promise.all(
      Array.from({ length: 20 }, (_, index) => make(`first ${index}`, isNew)),
    );
    expect(counted(made)).toEqual({ 204: 1, 412: 19 });
    const etag = (await store(address, { parameters })).headers.get('ETag')!;
    const replaced = await Promise.all(
      Array.from({ length: 20 }, (_, index) => make(`second ${index}`, { 'If-Match': etag })),
    );
    expect(counted(replaced)).toEqual({ 204: 1, 412: 19 });
    const winner = replaced.findIndex(({ status }) => status === 204);
    expect(await (await store(address, { parameters })).text()).toBe(`second ${winner}`);
  });

  test('what twenty add at once is all there', async () => {
    const parameters = newNames();
    const added = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        store(address, {
          method: 'POST',
          parameters,
          headers: json,
          body: `{"m${index}":${index}}`,
        }),
      ),
    );
    expect(new Set(added.map(({ status }) => status))).toEqual(new Set([204]));
    const merged = (await (await store(address, { parameters })).json()) as object;
    expect(Object.keys(merged)).toHaveLength(20);
  });

  test.each([
    ['no JSON is sent', '{"a":1}', json, 'x', { 'Content-Type': 'text/plain' }],
    ['no JSON is there', 'x', { 'Content-Type': 'text/plain' }, '{"a":1}', json],
    ['an array is sent', '{"a":1}', json, '[1]', json],
    ['broken JSON is sent', '{"a":1}', json, '{"a":', json],
    ['a name comes twice', '{"a":1}', json, '{"b":1,"b":2}', json],
    ['null is sent', '{"a":1}', json, 'null', json],
    ['what is there is no object', '[1]', json, '{"a":1}', json],
  ])('nothing is merged where %s', async (_name, first, firstType, second, secondType) => {
    const parameters = newNames();
    const put = { method: 'PUT', parameters, headers: { ...firstType, ...isNew }, body: first };
    expect((await store(address, put)).status).toBe(204);
    const post = store(address, { method: 'POST', parameters, headers: secondType, body: second });
    expect(await refusalOf(post)).toBe('400 DOCUMENT_NOT_MERGEABLE');
    expect(await (await store(address, { parameters })).text()).toBe(first);
  });

  test('a type with a parameter is JSON, too', async () => {
    const parameters = newNames();
    const headers = { 'Content-Type': 'Application/JSON; charset=utf-8' };
    await store(address, { method: 'POST', parameters, headers, body: '{"a":"ä"}' });
    await store(address, { method: 'POST', parameters, headers: json, body: '{"b":2}' });
    const got = await store(address, { parameters });
    expect(await got.text()).toBe('{"a":"ä","b":2}');
    expect(got.headers.get('Content-Type')).toBe('Application/JSON; charset=utf-8');
  });

  test('who names no state replaces nothing by version 2.0', async () => {
    const parameters = newNames();
    const put = { method: 'PUT', parameters, body: 'x' };
    expect((await store2(address, put)).status).toBe(204);
    expect(await refusalOf(store2(address, put))).toBe('409 DOCUMENT_EXISTS');
  });

  test('it is listed by when it was changed, and the list says when that last was', async () => {
    const { stateId: _, profileId: __, ...whole } = newNames();
    const parameters = {
      ...whole,
      ...(whole['activityId'] && { activityId: `${activityId}/${randomUUID()}` }),
    };
    const id = path === '/activities/state' ? 'stateId' : 'profileId';
    const empty = await store(address, {
      parameters: { ...parameters, since: '9998-01-01T00:00:00Z' },
    });
    expect([await empty.json(), empty.headers.get('Last-Modified')]).toEqual([[], null]);
    for (const name of ['b', 'ä', 'a']) {
      await store(address, {
        method: 'POST',
        parameters: { ...parameters, [id]: name },
        body: name,
      });
    }
    const listed = await store(address, { parameters });
    const ids = (await listed.json()) as string[];
    expect(ids.filter((id) => id.length === 1)).toEqual(['a', 'b', 'ä']);
    expect(Date.parse(listed.headers.get('Last-Modified')!)).toBeGreaterThan(Date.now() - 60_000);
    const since = new Date(Date.now() + 3_600_000).toISOString();
    const later = store(address, { parameters: { ...parameters, since } });
    expect(await (await later).json()).toEqual([]);
    for (const wrong of ['yesterday', '2026-01-01', '2026-02-30T00:00:00Z']) {
      const answer = store(address, { parameters: { ...parameters, since: wrong } });
      expect(await refusalOf(answer)).toBe('400 PARAMETER_INVALID');
    }
  });
});

describe('by version 1.0.3', () => {
  test('a state is replaced unseen', async () => {
    const parameters = { activityId, agent, stateId: 'unseen' };
    for (const body of ['one', 'two']) {
      const put = { method: 'PUT', parameters, body };
      expect((await store(`${base}/activities/state`, put)).status).toBe(204);
    }
    const got = await store(`${base}/activities/state`, { parameters });
    expect(await got.text()).toBe('two');
  });

  test('a profile is neither made nor replaced unseen', async () => {
    const parameters = { agent, profileId: 'unseen' };
    const put = (headers = {}) =>
      store(`${base}/agents/profile`, { method: 'PUT', parameters, headers, body: 'x' });
    expect(await refusalOf(put())).toBe('400 PRECONDITION_MISSING');
    expect((await put(isNew)).status).toBe(204);
    expect(await refusalOf(put())).toBe('409 DOCUMENT_EXISTS');
  });
});
