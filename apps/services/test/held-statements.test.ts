import { createTestDatabase } from '@lectern/env/testing';
import { sql, type Kysely } from 'kysely';
import pg from 'pg';
import { afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { databaseOn, openPool, type Database } from '../src/storage/database.ts';
import { isDatabaseUnavailable } from '../src/storage/database-errors.ts';
import { limitLockWaits } from '../src/storage/advisory-lock.ts';
import type { Connections } from '../src/storage/connections.ts';
import { streamRows } from '../src/storage/row-stream.ts';
import { sendLater } from '../src/storage/send-later.ts';
import { StatementBatch } from '../src/storage/statement-batch.ts';

/* Statements that wait for the next one of their transaction, on its one connection. */

let url: string;
let pool: Connections;
let database: Database;
let other: Database;

beforeAll(async () => {
  url = await createTestDatabase(inject('databaseUrl'));
});
beforeEach(async () => {
  pool = openPool(url, 1);
  database = databaseOn(pool);
  other = databaseOn(openPool(url, 1));
  await sql`drop schema public cascade; create schema public`.execute(other);
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

/** Until somebody waits for a lock. */
async function untilWaiting(on: Database) {
  const waiting = async () => {
    await sql`select pg_stat_clear_snapshot()`.execute(on);
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(on);
    return rows.length;
  };
  await expect.poll(waiting).toBe(1);
}

test('go before the next one, which sees what they did', async () => {
  const seen = await database.transaction().execute(async (transaction) => {
    const first = await sendLater(transaction, adding(1));
    const second = await sendLater(transaction, adding(2));
    expect(await frogsIn(other)).toEqual([]);
    const found = await frogsIn(transaction);
    return [await first.rows(), await second.rows(), found];
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
    await rows();
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
    await sendLater(transaction, adding('none'));
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

test.for([1, 2, 3])(
  'the failure of number %i of three is the one that is told',
  async (failing) => {
    const value = (place: number) => (place === failing ? 'none' : place);
    const failure = await failureOf(async (transaction) => {
      for (const place of [1, 2]) await sendLater(transaction, adding(value(place)));
      await adding(value(3)).execute(transaction);
    });
    expect(failure).toMatchObject({ code: '22P02' });
    await database.transaction().execute((transaction) => sendLater(transaction, adding(4)));
    expect(await frogsIn(other)).toEqual([4]);
  },
);

test('what the end of the transaction checks fails it', async () => {
  await sql`create table public.toads (frogs integer references public.pond deferrable initially deferred)`.execute(
    other,
  );
  const failure = await failureOf((transaction) =>
    sendLater(transaction, sql`insert into public.toads values (1)`),
  );
  expect(failure).toMatchObject({ code: '23503' });
  expect((await sql`select 1 from public.toads`.execute(database)).rows).toEqual([]);
});

test('the next one sees what others did until a held one had its lock', async () => {
  await adding(1).execute(other);
  const lock = sql`select from public.pond where frogs = 1 for update`;
  const locked = Promise.withResolvers<void>();
  const before = other.transaction().execute(async (transaction) => {
    await lock.execute(transaction);
    locked.resolve();
    await untilWaiting(transaction);
    await adding(2).execute(transaction);
  });
  await locked.promise;
  const after = database.transaction().execute(async (transaction) => {
    await sendLater(transaction, lock);
    return frogsIn(transaction);
  });
  await before;
  expect(await after).toEqual([1, 2]);
});

test('a held one that waits too long for a lock says so', async () => {
  await adding(1).execute(other);
  const lock = sql`select from public.pond where frogs = 1 for update`;
  const failure = await other.transaction().execute(async (holder) => {
    await lock.execute(holder);
    return failureOf(async (transaction) => {
      await limitLockWaits(transaction, 1);
      await sendLater(transaction, lock);
      await sendLater(transaction, adding(2));
    });
  });
  expect(failure).toMatchObject({ code: '55P03' });
  expect(await frogsIn(other)).toEqual([1]);
});

test('two that wait for each other: one fails, the other one is kept', async () => {
  await sql`insert into public.pond values (1), (2)`.execute(other);
  const lock = (frogs: number) => sql`select from public.pond where frogs = ${frogs} for update`;
  const bothHave = Promise.withResolvers<void>();
  let having = 0;
  const inTurn = (on: Database, first: number, second: number) =>
    on.transaction().execute(async (transaction) => {
      await lock(first).execute(transaction);
      if (++having === 2) bothHave.resolve();
      await bothHave.promise;
      await sendLater(transaction, lock(second));
      await sendLater(transaction, adding(first + 10));
    });
  const outcomes = await Promise.allSettled([inTurn(database, 1, 2), inTurn(other, 2, 1)]);
  const failed = outcomes.findIndex(({ status }) => status === 'rejected');
  expect(outcomes[failed]).toMatchObject({ reason: { code: '40P01' } });
  expect(outcomes[1 - failed]).toMatchObject({ status: 'fulfilled' });
  expect(await frogsIn(database)).toEqual([1, 2, failed === 0 ? 12 : 11]);
});

test('a held one that takes too long, or is given up by hand, fails the end', async () => {
  const failure = await failureOf(async (transaction) => {
    await sql`select set_config('statement_timeout', '20', true)`.execute(transaction);
    await sendLater(transaction, adding(1));
    await sendLater(transaction, sql`select pg_sleep(20)`);
  });
  expect(failure).toMatchObject({ code: '57014' });
  expect(await frogsIn(database)).toEqual([]);
});

test('a connection that is lost while a transaction ends keeps nothing, and says so', async () => {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database);
  const ending = failureOf(async (transaction) => {
    await sendLater(transaction, adding(1));
    await sendLater(transaction, sql`select pg_sleep(20)`);
  });
  const isEnding = async () =>
    (
      await sql`select 1 from pg_stat_activity where pid = ${rows[0]!.pid} and wait_event = 'PgSleep'`.execute(
        other,
      )
    ).rows.length;
  await expect.poll(isEnding).toBe(1);
  await sql`select pg_terminate_backend(${rows[0]!.pid})`.execute(other);
  expect(isDatabaseUnavailable(await ending)).toBe(true);
  expect(await frogsIn(database)).toEqual([]);
});

test('rows can be waited for where nothing else is sent', async () => {
  const seen = await database.transaction().execute(async (transaction) => {
    const { rows } = await sendLater(transaction, adding(1));
    return rows();
  });
  expect(seen).toEqual([{ frogs: 1 }]);
  const failure = await failureOf(async (transaction) => {
    const { rows } = await sendLater(transaction, adding('none'));
    await rows();
  });
  expect(failure).toMatchObject({ code: '22P02' });
});

test('what a savepoint undoes is not sent', async () => {
  const transaction = await database.startTransaction().execute();
  await sendLater(transaction, adding(1));
  const inner = await transaction.savepoint('inner').execute();
  await sendLater(transaction, adding('none'));
  const outer = await inner.rollbackToSavepoint('inner').execute();
  await sendLater(transaction, adding(2));
  await outer.commit().execute();
  expect(await frogsIn(other)).toEqual([1, 2]);
});

test('a cursor sees what was held', async () => {
  const pieces: unknown[] = [];
  await database.transaction().execute(async (transaction) => {
    await sendLater(transaction, adding(1));
    const stream = streamRows(transaction, sql`select frogs as row from public.pond`, 1);
    for await (const piece of stream) pieces.push(piece);
  });
  expect(pieces).toEqual([[1]]);
});

test('others hear of a held notification when the transaction ends', async () => {
  const listening = await pool.connect();
  const heard: (string | undefined)[] = [];
  listening.on('notification', ({ payload }) => void heard.push(payload));
  await listening.query('listen frogs');
  await other.transaction().execute(async (transaction) => {
    await sendLater(transaction, sql`select pg_notify('frogs', 'croak')`);
    await sql`select`.execute(transaction);
    await listening.query('select');
    expect(heard).toEqual([]);
  });
  await expect
    .poll(async () => {
      await listening.query('select');
      return heard;
    })
    .toEqual(['croak']);
  listening.release(true);
});

test('megabytes go together', async () => {
  await sql`create table public.songs (text text)`.execute(other);
  const song = 'quak'.repeat(2_000_000);
  await database.transaction().execute(async (transaction) => {
    for (let time = 0; time < 3; time++)
      await sendLater(transaction, sql`insert into public.songs values (${song}) returning text`);
  });
  const { rows } = await sql`select sum(length(text))::integer as sum from public.songs`.execute(
    other,
  );
  expect(rows).toEqual([{ sum: 3 * song.length }]);
});

test('a plan that a migration has outdated costs one transaction a connection', async () => {
  const counting = (on: Database) =>
    sql`select frogs from public.pond where frogs > ${0}`.execute(on);
  for (let time = 0; time < 6; time++) await counting(database);
  await sql`alter table public.pond alter frogs type bigint`.execute(other);
  const work = async (transaction: Database) => {
    await sendLater(transaction, adding(1));
    await counting(transaction);
  };
  expect((await failureOf(work))?.message).toMatch('cached plan');
  expect(await failureOf(work)).toBeUndefined();
  expect(await frogsIn(other)).toEqual(['1']);
});

test('a text of several statements is not run where a held one fails', async () => {
  const failure = await failureOf(async (transaction) => {
    await sendLater(transaction, adding('none'));
    await sql`insert into public.pond values (2); commit`.execute(transaction);
  });
  expect(failure).toMatchObject({ code: '22P02' });
  expect(await frogsIn(other)).toEqual([]);
});

test('a connection that is given back with held statements is given to nobody', async () => {
  const connection = await pool.connect();
  await connection.query('begin');
  connection.release();
  await adding(1).execute(database);
  expect(await frogsIn(other)).toEqual([1]);
});

test('a batch has an answer to what pg asks of a query', () => {
  // A new one may be asked of a batch, too. These are of COPY and of queries with a limit of rows, which a batch has none of.
  const unasked = ['handleCopyData', 'handleCopyInResponse', 'handlePortalSuspended'];
  const handlersOf = ({ prototype }: { prototype: object }) =>
    Object.getOwnPropertyNames(prototype).filter((name) => name.startsWith('handle'));
  expect(handlersOf(pg.Query).sort()).toEqual([...handlersOf(StatementBatch), ...unasked].sort());
  const { connection } = new pg.Client();
  expect(connection).toMatchObject({
    sync: expect.any(Function),
    parsedStatements: {},
    submittedNamedStatements: {},
  });
});
