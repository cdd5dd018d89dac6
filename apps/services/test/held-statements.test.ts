import { createTestDatabase } from '@lectern/env/testing';
import { sql, type Kysely } from 'kysely';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import {
  databaseOn,
  isDatabaseUnavailable,
  openPool,
  type Database,
} from '../src/storage/database.ts';
import { sendLater } from '../src/storage/send-later.ts';

/* Statements that wait for the next one of their transaction, on its one connection. */

let database: Database;
let other: Database;

beforeEach(async () => {
  const url = await createTestDatabase(inject('databaseUrl'));
  database = databaseOn(openPool(url, 1));
  other = databaseOn(openPool(url, 1));
  await sql`create table public.pond (frogs integer primary key)`.execute(database);
});
afterEach(() => Promise.all([database.destroy(), other.destroy()]));

const frogsIn = async (on: Kysely<never> | Database) => {
  const { rows } = await sql<{
    frogs: number;
  }>`select frogs from public.pond order by frogs`.execute(on);
  return rows.map(({ frogs }) => frogs);
};
const adding = (frogs: unknown) =>
  sql<{ frogs: number }>`insert into public.pond values (${frogs}) returning frogs`;
const failureOf = (work: (transaction: Database) => Promise<unknown>) =>
  database
    .transaction()
    .execute(work)
    .then(
      () => undefined,
      (error: Error) => error,
    );

test('go before the next one, which sees what they did', async () => {
  const seen = await database.transaction().execute(async (transaction) => {
    const first = await sendLater(transaction, adding(1));
    const second = await sendLater(transaction, adding(2));
    expect(await frogsIn(other)).toEqual([]);
    const found = await frogsIn(transaction);
    return [await first.rows, await second.rows, found];
  });
  expect(seen).toEqual([[{ frogs: 1 }], [{ frogs: 2 }], [1, 2]]);
  expect(await frogsIn(other)).toEqual([1, 2]);
});

test('go with the end of the transaction', async () => {
  await database.transaction().execute((transaction) => sendLater(transaction, adding(1)));
  expect(await frogsIn(other)).toEqual([1]);
});

test('where one of them fails at the end, nothing is kept, and the caller hears of it', async () => {
  const failure = await failureOf(async (transaction) => {
    await sendLater(transaction, adding(1));
    await sendLater(transaction, adding(1));
  });
  expect(failure).toMatchObject({ code: '23505' });
  expect(await frogsIn(database)).toEqual([]);
});

test('where one of them fails, the next one does, too, and is not run', async () => {
  const failure = await failureOf(async (transaction) => {
    const { rows } = await sendLater(transaction, adding('none'));
    await expect(frogsIn(transaction)).rejects.toMatchObject({ code: '22P02' });
    await rows;
  });
  expect(failure).toMatchObject({ code: '22P02' });
  expect(await frogsIn(database)).toEqual([]);
});

test('a value that cannot be sent fails the transaction alone', async () => {
  const failure = await failureOf(async (transaction) => {
    await sendLater(transaction, adding(1));
    await sendLater(
      transaction,
      adding({
        toPostgres() {
          throw new Error('No frog');
        },
      }),
    );
    await sendLater(transaction, adding(2));
  });
  expect(failure?.message).toBe('No frog');
  expect(await frogsIn(database)).toEqual([]);
});

test('are not sent where the transaction is given up before', async () => {
  const failure = await failureOf(async (transaction) => {
    await sendLater(transaction, adding('none'));
    throw new Error('Given up');
  });
  expect(failure?.message).toBe('Given up');
  const afterRead = await failureOf(async (transaction) => {
    await frogsIn(transaction);
    const { rows } = await sendLater(transaction, adding('none'));
    void rows;
    throw new Error('Given up later');
  });
  expect(afterRead?.message).toBe('Given up later');
  expect(await frogsIn(database)).toEqual([]);
});

test('a transaction without a statement begins nothing', async () => {
  await database.transaction().execute(async () => {});
  await failureOf(() => Promise.reject(new Error('Given up')));
  expect(await frogsIn(database)).toEqual([]);
});

test('a statement that was skipped is planned the next time', async () => {
  const often = (on: Database, frogs: number) =>
    sql<{
      sum: number;
    }>`select ${frogs}::integer + count(*)::integer as sum from public.pond`.execute(on);
  const skipped = (transaction: Database) =>
    sendLater(transaction, sql`select ${7}::integer + count(*)::integer as sum from public.pond`);
  // So often that it has a name, which no connection knows.
  for (let time = 0; time < 4; time++) await often(database, time);
  const failure = await failureOf(async (transaction) => {
    await sendLater(transaction, adding('none'));
    await skipped(transaction);
  });
  expect(failure).toMatchObject({ code: '22P02' });
  expect((await often(database, 5)).rows).toEqual([{ sum: 5 }]);
});

test('a text of several statements follows by itself', async () => {
  await database.transaction().execute(async (transaction) => {
    await sendLater(transaction, adding(1));
    await sql`insert into public.pond values (2); insert into public.pond values (3)`.execute(
      transaction,
    );
  });
  expect(await frogsIn(other)).toEqual([1, 2, 3]);
});

test('a transaction keeps its isolation', async () => {
  const found = await database
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (transaction) => {
      const before = await frogsIn(transaction);
      await adding(1).execute(other);
      return [before, await frogsIn(transaction)];
    });
  expect(found).toEqual([[], []]);
});

test('a lost connection fails them, and the next transaction has another one', async () => {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database);
  const failure = await failureOf(async (transaction) => {
    await sendLater(transaction, adding(1));
    await sql`select pg_terminate_backend(${rows[0]!.pid})`.execute(other);
    await sql`select pg_sleep(1)`.execute(transaction);
  });
  expect(isDatabaseUnavailable(failure)).toBe(true);
  expect(await frogsIn(database)).toEqual([]);
});

test('only a transaction holds statements back', async () => {
  await expect(sendLater(database, adding(1))).rejects.toThrow('Only a transaction');
});
