import { createTestDatabase } from '@lectern/env/testing';
import { sql } from 'kysely';
import { expect, inject, onTestFinished, test } from 'vitest';
import { openDatabase, openPool } from '../src/index.ts';
import { ConnectionMonitor, MonitoredClient } from '../src/storage/connection-monitor.ts';
import { databaseOn } from '../src/storage/database.ts';
import { isDatabaseUnavailable } from '../src/storage/database-errors.ts';

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

test.for([
  ['is renamed', 'rename to', 'gone'],
  ['takes no connections', 'with allow_connections', 'false'],
] as const)('a database that %s is one that is away', async ([, change, value]) => {
  const url = await createTestDatabase(inject('databaseUrl'));
  const name = new URL(url).pathname.slice(1);
  await using server = openDatabase(inject('databaseUrl'));
  const next = value === 'gone' ? `${name}_gone` : value;
  await sql`alter database ${sql.id(name)} ${sql.raw(`${change} ${next}`)}`.execute(server);
  await using database = openDatabase(url);
  const asked = sql`select 1`.execute(database);
  expect(await asked.catch(isDatabaseUnavailable)).toBe(true);
});

test.for([
  ['a connection that is lost', '08006', true],
  ['a transaction that is idle for too long', '25P03', true],
  ['a transaction that lasts too long', '25P04', true],
  ['a transaction that has failed', '25P02', false],
  ['a disk that is full', '53100', true],
  ['a disk that is not read', '58030', true],
  ['a file that is gone', '58P01', true],
  ['a page that is damaged', 'XX001', false],
  ['a row that is there twice', '23505', false],
] as const)('an error for %s (%s) is an outage: %s', async ([, code, isOutage]) => {
  await using database = openDatabase(inject('databaseUrl'));
  const failing = sql.raw(`do $$ begin raise exception using errcode = '${code}'; end $$`);
  expect(await failing.execute(database).catch(isDatabaseUnavailable)).toBe(isOutage);
});

test('a transaction that goes on after a failed statement is told that nothing was kept', async () => {
  const url = await createTestDatabase(inject('databaseUrl'));
  await using database = databaseOn(openPool(url, 1));
  await sql`create table kept ()`.execute(database);
  const ending = database.transaction().execute(async (transaction) => {
    await sql`insert into kept default values`.execute(transaction);
    await sql`select 1 / 0`.execute(transaction).catch(() => {});
    return 'done';
  });
  await expect(ending).rejects.toThrow('rolled back');
  expect((await sql`select from kept`.execute(database)).rows).toEqual([]);
});

test('a setting that the server does not know is no outage', async () => {
  const monitor = new ConnectionMonitor(inject('databaseUrl'));
  onTestFinished(() => monitor.close());
  const config = { ...monitor.config({ name: 'lectern-test' }), session: { nonsense: '1' } };
  const error: unknown = await new MonitoredClient(config).connect().catch((cause) => cause);
  expect(error).toMatchObject({ message: expect.stringContaining('nonsense') });
  expect(isDatabaseUnavailable(error)).toBe(false);
});

test('settings of a database for its people change nothing', async () => {
  const url = await createTestDatabase(inject('databaseUrl'));
  await using server = openDatabase(inject('databaseUrl'));
  const name = sql.id(new URL(url).pathname.slice(1));
  for (const setting of [
    `array_nulls = off`,
    `bytea_output = 'escape'`,
    `datestyle = 'German, DMY'`,
    `default_transaction_isolation = 'serializable'`,
    `extra_float_digits = 0`,
    `intervalstyle = 'iso_8601'`,
    // A backslash in a text would be an escape.
    `standard_conforming_strings = off`,
    `timezone = 'Europe/Zurich'`,
    `transform_null_equals = on`,
  ]) {
    await sql`alter database ${name} set ${sql.raw(setting)}`.execute(server);
  }
  await using database = openDatabase(url);
  const { rows } = await sql`
    select '2026-03-04T05:06:07Z'::timestamptz as time, ('2026-03-04T05:06:07Z'::timestamptz)::text as text,
      ('1 day'::interval)::text as duration, '\\x00ff'::bytea as bytes, (0.1::float8 + 0.2)::text as number,
      '{a,NULL}'::text[] as list, 1 = null as unknown,
      current_setting('transaction_isolation') as isolation
  `.execute(database);
  expect(rows).toEqual([
    {
      time: new Date('2026-03-04T05:06:07Z'),
      text: '2026-03-04 05:06:07+00',
      duration: '1 day',
      bytes: Buffer.from([0, 255]),
      number: '0.30000000000000004',
      list: ['a', null],
      unknown: null,
      isolation: 'read committed',
    },
  ]);
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
