import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { startBeforeAll } from '../../platform.ts';
import { base, clientOf, keyWith, refusalOf } from './requests.ts';
import {
  agent,
  asParameter,
  pages,
  startRecordStore,
  statement,
  type StatementResult,
} from './record-store.ts';

/* Answers to requests for statements (xAPI 1.0.3, Communication 2.1.3 and Data 2.5). */

const store = startBeforeAll(startRecordStore);
afterEach(() => {
  vi.useRealTimers();
});

const dayInMs = 24 * 60 * 60 * 1000;
const ownVerb = () => ({ id: `urn:v:${randomUUID()}` });
const ask = (parameters: Record<string, string>, method = 'GET') =>
  store.client(`${base}/statements`, { method, parameters });

test('where nothing is found it is an empty list', async () => {
  const answer = await ask({ verb: ownVerb().id });
  expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, 'application/json']);
  expect(await answer.json()).toEqual({ statements: [], more: '' });
});

test('each says up to when the store is complete, also where nothing is found or it is refused', async () => {
  const { id } = statement();
  const [stored] = await store.post(statement());
  for (const [parameters, status] of [
    [{ limit: '1' }, 200],
    [{ statementId: stored! }, 200],
    [{ verb: ownVerb().id }, 200],
    [{ statementId: id }, 404],
    [{ voidedStatementId: stored! }, 404],
    [{ limit: 'many' }, 400],
  ] as const) {
    for (const method of ['GET', 'HEAD']) {
      const answer = await ask(parameters, method);
      expect(answer.status).toBe(status);
      const through = answer.headers.get('X-Experience-API-Consistent-Through');
      expect(through).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/);
      expect(Math.abs(Date.now() - Date.parse(through!))).toBeLessThan(60_000);
    }
  }
});

test('a single one says when it was stored', async () => {
  const [id] = await store.post(statement());
  const { stored } = await store.get(id!);
  const answer = await ask({ statementId: id! });
  expect(answer.headers.get('Last-Modified')).toBe(new Date(stored).toUTCString());
  expect(answer.headers.get('Content-Type')).toBe('application/json');
});

test('a limit of 0 asks for as many as there may be', async () => {
  const verb = ownVerb();
  await store.post(Array.from({ length: 251 }, () => statement({ verb })));
  const pageOf = async (parameters: Record<string, string>) => {
    const page = (await (await ask({ verb: verb.id, ...parameters })).json()) as StatementResult;
    return [page.statements.length, page.more !== ''];
  };
  expect(await pageOf({ limit: '0' })).toEqual([250, true]);
  expect(await pageOf({ limit: '100000' })).toEqual([250, true]);
  expect(await pageOf({})).toEqual([100, true]);
  expect(await pageOf({ limit: '1' })).toEqual([1, true]);
});

test('the newest are first, and the oldest where that is asked for', async () => {
  const verb = ownVerb();
  const given = [];
  for (let count = 0; count < 3; count++) given.push(...(await store.post(statement({ verb }))));
  expect(await store.find({ verb: verb.id })).toEqual(given.toReversed());
  expect(await store.find({ verb: verb.id, ascending: 'false' })).toEqual(given.toReversed());
  expect(await store.find({ verb: verb.id, ascending: 'true' })).toEqual(given);
});

test('more leads on from the root of the server, and a day later', async () => {
  const verb = ownVerb();
  const ids = await store.post([statement({ verb }), statement({ verb })]);
  const { more } = (await pages(store.client, { verb: verb.id, limit: '1' }).next())
    .value as StatementResult;
  expect(more).toMatch(/^\/lars\/xapi\/statements\?/);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + dayInMs + 1000 });
  const next = (await (await store.client(more)).json()) as StatementResult;
  expect(next.statements.map(({ id }) => id)).toEqual([ids[0]]);
  expect(next.more).toBe('');
});

test('since, until and limit are about a statement that refers to another itself', async () => {
  const verb = ownVerb();
  const target = statement({ verb });
  await store.post(target);
  const { stored } = await store.get(target.id);
  const reference = statement({ object: { objectType: 'StatementRef', id: target.id } });
  await store.post(reference);
  const { stored: later } = await store.get(reference.id);
  expect(await store.find({ verb: verb.id })).toEqual([reference.id, target.id]);
  expect(await store.find({ verb: verb.id, since: stored })).toEqual([reference.id]);
  expect(await store.find({ verb: verb.id, until: stored })).toEqual([target.id]);
  expect(await store.find({ verb: verb.id, since: later })).toEqual([]);
  const page = await ask({ verb: verb.id, limit: '1' });
  expect(((await page.json()) as StatementResult).statements).toMatchObject([{ id: reference.id }]);
});

test('what the context of a statement refers to does not find it', async () => {
  const verb = ownVerb();
  const target = statement({ verb });
  await store.post([
    target,
    statement({ context: { statement: { objectType: 'StatementRef', id: target.id } } }),
  ]);
  expect(await store.find({ verb: verb.id })).toEqual([target.id]);
});

test('agents and groups of the context in version 2.0 are found with related_agents', async () => {
  const client = clientOf(store.platform, await keyWith(store.platform, 'all'), '2.0.0');
  const [team, member] = [agent(randomUUID()), agent(randomUUID())];
  const group = { objectType: 'Group', ...agent(randomUUID()), member: [member] };
  const given = statement({
    context: {
      contextAgents: [{ objectType: 'contextAgent', agent: team }],
      contextGroups: [{ objectType: 'contextGroup', group }],
    },
  });
  const put = await client(`${base}/statements`, {
    method: 'PUT',
    parameters: { statementId: given.id },
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(given),
  });
  expect(put.status).toBe(204);
  const { member: _, ...identified } = group;
  for (const asked of [team, member, identified]) {
    const parameters = { agent: asParameter(asked) };
    expect(await store.find(parameters)).toEqual([]);
    expect(await store.find({ ...parameters, related_agents: 'true' })).toEqual([given.id]);
  }
});

describe('statements in the alternate request syntax', () => {
  const send = (method: string, members: Record<string, string>) =>
    store.client(`${base}/statements`, {
      method: 'POST',
      parameters: { method },
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(members).toString(),
    });

  test('are stored and found', async () => {
    const verb = ownVerb();
    const response = 'Größe & 水 = +1%20';
    const [first, second] = [
      statement({ verb, result: { response } }),
      statement({ verb, result: { response } }),
    ];
    const posted = await send('POST', { content: JSON.stringify(first) });
    expect([posted.status, await posted.json()]).toEqual([200, [first.id]]);
    const put = { statementId: second.id, content: JSON.stringify(second) };
    expect((await send('PUT', put)).status).toBe(204);
    const got = await send('GET', { verb: verb.id, ascending: 'true' });
    expect([got.status, await got.json()]).toMatchObject([
      200,
      { statements: [first, second], more: '' },
    ]);
    const single = await send('GET', { statementId: first.id });
    expect(await single.json()).toMatchObject({ id: first.id, result: { response } });
  });

  test('are told from those that are to be stored: a POST that asks stores nothing', async () => {
    const given = statement();
    const post = (parameters: Record<string, string>) =>
      store.client(`${base}/statements`, {
        method: 'POST',
        parameters,
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(given),
      });
    expect(await refusalOf(post({ verb: given.verb.id }))).toBe('400 PARAMETER_INVALID');
    expect(await refusalOf(post({ method: 'GET' }))).toBe('400 ALTERNATE_REQUEST_INVALID');
    await expect(store.get(given.id)).rejects.toThrow('STATEMENT_NOT_FOUND');
  });
});
