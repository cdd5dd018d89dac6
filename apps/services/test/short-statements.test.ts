import { createTestDatabase } from '@lectern/env/testing';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { openPool, shortReadsOn } from '../src/storage/database.ts';
import { isDatabaseUnavailable } from '../src/storage/database-errors.ts';
import type { Connections } from '../src/storage/connections.ts';
import { parameter, prepareShort } from '../src/storage/prepared.ts';

let pool: Connections;
let url: string;
/** Gives the number back, with the connection that it came over; 0 is refused by the database. */
let ask: (values: readonly number[]) => Promise<{ given: number; pid: number }[]>;

beforeEach(async () => {
  url = await createTestDatabase(inject('databaseUrl'));
  pool = openPool(url);
  ask = prepareShort(
    pool,
    'give-back',
    sql`select ${parameter(1, 'integer')} + 0 / ${parameter(1, 'integer')} as given, pg_backend_pid() as pid`,
  );
});
afterEach(() => pool.end());

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const askAll = (count: number) =>
  Promise.all(numbers(count).map(async (number) => (await ask([number]))[0]!));

test('many at once share few connections, and each gets its own answer', async () => {
  const answers = await askAll(100);
  expect(answers.map(({ given }) => given)).toEqual(numbers(100));
  expect(new Set(answers.map(({ pid }) => pid)).size).toBeLessThanOrEqual(4);
  expect(pool.totalCount).toBe(0);
});

test('more than they can take use connections of their own', async () => {
  const answers = await askAll(200);
  expect(answers.map(({ given }) => given)).toEqual(numbers(200));
  expect(pool.totalCount).toBeGreaterThan(0);
});

test('one that fails concerns no other', async () => {
  const settled = await Promise.allSettled([1, 0, 2, 0, 3].map((number) => ask([number])));
  expect(settled.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'rejected',
    'fulfilled',
  ]);
});

test('a connection that the database ends is replaced', async () => {
  const [first] = await ask([1]);
  const slow = prepareShort(pool, 'slow', sql`select pg_sleep(${parameter(1, 'integer')})`);
  const underWay = slow([20]).catch((error: unknown) => error);
  await pool.query('select pg_terminate_backend(pid) from pg_stat_activity where pid = $1', [
    first!.pid,
  ]);
  expect(isDatabaseUnavailable(await underWay)).toBe(true);
  const [again] = await ask([2]);
  expect(again!.given).toBe(2);
  expect(again!.pid).not.toBe(first!.pid);
});

test('a database that is not there is said to be away, and found again', async () => {
  const away = openPool('postgres://nobody@127.0.0.1:1/none');
  const question = prepareShort(away, 'question', sql`select 1`);
  expect(isDatabaseUnavailable(await question([]).catch((error: unknown) => error))).toBe(true);
  expect(isDatabaseUnavailable(await question([]).catch((error: unknown) => error))).toBe(true);
  await away.end();
});

test('a connection that is given up is closed', async () => {
  const [first] = await ask([1]);
  const circular: Record<string, unknown> = {};
  circular['self'] = circular;
  // Refused on this side, in the middle of what a connection says to the database.
  const unsayable = prepareShort(pool, 'unsayable', sql`select ${parameter(1, 'jsonb')}`);
  await expect(unsayable([circular])).rejects.toThrow('circular');
  const openOnes = () => pool.query('select from pg_stat_activity where pid = $1', [first!.pid]);
  await expect.poll(async () => (await openOnes()).rowCount).toBe(0);
  expect((await ask([2]))[0]!.given).toBe(2);
});

test('with the pool they end', async () => {
  const other = openPool(url);
  await prepareShort(other, 'nothing', sql`select 1`)([]);
  await other.end();
  const open = async () => {
    const { rowCount } = await pool.query(
      `select from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and state = 'idle'`,
    );
    return rowCount;
  };
  await expect.poll(open).toBe(0);
});

test('only reads are taken, and no transaction or setting, which others would be in', async () => {
  const reads = shortReadsOn(pool);
  await expect(reads.transaction().execute(async () => {})).rejects.toThrow('Not a read');
  for (const text of ['begin', 'commit', 'rollback', 'savepoint s', 'set work_mem = 1', 'listen l'])
    await expect(pool.queryShort({ text })).rejects.toThrow('Not a read');
  await pool.query('create table written ()');
  const change = 'with changed as (insert into written default values returning 1) select';
  const refused = await pool.queryShort({ text: change }).catch((error: unknown) => error);
  expect(refused).toMatchObject({ message: `Not a read: ${change}`, cause: { code: '25006' } });
  // A statement of ours is wrong; trying again would not help.
  expect(isDatabaseUnavailable(refused)).toBe(false);
  expect(await ask([1])).toMatchObject([{ given: 1 }]);
});

test('they are planned once, and on Citus as it can plan them', async () => {
  const planMode = sql<{ mode: string }>`select current_setting('plan_cache_mode') as mode`;
  expect((await planMode.execute(shortReadsOn(pool))).rows).toEqual([
    { mode: 'force_generic_plan' },
  ]);
  await pool.query(`create function citus_version() returns text language sql return 'Citus'`);
  const other = openPool(url);
  const { rows } = await planMode.execute(shortReadsOn(other));
  await other.end();
  expect(rows).toEqual([{ mode: 'auto' }]);
});

test('a coordinator that has lost a machine under a statement cannot answer now', () => {
  const failure = (message: string) => Object.assign(new Error(message), { code: 'XX000' });
  expect(isDatabaseUnavailable(failure('SSL SYSCALL error: EOF detected'))).toBe(true);
  expect(isDatabaseUnavailable(failure('server closed the connection unexpectedly'))).toBe(true);
  expect(isDatabaseUnavailable(failure('cache lookup failed for type 1'))).toBe(false);
});
