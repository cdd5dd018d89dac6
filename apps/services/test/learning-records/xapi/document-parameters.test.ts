import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { startBeforeAll, startTestPlatform } from '../../platform.ts';
import { base, clientOf, keyWith, refusalOf, type Client } from './requests.ts';

/* By what documents are named, and what is said of their states (xAPI 1.0.3, Communication 2.2 to 3.1). */

const platform = startBeforeAll(startTestPlatform);
let store: Client;
let store2: Client;

beforeAll(async () => {
  const key = await keyWith(platform, 'all');
  store = clientOf(platform, key);
  store2 = clientOf(platform, key, '2.0.0');
});

const activityId = 'https://lectern.example/parameters';
const agent = JSON.stringify({ mbox: 'mailto:mia@schule.example' });
const isNew = { 'If-None-Match': '*' };
const withBody = (method: string) =>
  method === 'PUT' || method === 'POST' ? { headers: isNew, body: 'x' } : {};

interface Resource {
  readonly names: Readonly<Record<string, string>>;
  /** Parameter that names one document among several. */
  readonly id: 'profileId' | 'stateId';
  /** Methods that are about several documents where none is named. */
  readonly forSeveral: readonly string[];
}

const resources: readonly [string, Resource][] = [
  [
    '/activities/state',
    {
      names: { activityId, agent, stateId: 'one' },
      id: 'stateId',
      forSeveral: ['GET', 'DELETE'],
    },
  ],
  ['/agents/profile', { names: { agent, profileId: 'one' }, id: 'profileId', forSeveral: ['GET'] }],
  [
    '/activities/profile',
    { names: { activityId, profileId: 'one' }, id: 'profileId', forSeveral: ['GET'] },
  ],
];

describe.each(resources)('%s', (path, { names, id, forSeveral }) => {
  const address = base + path;
  const newNames = () => ({ ...names, [id]: randomUUID() });

  test.each(['GET', 'PUT', 'POST', 'DELETE'])('a %s names what it is about', async (method) => {
    for (const missing of Object.keys(names)) {
      if (missing === id && forSeveral.includes(method)) continue;
      const { [missing]: _, ...parameters } = names;
      const sent = store(address, { method, parameters, ...withBody(method) });
      expect([missing, await refusalOf(sent)]).toEqual([missing, '400 PARAMETER_INVALID']);
    }
  });

  test.each(['GET', 'PUT', 'POST', 'DELETE'])('a %s names it well', async (method) => {
    const changes: readonly Record<string, string>[] = [
      { verb: 'urn:x' },
      { [id.toLowerCase()]: 'one' },
      ...('activityId' in names ? [{ activityId: 'parameters' }] : []),
      ...('agent' in names ? [{ agent: 'mia' }, { agent: '{}' }] : []),
      ...(id === 'stateId' ? [{ registration: 'x' }, { registration: randomUUID().slice(1) }] : []),
    ];
    for (const change of changes) {
      const parameters = { ...names, ...change };
      const sent = store(address, { method, parameters, ...withBody(method) });
      expect([change, await refusalOf(sent)]).toEqual([change, '400 PARAMETER_INVALID']);
    }
  });

  test('only a list is of what was stored since a time', async () => {
    const parameters = newNames();
    await store(address, { method: 'POST', parameters, body: 'x' });
    const since = '2026-01-01T00:00:00Z';
    for (const method of ['PUT', 'POST']) {
      const sent = { method, parameters: { ...parameters, since }, ...withBody(method) };
      expect(await refusalOf(store(address, sent))).toBe('400 PARAMETER_INVALID');
    }
    const { [id]: _, ...several } = parameters;
    const remove = { method: 'DELETE', parameters: { ...several, since } };
    expect(await refusalOf(store(address, remove))).toBe('400 PARAMETER_INVALID');
    expect((await store(address, { parameters })).status).toBe(200);
    // The named document is meant, whatever else is said.
    const named = { ...parameters, since: '2999-01-01T00:00:00Z' };
    expect((await store(address, { parameters: named })).status).toBe(200);
    expect((await store(address, { method: 'DELETE', parameters: named })).status).toBe(204);
    expect((await store(address, { parameters })).status).toBe(404);
  });

  test('is listed where it was stored after the time that is asked for', async () => {
    const [before, after] = [randomUUID(), randomUUID()];
    const post = (name: string) =>
      store(address, { method: 'POST', parameters: { ...names, [id]: name }, body: 'x' });
    await post(before);
    const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(
      platform.database,
    );
    const since = new Date(rows[0]!.now.getTime() + 1).toISOString();
    await expect.poll(() => Date.now()).toBeGreaterThan(Date.parse(since));
    await post(after);
    const { [id]: _, ...of } = names;
    const listed = async (more: object) =>
      (await (await store(address, { parameters: { ...of, ...more } })).json()) as string[];
    expect(await listed({})).toEqual(expect.arrayContaining([before, after]));
    const later = await listed({ since });
    expect(later).toContain(after);
    expect(later).not.toContain(before);
  });

  test.each(['[1]', '"x"', 'null', '{"a":', ''])(
    'a first POST of JSON that is no object, %j, stores nothing',
    async (body) => {
      const parameters = newNames();
      const headers = { 'Content-Type': 'application/json' };
      const post = store(address, { method: 'POST', parameters, headers, body });
      expect(await refusalOf(post)).toBe('400 DOCUMENT_NOT_MERGEABLE');
      expect((await store(address, { parameters })).status).toBe(404);
    },
  );

  test('two who know nothing of each other are told how to go on', async () => {
    const parameters = newNames();
    const put = () => store2(address, { method: 'PUT', parameters, body: 'x' });
    expect((await put()).status).toBe(204);
    const conflict = await put();
    expect(conflict.status).toBe(409);
    expect(await conflict.text()).toMatch(/Fetch it, and say with the header If-Match/);
  });

  test.each(['PUT', 'POST', 'DELETE'])(
    'in version 2.0 a %s holds for the state that it names alone',
    async (method) => {
      const parameters = newNames();
      const json = { 'Content-Type': 'application/json' };
      const first = { method: 'PUT', parameters, headers: { ...json, ...isNew }, body: '{"a":1}' };
      expect((await store2(address, first)).status).toBe(204);
      const got = await store2(address, { parameters });
      const etag = got.headers.get('ETag')!;
      expect(etag).toMatch(/^"[0-9a-f]{40}"$/);
      const body = method === 'DELETE' ? {} : { body: '{"b":2}' };
      const send = (match: string) =>
        store2(address, { method, parameters, headers: { ...json, 'If-Match': match }, ...body });
      expect(await refusalOf(send('"other"'))).toBe('412 PRECONDITION_FAILED');
      expect(await (await store2(address, { parameters })).text()).toBe('{"a":1}');
      expect((await send(etag)).status).toBe(204);
      const left = await store2(address, { parameters });
      const after = { PUT: '{"b":2}', POST: '{"a":1,"b":2}', DELETE: 404 }[method];
      expect(left.ok ? await left.text() : left.status).toBe(after);
    },
  );
});
