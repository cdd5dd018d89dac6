import { once } from 'node:events';
import { createTestDatabase } from '@lectern/env/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { openDatabase, type Database } from '../../src/index.ts';
import { isDatabaseUnavailable } from '../../src/storage/database-errors.ts';
import {
  Interrupted,
  startJobs,
  type JobPolicy,
  type Jobs,
  type JobTimes,
} from '../../src/jobs/jobs.ts';

let databaseUrl: string;
let database: Database;
let jobs: Jobs;

beforeAll(async () => {
  databaseUrl = await createTestDatabase(inject('databaseUrl'));
  database = openDatabase(databaseUrl);
  jobs = await start();
});
afterAll(async () => {
  await jobs.stop();
  await database.destroy();
});

function start(times?: JobTimes): Promise<Jobs> {
  const onError = (error: unknown) => {
    throw error;
  };
  return startJobs(databaseUrl, onError, times);
}

interface Named {
  readonly name: string;
}

/** The queue of a definition, with a job for each name. */
async function queueWith(names: readonly string[], name: string, policy: JobPolicy<Named> = {}) {
  const queue = await jobs.define({ name, policy });
  for (const name of names) await queue.send(database, { name });
  return queue;
}

const statesIn = async (queue: string) => {
  const { rows } = await sql<{ name: string; state: string; retry_count: number }>`
    select data->>'name' as name, state::text, retry_count from jobs.job
    where name = ${queue} order by created_on
  `.execute(database);
  return rows;
};

test('what waits is worked without a pause in between, each job on its own', async () => {
  const names = Array.from({ length: 60 }, (_, index) => `job-${index}`);
  const queue = await queueWith(names, 'waiting');
  const done: string[] = [];
  let failures = 1;
  await queue.work(async ({ name }) => {
    if (name === 'job-20' && failures-- > 0) throw new Error('This one fails once.');
    done.push(name);
  });
  // With a pause of two seconds after each they would take two minutes.
  await expect.poll(() => done).toHaveLength(names.length);
  expect(done.toSorted()).toEqual(names.toSorted());
  // The jobs around it are not done twice; it alone comes once more.
  const isCompleted = async () =>
    (await statesIn('waiting')).every(({ state }) => state === 'completed');
  await expect.poll(isCompleted).toBe(true);
  const again = (await statesIn('waiting')).filter(({ retry_count }) => retry_count > 0);
  expect(again).toEqual([{ name: 'job-20', state: 'completed', retry_count: 1 }]);
});

test('a clock that is set back holds up no job', async () => {
  const own = await start({ pollingIntervalInSeconds: 0.5 });
  onTestFinished(() => own.stop());
  const queue = await own.define<Named>({ name: 'clock' });
  let now = Date.now();
  vi.spyOn(Date, 'now').mockImplementation(() => (now -= 60_000));
  const done: string[] = [];
  await queue.work(async ({ name }) => void done.push(name));
  for (const name of ['first', 'second']) {
    await queue.send(database, { name });
    await expect.poll(() => done).toContain(name);
  }
});

test('what fails for the last time is told once', async () => {
  const queue = await queueWith(['early', 'last'], 'failing');
  // As after all the attempts but one.
  await sql`
    update jobs.job set retry_limit = 0 where name = 'failing' and data->>'name' = 'last'
  `.execute(database);
  const givenUp: unknown[] = [];
  await queue.work(
    ({ name }) => Promise.reject(new Error(name)),
    (error) => givenUp.push(error),
  );
  await vi.waitUntil(async () => {
    const rows = await statesIn('failing');
    const isRetried = rows.some(({ name, retry_count }) => name === 'early' && retry_count > 0);
    return isRetried && rows.some(({ name, state }) => name === 'last' && state === 'failed');
  });
  expect(givenUp).toEqual([new Error('last')]);
});

test('what is under way ends before the process does, and what waits is left to others', async () => {
  await queueWith(['first', 'second'], 'under-way');
  const stopping = await start();
  const queue = await stopping.define<Named>({ name: 'under-way' });
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  let signal: AbortSignal | undefined;
  await queue.work((_, ofProcess) => {
    signal = ofProcess;
    begin();
    return ended;
  });
  await begun;
  let hasStopped = false;
  const stopped = stopping.stop().then(() => (hasStopped = true));
  expect(await statesIn('under-way')).toMatchObject([{ state: 'active' }, { state: 'created' }]);
  expect(hasStopped).toBe(false);
  expect(signal?.reason).toBeInstanceOf(Interrupted);
  end();
  await stopped;
  expect(await statesIn('under-way')).toMatchObject([{ state: 'completed' }, { state: 'created' }]);
});

test('a run whose time is over is told so', async () => {
  const queue = await queueWith(['long'], 'long', { longestRunInSeconds: 1 });
  const { promise: ended, resolve: end } = Promise.withResolvers<unknown>();
  await queue.work(async (_, signal) => {
    await once(signal, 'abort');
    end(signal.reason);
  });
  expect(await ended).not.toBeInstanceOf(Interrupted);
});

test('an outage of the database is told as one, also by workers', async () => {
  const url = await createTestDatabase(inject('databaseUrl'));
  const told: unknown[] = [];
  const away = await startJobs(url, (error) => told.push(error), { pollingIntervalInSeconds: 0.5 });
  onTestFinished(() => away.stop());
  await (await away.define<Named>({ name: 'away' })).work(async () => {});
  const name = new URL(url).pathname.slice(1);
  await sql`alter database ${sql.id(name)} allow_connections false`.execute(database);
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}
  `.execute(database);
  const ofWorkers = () => told.filter((error) => (error as { queue?: string }).queue === 'away');
  await expect.poll(ofWorkers).not.toEqual([]);
  expect(told.filter((error) => !isDatabaseUnavailable(error))).toEqual([]);
});

test('jobs of one key share a lane, in the queues that older processes know', async () => {
  const keys = ['IAPROS1', 'SHOP-1', 'SHOP-3', 'SHOP-1'];
  const lanes = { count: 4, keyOf: ({ name }: Named) => name };
  const queue = await queueWith(keys, 'lanes', { lanes });
  const { rows } = await sql<{ lane: string }>`
    select name as lane from jobs.job where name like 'lanes-%' order by created_on
  `.execute(database);
  expect(rows.map(({ lane }) => lane)).toEqual(['lanes-3', 'lanes-2', 'lanes-1', 'lanes-2']);
  const done: string[] = [];
  await queue.work(async ({ name }) => void done.push(name));
  await expect.poll(() => done.toSorted()).toEqual(keys.toSorted());
});

describe('a job of each minute', () => {
  const ofEachMinute = { isOfEachMinute: true };

  test('waits once, and is sent by the schedule of any process', async () => {
    const queue = await queueWith(['one', 'two', 'three'], 'minute', ofEachMinute);
    expect(await statesIn('minute')).toMatchObject([{ name: 'one', state: 'created' }]);
    const runs: object[] = [];
    await queue.work(async (data) => void runs.push(data));
    await expect.poll(() => runs[0]).toEqual({ name: 'one' });
    const scheduling = await start({ scheduleIntervalInSeconds: 1 });
    onTestFinished(() => scheduling.stop());
    await expect.poll(() => runs).toContainEqual({});
    expect(runs).not.toContainEqual({ name: 'two' });
  });

  test('is not repeated where it fails, and one that is sent meanwhile follows', async () => {
    const queue = await queueWith(['fails'], 'minute-failing', ofEachMinute);
    const givenUp: unknown[] = [];
    const runs: string[] = [];
    await queue.work(
      async ({ name }) => {
        runs.push(name);
        if (name !== 'fails') return;
        // While it runs, another one may wait.
        await queue.send(database, { name: 'follows' });
        throw new Error(name);
      },
      (error) => givenUp.push(error),
    );
    await expect.poll(() => runs[0]).toBe('fails');
    // Where one of the schedule waits already, it stands for this one.
    await expect.poll(() => runs.length).toBeGreaterThan(1);
    expect(runs.filter((name) => name === 'fails')).toHaveLength(1);
    expect(givenUp).toEqual([new Error('fails')]);
  });
});

describe('a job of each night', () => {
  const ofEachNight = { isOfEachNight: true };
  const schedules = async (name: string) => {
    const { rows } = await sql`select cron from jobs.schedule where name = ${name}`.execute(
      database,
    );
    return rows;
  };

  test('does not run by day when it has waited for long, and is not repeated where it fails', async () => {
    const queue = await queueWith(['old'], 'night', ofEachNight);
    await sql`
      update jobs.job set created_on = created_on - interval '61 minutes' where name = 'night'
    `.execute(database);
    const givenUp: unknown[] = [];
    const runs: string[] = [];
    await queue.work(
      async ({ name }) => {
        runs.push(name);
        throw new Error(name);
      },
      (error) => givenUp.push(error),
    );
    await expect.poll(() => statesIn('night')).toMatchObject([{ name: 'old', state: 'completed' }]);
    await queue.send(database, { name: 'new' });
    await expect
      .poll(() => statesIn('night'))
      .toMatchObject([{ state: 'completed' }, { name: 'new', state: 'failed', retry_count: 0 }]);
    expect(runs).toEqual(['new']);
    expect(givenUp).toEqual([new Error('new')]);
  });

  test('comes no more once it is unscheduled, and what waits is gone', async () => {
    const queue = await queueWith(['waits'], 'ended', ofEachNight);
    const other = await start();
    onTestFinished(() => other.stop());
    const ended = await other.define({ name: 'ended', policy: ofEachNight });
    await ended.work(async () => {});
    expect(await schedules('ended')).toEqual([{ cron: '0 2 * * *' }]);
    await queue.send(database, { name: 'waits' });
    await jobs.unschedule({ name: 'ended' });
    await jobs.unschedule({ name: 'never-defined' });
    expect(await schedules('ended')).toEqual([]);
    expect((await statesIn('ended')).filter(({ state }) => state === 'created')).toEqual([]);
  });
});
