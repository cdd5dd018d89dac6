import { createTestDatabase } from '@lectern/env/testing';
import { sql } from 'kysely';
import { expect, inject, onTestFinished, test } from 'vitest';
import { openDatabase, type Database } from '../../src/index.ts';
import { whileLocked } from '../../src/storage/advisory-lock.ts';
import { databaseOn, openPool } from '../../src/storage/database.ts';

/** Two processes. */
async function databases(): Promise<readonly [Database, Database]> {
  const url = await createTestDatabase(inject('databaseUrl'));
  const both = [openDatabase(url), openDatabase(url)] as const;
  for (const database of both) onTestFinished(() => database.destroy());
  return both;
}

test('a lock has one holder, and is free when its work ends or fails', async () => {
  const [first, second] = await databases();
  const other = () => whileLocked(second, 'name', async () => 'theirs');
  expect(await whileLocked(first, 'name', other)).toBeUndefined();
  expect(await whileLocked(first, 'another name', other)).toBe('theirs');
  const fail = async (connection: Database) => void (await sql`select 1 / 0`.execute(connection));
  await expect(whileLocked(first, 'name', fail)).rejects.toThrow('division by zero');
  expect(await other()).toBe('theirs');
});

test('a holder may say nothing for as long as a transaction, and its connection is as before afterwards', async () => {
  const url = await createTestDatabase(inject('databaseUrl'));
  const database = databaseOn(openPool(url, 1));
  onTestFinished(() => database.destroy());
  const limitOf = async (connection: Database) => {
    const { rows } = await sql<{ limit: string }>`
      select current_setting('idle_session_timeout') as limit
    `.execute(connection);
    return rows[0]?.limit;
  };
  expect(await whileLocked(database, 'name', limitOf)).toBe('90s');
  expect(await database.connection().execute(limitOf)).toBe('0');
});

test('a holder that loses its connection loses the lock, and writes nothing more', async () => {
  const [first, second] = await databases();
  await sql`create table written (by text)`.execute(second);
  const held = whileLocked(first, 'name', async (connection) => {
    const { rows } = await sql<{ id: number }>`select pg_backend_pid() as id`.execute(connection);
    await sql`select pg_terminate_backend(${rows[0]!.id})`.execute(second);
    const theirs = () => whileLocked(second, 'name', async () => 'theirs');
    await expect.poll(theirs).toBe('theirs');
    await sql`insert into written values ('first')`.execute(connection);
  });
  await expect(held).rejects.toThrow(/connection/i);
  expect((await sql`select from written`.execute(second)).rows).toEqual([]);
  expect(await whileLocked(first, 'name', async () => 'again')).toBe('again');
});
