import { hash } from 'node:crypto';
import { sql, type Expression } from 'kysely';
import type { Database } from './database.ts';
import type { Schema } from './schema.ts';

/**
 * Condition on `platform.functions`: nothing has to be installed. Functions of a newer version stay, so that an older
 * process that restarts beside newer ones does not take them back. `0.2.0-rc.1` counts as `0.2.0`.
 */
export function functionsAreInstalled({ version, functions }: Schema) {
  return sql<boolean>`exists (
    select from platform.functions installed where hash = ${hashOf(functions)}
      or ${numbersOf(sql.ref('installed.version'))} > ${numbersOf(sql.val(version))}
  )`;
}

/**
 * Puts all functions into the database, where any of them has changed. A body may name whatever the newest migration
 * leaves, in any order of the files.
 */
export async function installFunctions(transaction: Database, schema: Schema): Promise<void> {
  const { version, functions } = schema;
  const { rows } = await sql`select where ${functionsAreInstalled(schema)}`.execute(transaction);
  if (rows.length > 0) return;
  await sql`set local check_function_bodies = off`.execute(transaction);
  await sql.raw([...functions.values()].join('\n')).execute(transaction);
  await sql`
    insert into platform.functions (version, hash) values (${version}, ${hashOf(functions)})
    on conflict (id) do update set version = excluded.version, hash = excluded.hash
  `.execute(transaction);
}

function hashOf(functions: Schema['functions']): string {
  return hash('sha256', [...functions.values()].join('\n'));
}

function numbersOf(version: Expression<unknown>) {
  return sql`string_to_array(split_part(${version}, '-', 1), '.')::integer[]`;
}
