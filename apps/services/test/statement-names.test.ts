import { createTestDatabase } from '@lectern/env/testing';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { makeBeforeEach } from './platform.ts';
import { openPool } from '../src/storage/database.ts';

/* Statements that come again are planned once a connection. */

const pool = makeBeforeEach(async () => openPool(await createTestDatabase(inject('databaseUrl'))));
beforeEach(async () => {
  await pool.query('create table public.pond (frogs integer)');
  await pool.query('insert into public.pond values (3)');
});
afterEach(() => pool.end());

/** One after the other: all over the same connection. */
async function ask(text: string, times: number): Promise<readonly unknown[]> {
  const answers = [];
  for (let time = 0; time < times; time++) answers.push((await pool.query(text, [1])).rows[0]);
  return answers;
}

async function planned(text: string): Promise<number> {
  const { rows } = await pool.query('select statement from pg_prepared_statements');
  return rows.filter(({ statement }) => statement === text).length;
}

test.for(['pool', 'transaction'])('once it has come five times, over a %s', async (way) => {
  const text = `select frogs + $1 as frogs /* ${way} */ from public.pond`;
  expect(await ask(text, 4)).toContainEqual({ frogs: 4 });
  expect(await planned(text)).toBe(0);
  if (way === 'transaction') {
    const connection = await pool.connect();
    await connection.query({ text, values: [2] });
    connection.release();
  } else await ask(text, 1);
  expect(await planned(text)).toBe(1);
  expect(await ask(text, 2)).toEqual([{ frogs: 4 }, { frogs: 4 }]);
});

test('each with the values that it comes with', async () => {
  const text = 'select frogs * $1 as frogs from public.pond';
  const answers = [];
  for (let times = 0; times < 20; times++)
    answers.push((await pool.query(text, [times])).rows[0].frogs);
  expect(answers).toEqual(Array.from({ length: 20 }, (_, times) => 3 * times));
});

test('not with all columns of a table, since a migration may add one', async () => {
  const text = 'select pond.*, $1::integer from public.pond';
  await ask(text, 10);
  expect(await planned(text)).toBe(0);
  await pool.query('alter table public.pond add toads integer');
  expect(await ask(text, 1)).toEqual([{ frogs: 3, toads: null, int4: 1 }]);
});

test('with all columns of a subquery that are none of its result', async () => {
  const text =
    'select frogs + $1 as frogs from (select pond.* from (select * from public.pond) pond) inner_pond';
  await ask(text, 5);
  expect(await planned(text)).toBe(1);
  await pool.query('alter table public.pond add toads integer');
  expect(await ask(text, 1)).toEqual([{ frogs: 4 }]);
});

test('an insert of rows of its table, by named columns, without a result', async () => {
  const text = `insert into public.pond (frogs) select given.* from (
    select frogs from json_populate_record(null::public.pond, json_build_object('frogs', $1::integer))
  ) given`;
  await ask(text, 5);
  expect(await planned(text)).toBe(1);
  await pool.query('alter table public.pond add toads integer');
  await ask(text, 1);
  const returning = `${text} returning pond.*`;
  await ask(returning, 10);
  expect(await planned(returning)).toBe(0);
});

test('a result that a migration has changed costs one request a connection', async () => {
  const text = 'select frogs from public.pond where frogs > $1';
  await ask(text, 6);
  await pool.query('alter table public.pond alter frogs type text');
  const changed = 'select frogs from public.pond where frogs > $1';
  await expect(ask(changed, 1)).rejects.toThrow();
  expect(await ask(changed, 1)).toEqual([{ frogs: '3' }]);
});
