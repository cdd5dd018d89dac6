import { createTestDatabase } from '@lectern/env/testing';
import { sql } from 'kysely';
import { beforeEach, expect, inject, onTestFinished, test, vi } from 'vitest';
import { announce, listenToAnnouncements } from '../src/authorization/announcements.ts';
import { createPlatform } from '../src/index.ts';
import { startJobs } from '../src/jobs/jobs.ts';
import { startOperations } from '../src/operations/operations.ts';
import { ConnectionMonitor, MonitoredClient } from '../src/storage/connection-monitor.ts';
import { Connections } from '../src/storage/connections.ts';
import { databaseOn, openDatabase, openPool } from '../src/storage/database.ts';
import { isDatabaseUnavailable } from '../src/storage/database-errors.ts';
import { migrate } from '../src/storage/migrate.ts';
import { countWaiting } from './lock-items.ts';
import { clientsAt, quickJobs, startTestPlatform } from './platform.ts';
import { startSilentProxy } from './silent-proxy.ts';
import { someModel } from './some-model.ts';

/** An interval that nothing else has, by which the monitors' own are known. */
const tickInMs = 51;
/** After how many of them a connection is asked about that owes an answer. */
const silentTicks = 5;
let ticks: (() => void)[];
/** Time passes for monitors. Before and after what is tested none does: on a busy machine all would seem silent. */
const tick = () => ticks.forEach((pass) => pass());
beforeEach(() => {
  ticks = [];
  const { setInterval } = globalThis;
  const intercepted = (pass: () => void, inMs?: number) => {
    if (inMs !== tickInMs) return setInterval(pass, inMs);
    ticks.push(pass);
    return setInterval(() => {}, 3_600_000);
  };
  vi.spyOn(globalThis, 'setInterval').mockImplementation(intercepted);
});

/** Lets time pass until the work ends. */
async function passing<Result>(work: PromiseLike<Result>): Promise<Result> {
  const timer = setInterval(tick, 50);
  try {
    return await work;
  } finally {
    clearInterval(timer);
  }
}

async function silentDatabase() {
  const directUrl = await createTestDatabase(inject('databaseUrl'));
  const proxy = await startSilentProxy(directUrl);
  const monitor = new ConnectionMonitor(proxy.over(directUrl), tickInMs);
  onTestFinished(() => monitor.close());
  const direct = openDatabase(directUrl);
  onTestFinished(() => direct.destroy());
  return { ...proxy, directUrl, direct, monitor };
}
const outcome = (work: Promise<unknown>) => work.then(() => 'done', isDatabaseUnavailable);

test('requests fail in time, and the next ones work', async () => {
  const { monitor, silence } = await silentDatabase();
  const pool = openPool(monitor);
  onTestFinished(() => pool.end());
  const ask = () => [pool.query('select 1'), pool.queryShort({ text: 'select 1' })];
  // As many as are held at once, so that none is opened later.
  await Promise.all(Array.from({ length: 20 }, () => pool.query('select pg_sleep(0.05)')));
  await Promise.all(ask());
  silence();
  const asked = Array.from({ length: 20 }, () => ask().map(outcome)).flat();
  const outcomes = await passing(Promise.all(asked));
  expect(outcomes).not.toContain(false);
  expect(outcomes).toContain(true);
  await expect(Promise.all(ask())).resolves.toBeDefined();
});

test('so does a transaction, whose connection is thrown away', async () => {
  const { monitor, silence } = await silentDatabase();
  const database = databaseOn(openPool(monitor, 1));
  onTestFinished(() => database.destroy());
  const lost = database.transaction().execute(async (transaction) => {
    await sql`select 1`.execute(transaction);
    silence();
    await sql`select 2`.execute(transaction);
  });
  expect(await passing(outcome(lost))).toBe(true);
  await expect(sql`select 3`.execute(database)).resolves.toBeDefined();
});

test.each([0, 1])(
  'a statement that the database works on for long goes on, also where %i looks are lost',
  async (lostLooks) => {
    const { monitor, direct, silenceNew } = await silentDatabase();
    const database = databaseOn(new Connections(monitor, { name: 'long', maximum: 1 }));
    onTestFinished(() => database.destroy());
    const lock = sql`select pg_advisory_xact_lock(1)`;
    await sql`select 1`.execute(database);
    const working = await direct.transaction().execute(async (transaction) => {
      await lock.execute(transaction);
      const statement = lock.execute(database);
      await expect.poll(() => countWaiting(direct)).toBe(1);
      for (let passed = 0; passed < silentTicks; passed++) tick();
      if (lostLooks > 0) {
        // The next connection is the monitor's own.
        silenceNew(lostLooks);
        const lost = monitor.state();
        tick();
        await passing(lost);
      }
      for (let passed = 0; passed < silentTicks; passed++) {
        tick();
        // Looks that arrive are waited for, however long they take here.
        await monitor.state();
      }
      return { statement };
    });
    await expect(working.statement).resolves.toBeDefined();
  },
);

test('probes of /ready delay no verdict', async () => {
  const { monitor, silence, silenceNew } = await silentDatabase();
  const client = new MonitoredClient(monitor.config({ name: 'probed' }));
  await client.connect();
  silence();
  silenceNew(Infinity);
  let passed = 0;
  ticks.push(() => {
    passed++;
    for (let probe = 0; probe < 3; probe++) void monitor.state();
  });
  expect(await passing(outcome(client.query('select 1')))).toBe(true);
  expect(passed).toBeLessThanOrEqual(15);
});

test('the server ends what a client that is gone has begun', async () => {
  const { monitor } = await silentDatabase();
  const pool = openPool(monitor);
  onTestFinished(() => pool.end());
  const { rows } = await pool.query(`
    select current_setting('statement_timeout') as statement,
      current_setting('idle_in_transaction_session_timeout') as idle
  `);
  expect(rows).toEqual([{ statement: '10s', idle: '90s' }]);
});

test('a migration ends in time', async () => {
  const { monitor, directUrl, direct, silence } = await silentDatabase();
  await migrate(directUrl);
  await sql`delete from platform.kysely_migration where name = (select max(name) from platform.kysely_migration)`.execute(
    direct,
  );
  // It waits for the table, and the answer is lost.
  const lost = await direct.transaction().execute(async (transaction) => {
    await sql`lock table platform.kysely_migration`.execute(transaction);
    const migrating = outcome(migrate(monitor));
    // Over another connection: within a transaction, the activity is that of its first look.
    const isWaiting = async () =>
      (
        await sql`
          select from pg_stat_activity
          where application_name = 'lectern-migrations' and wait_event_type = 'Lock'
        `.execute(direct)
      ).rows.length;
    await vi.waitUntil(isWaiting);
    silence();
    return { migrating };
  });
  expect(await passing(lost.migrating)).toBe(true);
});

test('jobs go on', async () => {
  const { monitor, direct, silence } = await silentDatabase();
  const jobs = await startJobs(monitor, () => {}, quickJobs);
  onTestFinished(() => passing(jobs.stop()));
  const done: string[] = [];
  const queue = await jobs.define<{ readonly id: string }>({ name: 'test' });
  await queue.work(async ({ id }) => void done.push(id));
  const send = (id: string) =>
    direct.transaction().execute((transaction) => queue.send(transaction, { id }));
  await send('before');
  await expect.poll(() => done).toEqual(['before']);
  silence();
  await send('after');
  await passing(expect.poll(() => done).toEqual(['before', 'after']));
});

test('announcements are heard again', async () => {
  const { monitor, direct, silence } = await silentDatabase();
  const received: string[] = [];
  const listener = listenToAnnouncements(monitor, ({ kind }) => received.push(kind));
  onTestFinished(() => listener.close());
  const say = () => announce(direct, { kind: 'subjects', subjects: ['s'] });
  await expect.poll(async () => (await say(), received.at(-1))).toBe('subjects');
  silence();
  await passing(expect.poll(() => received.at(-1)).toBe('everybody'));
  await expect.poll(async () => (await say(), received.at(-1))).toBe('subjects');
});

test('a process answers 503, is not ready and shows its figures meanwhile, and then goes on', async () => {
  const platform = await startTestPlatform();
  onTestFinished(() => platform.close());
  const proxy = await startSilentProxy(platform.databaseUrl);
  const operations = await startOperations({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => operations.close());
  const server = await createPlatform({
    databaseUrl: proxy.over(platform.databaseUrl),
    databaseTickInMs: tickInMs,
    publicUrl: 'http://localhost',
    identityProvider: platform.identityProvider.servicesClient,
    jobs: quickJobs,
    operations,
  });
  const url = await server.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(async () => {
    await server.drain(0);
    await server.close();
  });
  const people = await Promise.all(
    (['mia', 'ben', 'lea'] as const).map((name) => platform.identityProvider.signIn(name)),
  );
  const askAll = (count: number) =>
    Promise.all(
      Array.from({ length: count }, (_, index) =>
        clientsAt(url)('clag', people[index % people.length]!)
          .localStoreItemGetForModel({ body: someModel })
          .then(
            () => 200,
            (error: { status?: number }) => error.status,
          ),
      ),
    );
  const look = async (path: string) => (await fetch(operations.url + path)).status;
  expect(new Set(await askAll(24))).toEqual(new Set([200]));
  expect(await look('/ready')).toBe(200);
  proxy.silence();
  proxy.silenceNew(Infinity);
  const asked = askAll(40);
  expect(await passing(look('/ready'))).toBe(503);
  expect(await look('/metrics')).toBe(200);
  expect(new Set(await passing(asked))).toEqual(new Set([503]));
  proxy.silenceNew(0);
  await passing(expect.poll(() => look('/ready')).toBe(200));
  // Also those go that nobody asks anything.
  await passing(expect.poll(proxy.silentCount).toBe(0));
  // No time passes: a request that met a silent one would never end.
  await expect.poll(async () => new Set(await askAll(40))).toEqual(new Set([200]));
});

test('closing announcements does not wait for a silent database', async () => {
  const { monitor, direct, silence } = await silentDatabase();
  const heard = vi.fn<(announcement: unknown) => void>();
  const listening = listenToAnnouncements(monitor, heard);
  const tell = async () => {
    await announce(direct, { kind: 'everybody' });
    return heard.mock.calls.length;
  };
  await expect.poll(tell).toBeGreaterThan(0);
  silence();
  await expect(listening.close()).resolves.toBeUndefined();
});
