import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { lockedSqlState } from '../../storage/database-errors.ts';
import { schema } from '../../storage/schema.ts';
import { CommandProblem } from '../problem.ts';
import {
  digestOf,
  sequencesOf,
  tablesOf,
  type CopiedSequence,
  type CopiedTable,
  type DatabaseCopy,
} from './database-copy.ts';

/** The server may take a moment to notice that an earlier command has ended. */
const otherCopyTimeoutInMs = 1_000;

/**
 * Keeps others from copying the same database until the connection ends.
 *
 * @throws {CommandProblem} where somebody does
 */
export async function requireOnlyCopy(client: pg.Client): Promise<void> {
  await client.query(`set lock_timeout = ${otherCopyTimeoutInMs}`);
  try {
    await client.query(`select pg_advisory_lock(hashtextextended('platform.copy', 0))`);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === lockedSqlState)) throw error;
    throw new CommandProblem(
      'Another backup or move of this database is under way. Wait for its end, and try again.',
      { cause: error },
    );
  }
  await client.query('set lock_timeout = 0');
}

/**
 * Reads the database as it is at one moment, while others go on writing. Migrations wait, or give up, meanwhile.
 *
 * @throws {CommandProblem} where the database has no tables, or those of a newer version
 */
export async function inSnapshot<Result>(
  client: pg.Client,
  work: (copy: DatabaseCopy) => Promise<Result>,
): Promise<Result> {
  const found = await tablesOf(client);
  if (found.length === 0) {
    throw new CommandProblem('The database has no tables of Lectern. Start the services once.');
  }
  await client.query('begin isolation level repeatable read, read only');
  // Before the first read, which takes the snapshot.
  await client.query(`lock table ${found.map(({ name }) => name).join(', ')} in access share mode`);
  const tables = await tablesOf(client);
  if (JSON.stringify(tables) !== JSON.stringify(found)) {
    throw new CommandProblem('A migration has changed the tables meanwhile. Try again.');
  }
  const migrations = await migrationsOf(client);
  const sequences = (await sequencesOf(client)).filter(
    (sequence): sequence is CopiedSequence => sequence.value !== null,
  );
  const copied: CopiedTable[] = [];
  for (const { name, columns } of tables) {
    copied.push({ name, columns, ...(await digestOf(client, { name, columns })) });
  }
  const result = await work({
    migrations,
    sequences,
    tables: copied,
    rows: ({ name, columns }) =>
      client.query(copyTo(`copy (select ${columns.join(', ')} from ${name}) to stdout`)),
  });
  await client.query('commit');
  return result;
}

async function migrationsOf(client: pg.Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    'select name from platform.kysely_migration order by name collate "C"',
  );
  const unknown = rows.findLast(({ name }) => !schema.migrations.has(name));
  if (!unknown) return rows.map(({ name }) => name);
  throw new CommandProblem(
    `The database belongs to another version of Lectern, up to its migration ${unknown.name}. ` +
      'Run the command of that version.',
  );
}
