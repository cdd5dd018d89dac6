import { createTestDatabase } from '@lectern/env/testing';
import { sql } from 'kysely';
import { expect, inject, onTestFinished, test } from 'vitest';
import { openDatabase, openPool } from '../src/index.ts';
import { ConnectionMonitor } from '../src/storage/connection-monitor.ts';
import { databaseOn, isDatabaseUnavailable } from '../src/storage/database.ts';

const others = sql`from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()`;

// Vitest fails a run in which an error is caught by nobody; in the services it would end the process.
test('a connection that is lost between two statements of a transaction fails that one alone', async () => {
  const url = await createTestDatabase(inject('databaseUrl'));
  await using database = openDatabase(url);
  await using other = openDatabase(url);

  const lost = database.transaction().execute(async (transaction) => {
    await sql`select 1`.execute(transaction);
    await sql`select pg_terminate_backend(pid) ${others}`.execute(other);
    const left = async () => (await sql`select pid ${others}`.execute(other)).rows;
    await expect.poll(left).toEqual([]);
    await sql`select 2`.execute(transaction);
  });

  expect(await lost.catch(isDatabaseUnavailable)).toBe(true);
  await expect(sql`select 3`.execute(database)).resolves.toBeDefined();
});

test('a connection to a server that has become read-only is given up', async () => {
  const url = await createTestDatabase(inject('databaseUrl'));
  const name = sql.id(new URL(url).pathname.slice(1));
  await using database = databaseOn(openPool(url, 1));
  await using other = openDatabase(url);
  const change = sql`create table changed_by (pid integer)`;
  const idOf = async () =>
    (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database)).rows[0]!.pid;
  await sql`alter database ${name} set default_transaction_read_only = on`.execute(other);
  const before = await idOf();
  // The server is another one now.
  await sql`set default_transaction_read_only = off`.execute(other);
  await sql`alter database ${name} set default_transaction_read_only = off`.execute(other);
  const changing = database.transaction().execute((transaction) => change.execute(transaction));
  expect(await changing.catch(isDatabaseUnavailable)).toBe(true);
  expect(await idOf()).not.toBe(before);
  await expect(change.execute(database)).resolves.toBeDefined();
});

test('/ready tells of a server that takes changes again', async () => {
  const url = await createTestDatabase(inject('databaseUrl'));
  const name = sql.id(new URL(url).pathname.slice(1));
  await using other = openDatabase(url);
  await sql`set default_transaction_read_only = off`.execute(other);
  const monitor = new ConnectionMonitor(url);
  onTestFinished(() => monitor.close());
  const stateAfter = async (value: 'on' | 'off') => {
    await sql`alter database ${name} set default_transaction_read_only = ${sql.raw(value)}`.execute(
      other,
    );
    return monitor.state();
  };
  expect(await stateAfter('on')).toBe('read-only');
  expect(await stateAfter('off')).toBe('answers');
});

test('a monitor that is closed opens no connection', async () => {
  const url = await createTestDatabase(inject('databaseUrl'));
  await using other = openDatabase(url);
  const monitor = new ConnectionMonitor(url);
  const asked = [monitor.state(), monitor.state()];
  await monitor.close();
  expect(await Promise.all([...asked, monitor.state()])).toEqual(Array(3).fill('unreachable'));
  const left = async () => (await sql`select pid ${others}`.execute(other)).rows;
  await expect.poll(left).toEqual([]);
});
