import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createNetworkRule } from '../../../src/http/network-rule.ts';
import { createKey } from '../../../src/learning-records/access/api-keys.ts';
import {
  startForwarding,
  type ForwardingOptions,
} from '../../../src/learning-records/forwarding/forwarding.ts';
import type { ForwardingTarget } from '../../../src/learning-records/forwarding/target.ts';
import { runIn } from '../../commands/commands.ts';
import { startTestPlatform, type TestPlatform } from '../../platform.ts';
import { attachmentOf, bodyWith, statementOf, voidingOf } from '../statement-samples.ts';
import { base, clientOf, keyWith, type Client, type Sent } from '../xapi/requests.ts';
import { startHostileStore, type HostileStore } from './hostile-store.ts';

const patient = { timeout: 20_000, interval: 20 };
const quick = { pollInMs: 20, pauseInMs: 20, longestPauseInMs: 60, timeoutInMs: 400 };

let platform: TestPlatform;
let store: Client;
let hostile: HostileStore;
let run: (...args: string[]) => ReturnType<typeof runIn>;

beforeAll(async () => {
  platform = await startTestPlatform();
  store = clientOf(platform, await keyWith(platform, 'all'));
  run = (...args) => runIn({ DATABASE_URL: platform.databaseUrl }, ...args);
});
afterAll(() => platform.close());

let names = 0;
let name: string;
beforeEach(async () => {
  name = `target-${++names}`;
  hostile = await startHostileStore();
  onTestFinished(() => hostile.close());
});

async function post(statements: readonly object[], sent: Partial<Sent> = {}): Promise<void> {
  const headers = { 'Content-Type': 'application/json', ...sent.headers };
  const body = sent.body ?? JSON.stringify(statements);
  const answer = await store(`${base}/statements`, { method: 'POST', headers, body });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
}

async function postMany(count: number): Promise<string[]> {
  const statements = Array.from({ length: count }, () => statementOf());
  await post(statements);
  return statements.map(({ id }) => id);
}

/** A process of the services, as far as it forwards. */
async function forwardTo(
  target: Partial<ForwardingTarget> = {},
  options: Partial<ForwardingOptions> = {},
): Promise<{ stop(): Promise<void> }> {
  const { networks = ['127.0.0.0/8'] } = options;
  const process = await startForwarding(
    {
      ...quick,
      ...options,
      targets: [
        { name, endpoint: hostile.endpoint, key: 'k', secret: 's', from: 'now', ...target },
      ],
    },
    {
      databaseUrl: platform.databaseUrl,
      rule: createNetworkRule(networks),
      log: { error: () => {} },
    },
  );
  let stopped: Promise<void> | undefined;
  const stop = () => (stopped ??= process.stop());
  onTestFinished(stop);
  return { stop };
}

const stateOf = () =>
  platform.database
    .selectFrom('lars.forwardings')
    .selectAll()
    .where('target', '=', name)
    .executeTakeFirstOrThrow();
const failuresOf = () =>
  platform.database
    .selectFrom('lars.forwarding_failures')
    .selectAll()
    .where('target', '=', name)
    .orderBy('sequence')
    .execute();
const isUpToDate = async () => {
  const { rows } = await sql<{ is: boolean }>`
    select position >= (select max(sequence) from lars.statements) as is
    from lars.forwardings where target = ${name}
  `.execute(platform.database);
  return rows[0]?.is;
};

describe('to another store', () => {
  test('everything that is stored arrives, with what is attached, voided, and said by whom', async () => {
    const other = await startTestPlatform({}, {});
    onTestFinished(() => other.close());
    const voided = statementOf();
    const attached = statementOf({ attachments: [attachmentOf('Wasser')] });
    await post([statementOf(), voided]);
    await post([], bodyWith([attached], 'Wasser'));
    await post([voidingOf(voided.id)]);
    const { subject } = await platform.identityProvider.signIn('mia').then(async (mia) => {
      const statement = { verb: { id: 'http://v.example/did' }, object: { id: 'urn:lectern:1' } };
      await platform.as('lars', mia).dataPut({
        body: { subject: mia.subject, put_dto: { dto_id: 'd', statement } },
      });
      return mia;
    });

    const { key, secret } = await createKey(other.database, { title: 'From', scopes: ['all'] });
    const target = { endpoint: `${other.url}${base}/`, key, secret, from: 'beginning' } as const;
    await forwardTo(target, { timeoutInMs: 20_000 });
    await expect.poll(isUpToDate, patient).toBe(true);
    expect(await failuresOf()).toEqual([]);

    const kept = async ({ database }: TestPlatform) => {
      const { rows } = await sql<{ statement: Record<string, unknown>; is_voided: boolean }>`
        select statement::jsonb - 'authority' - 'version' as statement, is_voided
        from lars.statements order by sequence
      `.execute(database);
      return rows;
    };
    expect(await kept(other)).toEqual(await kept(platform));
    expect(JSON.stringify(await kept(other))).toContain(subject);
    const { rows } =
      await sql`select convert_from(content, 'UTF8') as text from lars.attachments`.execute(
        other.database,
      );
    expect(rows).toEqual([{ text: 'Wasser' }]);

    const [late] = await postMany(1);
    const found = () =>
      clientOf(other, `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`)(
        `${base}/statements`,
        { parameters: { statementId: late! } },
      );
    await expect.poll(async () => (await found()).status, patient).toBe(200);
  });

  test('statements go out as they are, in their order, with credentials and version', async () => {
    await forwardTo({ version: '2.0.0' });
    const ids = await postMany(3);
    await expect.poll(() => hostile.kept, patient).toEqual(ids);
    const [first] = hostile.sendings;
    expect(first!.headers).toMatchObject({
      authorization: `Basic ${Buffer.from('k:s').toString('base64')}`,
      'x-experience-api-version': '2.0.0',
    });
    expect(first!.statements[0]).toHaveProperty('authority');
    expect(hostile.requests[0]).toEqual({ method: 'POST', url: '/xapi/statements' });
  });

  test('only what it wants, and what takes that back', async () => {
    await forwardTo({ verbs: ['http://v.example/'], activities: ['https://a.example/'] });
    const object = { id: 'https://a.example/1' };
    const wanted = statementOf({ verb: { id: 'http://v.example/did' }, object });
    const others = [
      statementOf({ verb: { id: 'http://w.example/did' }, object }),
      statementOf({ verb: { id: 'http://v.example/did' } }),
    ];
    const voiding = voidingOf(wanted.id);
    await post([wanted, ...others]);
    await post([voiding, voidingOf(others[0]!.id)]);
    await expect.poll(isUpToDate, patient).toBe(true);
    expect(hostile.kept).toEqual([wanted.id, voiding.id]);
  });

  test('a new target begins where its setting says, and goes on there later', async () => {
    const [before] = await postMany(1);
    const { stop } = await forwardTo({ from: 'now' });
    const [first] = await postMany(1);
    await expect.poll(() => hostile.kept, patient).toEqual([first]);
    await stop();
    const [second] = await postMany(1);
    await forwardTo({ from: 'now' });
    await expect.poll(() => hostile.kept, patient).toEqual([first, second]);
    expect(hostile.kept).not.toContain(before);
  });

  test('several processes send each statement once, as long as none of them dies', async () => {
    await Promise.all([forwardTo(), forwardTo(), forwardTo()]);
    const ids: string[] = [];
    for (let round = 0; round < 10; round++) ids.push(...(await postMany(3)));
    await expect.poll(isUpToDate, patient).toBe(true);
    expect(hostile.kept).toEqual(ids);
  });
});

describe('a store that cannot take anything now', () => {
  test.each<[string, Parameters<HostileStore['answer']>[0], string]>([
    ['is broken', (response) => response.writeHead(500).end(), 'answered with status 500'],
    ['wants other credentials', (response) => response.writeHead(401).end(), 'with status 401'],
    ['hangs', () => {}, 'did not answer within 0.4 s'],
    ['resets', (response) => response.socket?.resetAndDestroy(), 'could not be reached'],
    ['is no record store', (response) => response.end('<html>'), 'but not with the ids'],
    [
      'leads elsewhere',
      (response) => response.writeHead(307, { Location: '/inside' }).end(),
      'answered with status 307',
    ],
  ])('that %s is tried again, and nothing is lost', async (_what, by, reason) => {
    let isWell = false;
    hostile.answer((response, sending) => (isWell ? hostile.keep : by)(response, sending));
    await forwardTo();
    const ids = await postMany(3);
    await expect.poll(async () => (await stateOf()).attempts, patient).toBeGreaterThan(1);
    expect((await stateOf()).last_failure).toContain(reason);
    const { output } = await run('forwarding');
    expect(output).toMatch(new RegExp(`^${name}  at \\d+  3 behind  0 refused  .*${reason}`, 'm'));
    isWell = true;
    await expect.poll(isUpToDate, patient).toBe(true);
    expect(hostile.kept).toEqual(ids);
    expect(new Set(hostile.requests.map(({ url }) => url))).toEqual(new Set(['/xapi/statements']));
    expect(await stateOf()).toMatchObject({ attempts: 0, next_attempt_at: null });
    expect(await failuresOf()).toEqual([]);
  });

  test('who stops does not wait for it, and counts no attempt', async () => {
    hostile.answer(() => {});
    const { stop } = await forwardTo({}, { timeoutInMs: 60_000 });
    await postMany(1);
    await expect.poll(() => hostile.sendings.length, patient).toBe(1);
    await stop();
    expect(await stateOf()).toMatchObject({ attempts: 0, last_failure: null });
  });

  test('it is left alone for as long as it wants, or until somebody says otherwise', async () => {
    hostile.answer((response) => response.writeHead(429, { 'Retry-After': '120' }).end());
    await forwardTo();
    const ids = await postMany(1);
    const pause = async () => {
      const { next_attempt_at, last_failure_at } = await stateOf();
      return next_attempt_at && next_attempt_at.getTime() - last_failure_at!.getTime();
    };
    await expect.poll(pause, patient).toBeGreaterThan(119_000);
    expect(hostile.sendings).toHaveLength(1);
    hostile.answer(hostile.keep);
    expect(await run('forwarding', 'retry', name)).toMatchObject({ code: 0 });
    await expect.poll(() => hostile.kept, patient).toEqual(ids);
  });

  test.each(['http://127.0.0.1:1/xapi', 'http://localhost:1/xapi', 'http://[::1]:1/xapi'])(
    'an address in a closed network is never asked: %s',
    async (endpoint) => {
      await forwardTo({ endpoint }, { networks: [] });
      await postMany(1);
      await expect
        .poll(async () => (await stateOf()).last_failure, patient)
        .toContain('in a network that may not be asked');
    },
  );
});

describe('a statement that a store does not take', () => {
  const refuse = (id: string | undefined, status = 400) =>
    hostile.answer((response, sending) => {
      if (!sending.statements.some((one) => one.id === id)) return hostile.keep(response, sending);
      response.writeHead(status).end('{"error":\n "no such\u0000 verb"}');
    });

  test('is found among fifty, set aside with the reason, and the others arrive', async () => {
    const { stop } = await forwardTo();
    await stop();
    const ids = await postMany(50);
    refuse(ids[17]);
    await forwardTo();
    await expect.poll(isUpToDate, patient).toBe(true);
    expect(hostile.kept).toEqual(ids.filter((id) => id !== ids[17]));
    expect(await failuresOf()).toMatchObject([
      { statement_id: ids[17], status: 400, answer: '{"error": "no such verb"}' },
    ]);
    const { output } = await run('forwarding', 'failures', name);
    expect(output).toMatch(
      new RegExp(`^${ids[17]}  status 400  \\S+  {"error": "no such verb"}\n$`),
    );

    // Sent again in vain, and then not.
    expect((await run('forwarding', 'retry', name)).output).toBe('1 statement is sent again.\n');
    const waiting = async () => (await failuresOf()).filter(({ is_waiting }) => is_waiting).length;
    await expect.poll(waiting, patient).toBe(0);
    expect(await failuresOf()).toHaveLength(1);
    hostile.answer(hostile.keep);
    await run('forwarding', 'retry', name);
    await expect.poll(failuresOf, patient).toEqual([]);
    expect(hostile.kept.at(-1)).toBe(ids[17]);
    expect(await stateOf()).toMatchObject({ attempts: 0 });
  });

  test.each<[string, (known: object | undefined) => [number, (object | undefined)?], number]>([
    ['has it already', (known) => [200, known], 0],
    [
      'has another one of its id',
      (known) => [200, { ...known, verb: { id: 'http://o.example' } }],
      1,
    ],
    ['has none of its id', () => [404], 1],
    ['lets nobody read', () => [403], 0],
  ])('with 409, and %s', async (_what, reading, failures) => {
    hostile.answer((response) => response.writeHead(409).end('Conflict'));
    hostile.answerReading((response) => {
      const [status, body] = reading(hostile.sendings.at(-1)?.statements[0]);
      response.writeHead(status).end(JSON.stringify(body));
    });
    await forwardTo();
    await postMany(1);
    await expect.poll(isUpToDate, patient).toBe(true);
    expect(await failuresOf()).toHaveLength(failures);
  });

  test('one that is erased while it is refused leaves nothing', async () => {
    const [id] = await postMany(1);
    const erased = sql`delete from lars.statement_ids where statement_id = ${id}`;
    hostile.answer((response) => {
      void erased.execute(platform.database).then(() => response.writeHead(400).end('no'));
    });
    await sql`insert into lars.forwardings (target, position)
      select ${name}, sequence - 1 from lars.statement_ids where statement_id = ${id}`.execute(
      platform.database,
    );
    await forwardTo();
    await expect.poll(isUpToDate, patient).toBe(true);
    expect(await failuresOf()).toEqual([]);
  });

  test('one that was erased is not sent again', async () => {
    await forwardTo();
    const ids = await postMany(1);
    refuse(ids[0]);
    await expect.poll(async () => (await failuresOf()).length, patient).toBe(1);
    await sql`delete from lars.statement_ids where statement_id = ${ids[0]}`.execute(
      platform.database,
    );
    await run('forwarding', 'retry', name);
    await expect.poll(failuresOf, patient).toEqual([]);
  });
});

test('there is nothing to say of a target that there is not', async () => {
  expect(await run('forwarding', 'retry', 'nobody')).toMatchObject({ code: 1, output: '' });
  expect(await run('forwarding', 'retry')).toMatchObject({ code: 2, output: '' });
  expect(await run('forwarding', 'forget', 'nobody')).toMatchObject({ code: 2, output: '' });
});
