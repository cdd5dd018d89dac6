import { createTestDatabase } from '@lectern/env/testing';
import { sql } from 'kysely';
import { afterAll, expect, inject, test } from 'vitest';
import { makeBeforeAll } from './platform.ts';
import { openDatabase } from '../src/index.ts';
import { streamRows } from '../src/storage/row-stream.ts';

const database = makeBeforeAll(async () =>
  openDatabase(await createTestDatabase(inject('databaseUrl'))),
);
afterAll(() => database.destroy());

const rows = sql<{ row: number }>`select i as row from generate_series(1, 50) i`;

test('rows come in their order, few at once', async () => {
  const pieces = await database.transaction().execute(async (transaction) => {
    const pieces: (readonly unknown[])[] = [];
    for await (const piece of streamRows(transaction, rows)) pieces.push(piece);
    return pieces;
  });
  expect(pieces.flat()).toEqual(Array.from({ length: 50 }, (_, i) => i + 1));
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(20);
});

test('after one that was left before its end, another one can be read', async () => {
  const firsts = await database.transaction().execute(async (transaction) => {
    const firsts: unknown[] = [];
    for (const _ of [1, 2]) {
      for await (const [first] of streamRows(transaction, rows)) {
        firsts.push(first);
        break;
      }
    }
    return firsts;
  });
  expect(firsts).toEqual([1, 1]);
});

test('a query that fails on its way says why', async () => {
  const failing = sql<{ row: number }>`select 1 / (45 - i) as row from generate_series(1, 50) i`;
  const reading = database.transaction().execute(async (transaction) => {
    for await (const _ of streamRows(transaction, failing)) continue;
  });
  await expect(reading).rejects.toThrow('division by zero');
});
