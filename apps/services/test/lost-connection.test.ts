import { createTestDatabase } from '@lectern/env/testing';
import { sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import { openDatabase } from '../src/index.ts';

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

  await expect(lost).rejects.toThrow(/terminat|closed|not queryable|ECONNRESET/i);
  await expect(sql`select 3`.execute(database)).resolves.toBeDefined();
});
