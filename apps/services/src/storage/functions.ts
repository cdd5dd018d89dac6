import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { lockByName } from './advisory-lock.ts';
import type { Database } from './database.ts';
import { readSqlFiles } from './sql-files.ts';

/** Functions of the database, each in the file of its name. */
export const functions = readSqlFiles(new URL('./functions/', import.meta.url));

const functionsHash = hash('sha256', [...functions.values()].join('\n'));
const { version } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as { version: string };

/**
 * Condition on `platform.functions`: nothing has to be installed. Functions of a newer version stay, so that an older
 * process that restarts beside newer ones does not take them back.
 */
export const functionsAreInstalled = sql<boolean>`exists (
  select from platform.functions where hash = ${functionsHash}
    or string_to_array(version, '.')::integer[] > string_to_array(${version}, '.')::integer[]
)`;

/**
 * Puts all functions into the database, where any of them has changed. Their bodies may name columns of later
 * migrations.
 */
export async function installFunctions(transaction: Database): Promise<void> {
  // PostgreSQL fails where two transactions replace one function at the same time.
  await lockByName(transaction, 'platform.functions');
  const { rows } = await sql`select where ${functionsAreInstalled}`.execute(transaction);
  if (rows.length > 0) return;
  await sql`set local check_function_bodies = off`.execute(transaction);
  await sql.raw([...functions.values()].join('\n')).execute(transaction);
  await sql`delete from platform.functions`.execute(transaction);
  await sql`
    insert into platform.functions (version, hash) values (${version}, ${functionsHash})
  `.execute(transaction);
}
