import { createTestDatabase } from '@lectern/env/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { openDatabase, type Database } from '../src/index.ts';
import { startJobs, type Jobs } from '../src/storage/jobs.ts';

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

function start(): Promise<Jobs> {
  return startJobs(databaseUrl, (error) => {
    throw error;
  });
}

async function send(queue: string, names: readonly string[]): Promise<void> {
  await jobs.prepare([queue]);
  for (const name of names) await jobs.send(database, queue, { name });
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
  await send('waiting', names);
  const done: string[] = [];
  let failures = 1;
  await jobs.work('waiting', async ({ name }) => {
    if (name === 'job-20' && failures-- > 0) throw new Error('This one fails once.');
    done.push(name!);
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
}, 30_000);

test('what fails for the last time is told once', async () => {
  await send('failing', ['early', 'last']);
  // As after all the attempts but one.
  await sql`
    update jobs.job set retry_limit = 0 where name = 'failing' and data->>'name' = 'last'
  `.execute(database);
  const givenUp: unknown[] = [];
  await jobs.work(
    'failing',
    ({ name }) => Promise.reject(new Error(name)),
    (error) => givenUp.push(error),
  );
  await vi.waitUntil(async () => {
    const rows = await statesIn('failing');
    const isRetried = rows.some(({ name, retry_count }) => name === 'early' && retry_count > 0);
    return isRetried && rows.some(({ name, state }) => name === 'last' && state === 'failed');
  }, 20_000);
  expect(givenUp).toEqual([new Error('last')]);
}, 30_000);

test('what is under way ends before the process does, and what waits is left to others', async () => {
  await send('under-way', ['first', 'second']);
  const stopping = await start();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  await stopping.work('under-way', () => {
    begin();
    return ended;
  });
  await begun;
  let hasStopped = false;
  const stopped = stopping.stop().then(() => (hasStopped = true));
  expect(await statesIn('under-way')).toMatchObject([{ state: 'active' }, { state: 'created' }]);
  expect(hasStopped).toBe(false);
  end();
  await stopped;
  expect(await statesIn('under-way')).toMatchObject([{ state: 'completed' }, { state: 'created' }]);
});
