import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { startBeforeAll } from '../../platform.ts';
import { base, clientOf, keyWith, refusalOf } from './requests.ts';
import {
  activity,
  agent,
  asParameter,
  postTo,
  startRecordStore,
  statement,
} from './record-store.ts';

const store = startBeforeAll(startRecordStore);

describe('what the store adds (xAPI 1.0.3, Data 2.4)', () => {
  test('an id, both times, the version and who says so', async () => {
    const { id: _, ...given } = statement();
    const [id] = await store.post(given);
    const stored = await store.get(id!);
    expect(stored).toMatchObject({
      ...given,
      id,
      version: '1.0.0',
      authority: {
        objectType: 'Agent',
        name: 'Test',
        account: { name: expect.stringMatching(/^lrs-/) as string },
      },
    });
    const { timestamp, stored: at } = stored as { timestamp: string; stored: string };
    expect(at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
    expect(Date.parse(timestamp)).toBeLessThanOrEqual(Date.parse(at) + 1);
  });

  test('stored and authority are the store’s, whatever somebody writes there', async () => {
    const stored = '2001-01-01T00:00:00.000Z';
    const [id] = await store.post(statement({ stored, authority: agent('chef') }));
    const kept = await store.get(id!);
    expect(kept.stored).not.toBe(stored);
    expect(JSON.stringify(kept.authority)).not.toContain('chef');
  });

  test('an activity alone in a context becomes a list of one, in a statement within, too', async () => {
    const context = { contextActivities: { parent: activity('wasser') } };
    const { object, verb } = statement();
    const inner = { objectType: 'SubStatement', actor: agent('mia'), verb, object, context };
    const [id] = await store.post(statement({ object: inner, context }));
    const list = { contextActivities: { parent: [activity('wasser')] } };
    expect(await store.get(id!)).toMatchObject({ context: list, object: { context: list } });
  });

  test('the version that a statement names is kept, whichever the request has', async () => {
    const client = clientOf(store.platform, await keyOf(), '2.0.0');
    const versions = ['1.0.0', '1.0.2', '1.0.9'];
    for (const sender of [store.client, client]) {
      const given = versions.map((version) => statement({ version }));
      expect((await postTo(sender, given)).status).toBe(200);
      for (const { id, version } of given) expect(await store.get(id)).toMatchObject({ version });
    }
  });

  test('a statement of 2.0 stays one for who asks by 1.0.3, and says so', async () => {
    const client = clientOf(store.platform, await keyOf(), '2.0.0');
    const contextAgents = [{ objectType: 'contextAgent', agent: agent('eva') }];
    const given = statement({ version: '2.0.0', context: { contextAgents } });
    expect((await postTo(client, given)).status).toBe(200);
    expect(await store.get(given.id)).toMatchObject(given);
    expect(await refusalOf(postTo(store.client, { ...given, id: randomUUID() }))).toBe(
      '400 BODY_INVALID',
    );
  });

  test('times keep their moment to the millisecond, and durations stay as they are written', async () => {
    const given = statement({
      timestamp: '2026-01-02T03:04:05.678+02:00',
      result: { duration: 'PT1M90.12345S' },
      object: {
        ...statement(),
        id: undefined,
        objectType: 'SubStatement',
        timestamp: '2025-12-31T23:59:59.999-05:00',
      },
    });
    await store.post(given);
    const kept = (await store.get(given.id)) as unknown as {
      timestamp: string;
      object: { timestamp: string };
    };
    expect(kept).toMatchObject({ result: { duration: 'PT1M90.12345S' } });
    for (const [time, moment] of [
      [kept.timestamp, '2026-01-02T01:04:05.678Z'],
      [kept.object.timestamp, '2026-01-01T04:59:59.999Z'],
    ] as const) {
      expect(time).toMatch(/\.\d{3,}(?:Z|[+-]\d\d:\d\d)$/);
      expect(new Date(time).toISOString()).toBe(moment);
    }
  });

  test('a version of 2.0 says so', async () => {
    const client = clientOf(store.platform, await keyOf(), '2.0.0');
    const response = await postTo(client, statement());
    const [id] = (await response.json()) as [string];
    expect(await store.get(id)).toHaveProperty('version', '2.0.0');
  });

  test('numbers, letters of all languages and what extensions hold come back as they were', async () => {
    const result = {
      response: '„Grüezi“ 🌊 \\ " \n \u2028',
      score: { raw: 0.1, min: -1e-7, max: 1e21 },
      extensions: { 'urn:x': { null: null, deep: [[{ a: [] }]], '': 0 } },
    };
    const [id] = await store.post(statement({ result }));
    expect(await store.get(id!)).toHaveProperty('result', result);
  });
});

const keyOf = () => keyWith(store.platform, 'all');

describe('one id, one statement (Data 2.2, Communication 2.1.1)', () => {
  test('the same again is as good as stored, and is there once', async () => {
    const given = statement();
    expect((await store.put(given)).status).toBe(204);
    expect((await store.put(given)).status).toBe(204);
    expect(await store.post(given)).toEqual([given.id]);
    const capital = { ...given, id: given.id.toUpperCase() };
    expect(await store.post(capital)).toEqual([given.id]);
    expect(await store.find({ agent: asParameter(given.actor) })).toEqual([given.id]);
  });

  test('another one under its id is a conflict, and changes nothing', async () => {
    const given = statement();
    await store.put(given);
    const other = { ...given, verb: { id: 'http://adlnet.gov/expapi/verbs/passed' } };
    expect(await refusalOf(store.put(other))).toBe('409 STATEMENT_CONFLICT');
    expect(await refusalOf(postTo(store.client, other))).toBe('409 STATEMENT_CONFLICT');
    expect(await store.get(given.id)).toMatchObject({ verb: given.verb });
  });

  test('fifty at once with fifty contents: one is stored, the others are conflicts', async () => {
    const { id } = statement();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, raw) =>
        store.put(statement({ id, result: { score: { raw } } })),
      ),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 204)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(49);
  });

  test('a batch is stored as a whole, or not at all', async () => {
    const taken = statement();
    await store.put(taken);
    const [first, last] = [statement(), statement()];
    const other = { ...statement(), id: taken.id };
    expect(await refusalOf(postTo(store.client, [first, other, last]))).toBe(
      '409 STATEMENT_CONFLICT',
    );
    const wrong = { ...statement(), verb: {} };
    expect(await refusalOf(postTo(store.client, [first, wrong, last]))).toBe('400 BODY_INVALID');
    expect(await refusalOf(postTo(store.client, [first, last, first]))).toBe('400 BODY_INVALID');
    for (const { id } of [first, last]) await expect(store.get(id)).rejects.toThrow('NOT_FOUND');
    expect(await store.post([first, taken, last])).toEqual([first.id, taken.id, last.id]);
  });

  test('batches that overlap, at once and in any order, end without a deadlock', async () => {
    const definition = {
      name: { de: 'Kreislauf' },
      type: 'http://adlnet.gov/expapi/activities/course',
    };
    const shared = Array.from({ length: 20 }, (_, place) => ({
      ...activity(`shared-${place}`),
      definition,
    }));
    const all = shared.map((object) => statement({ object }));
    const orders = Array.from({ length: 24 }, (_, turn) =>
      turn % 2 ? all.toReversed() : [...all.slice(turn % 20), ...all.slice(0, turn % 20)],
    );
    const stored = await Promise.all(orders.map((order) => store.post(order)));
    expect(stored.map((ids) => ids.length)).toEqual(orders.map(() => 20));
    const found = await store.find({ activity: shared[0]!.id });
    expect(found).toEqual([all[0]!.id]);
  });

  test('a batch that others would wait for too long is refused', async () => {
    const many = Array.from({ length: 1_001 }, () => statement());
    expect(await refusalOf(postTo(store.client, many))).toBe('413 BODY_TOO_LARGE');
    expect(await store.post(many.slice(1))).toHaveLength(1_000);
  });

  test('so is a statement that names too many, and a batch that does', async () => {
    const naming = (count: number) => {
      const other = Array.from({ length: count }, (_, index) => ({
        id: `https://t.example/${index}`,
      }));
      // With its actor and its object.
      return statement({ context: { contextActivities: { other } } });
    };
    expect(await refusalOf(postTo(store.client, naming(255)))).toBe('400 BODY_INVALID');
    expect(await store.post(naming(254))).toHaveLength(1);
    const many = Array.from({ length: 79 }, () => naming(254));
    expect(await refusalOf(postTo(store.client, many))).toBe('413 BODY_TOO_LARGE');
    expect(await store.post(many.slice(1))).toHaveLength(78);
  });

  test('an empty batch stores nothing', async () => {
    expect(await store.post([])).toEqual([]);
  });
});

describe('what is refused says where and why', () => {
  test.each([
    ['no JSON', '{', 'application/json', '400 REQUEST_INVALID'],
    ['nothing', '', 'application/json', '400 BODY_INVALID'],
    ['no object', '5', 'application/json', '400 BODY_INVALID'],
    ['a member twice', '{"id":1,"id":2}', 'application/json', '400 REQUEST_INVALID'],
    ['another media type', JSON.stringify(statement()), 'text/plain', '400 BODY_INVALID'],
    ['a form', JSON.stringify(statement()), 'multipart/form-data; boundary=x', '400 BODY_INVALID'],
    ['no UTF-8', Uint8Array.from([0x7b, 0xff, 0x7d]), 'application/json', '400 REQUEST_INVALID'],
    [
      'NUL',
      JSON.stringify(statement({ result: { response: 'a\0b' } })),
      'application/json',
      '400 REQUEST_INVALID',
    ],
    ['brackets', '['.repeat(100_000), 'application/json', '400 REQUEST_INVALID'],
    [
      'too much',
      JSON.stringify(statement({ result: { response: 'x'.repeat(300_000) } })),
      'application/json',
      '413 BODY_TOO_LARGE',
    ],
  ])('%s', async (_name, body, type, refusal) => {
    const headers = { 'Content-Type': type };
    const refused = store.client(`${base}/statements`, { method: 'POST', headers, body });
    expect(await refusalOf(refused)).toBe(refusal);
  });

  test('a statement by its place and its member', async () => {
    const response = await postTo(store.client, [
      statement(),
      statement({ actor: { mbox: 'mia' } }),
    ]);
    const { result_messages } = (await response.json()) as { result_messages: [{ text: string }] };
    expect(response.status).toBe(400);
    expect(result_messages[0].text).toMatch(/^statements\[1\]\.actor\.mbox: /);
  });

  const faultsOf = async (response: Response) => {
    const { result_messages } = (await response.json()) as { result_messages: { text: string }[] };
    return [response.status, ...result_messages.map(({ text }) => text.split(/:? /, 1)[0])];
  };
  const tooLarge = () => statement({ result: { response: 'x'.repeat(300_000) } });

  test('each statement of a batch that is wrong', async () => {
    const malformed = statement({ actor: { mbox: 'mia' } });
    const repeated = statement();
    const batch = [malformed, statement(), tooLarge(), repeated, statement({ foo: 1 }), repeated];
    expect(await faultsOf(await postTo(store.client, batch))).toEqual([
      400,
      'statements[0].actor.mbox',
      'statements[2]',
      'statements[4].foo',
      'statements[5].id',
    ]);
    const large = await postTo(store.client, [tooLarge(), malformed]);
    expect(await faultsOf(large)).toEqual([413, 'statements[0]', 'statements[1].actor.mbox']);
  });

  test('each id under which there is another statement', async () => {
    const [a, b, c] = [statement(), statement(), statement()];
    await store.post([a, b]);
    const others = [a, c, b].map((posted) => ({ ...posted, result: { response: 'other' } }));
    const refused = await postTo(store.client, others);
    const { result_messages } = (await refused.json()) as { result_messages: { text: string }[] };
    expect([refused.status, ...result_messages.map(({ text }) => text)]).toEqual([
      409,
      ...[a, b].map(({ id }) => `Another statement has the id ${id}.`),
    ]);
  });

  test('a PUT without id, with two ids, or of a list', async () => {
    const given = statement();
    const send = (parameters: Record<string, string>, body: object) =>
      store.client(`${base}/statements`, {
        method: 'PUT',
        parameters,
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
    expect(await refusalOf(send({}, given))).toBe('400 PARAMETER_INVALID');
    expect(await refusalOf(send({ statementId: randomUUID() }, given))).toBe('400 BODY_INVALID');
    expect(await refusalOf(send({ statementId: given.id }, [given]))).toBe('400 BODY_INVALID');
    expect(await refusalOf(send({ statementId: given.id, verb: 'urn:x' }, given))).toBe(
      '400 PARAMETER_INVALID',
    );
    expect((await send({ statementId: given.id }, { ...given, id: undefined })).status).toBe(204);
  });
});
