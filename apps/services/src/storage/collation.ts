import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import type { Database } from './database.ts';

/**
 * Says what to do where the machine sorts text in another way than when the database was made, as after a new image or
 * system: indexes made before can miss rows, and take one twice. PostgreSQL warns in its own log alone.
 *
 * @returns nothing where text sorts as it did
 */
export async function collationProblem(database: Database): Promise<string | undefined> {
  const { rows } = await sql<{ database: string; made: string; present: string; remedy: string }>`
    select quote_ident(current_database()) as database, versions.* from (
      select datcollversion as made, pg_database_collation_actual_version(oid) as present,
        format('alter database %I refresh collation version', datname) as remedy
      from pg_database where datname = current_database()
      union all
      -- Names are sorted by ICU, whatever the database is.
      select collversion, pg_collation_actual_version(oid), format('alter collation %I refresh version', collname)
      from pg_collation where collname = 'de-x-icu'
    ) versions
    where made <> present
  `.execute(database);
  const [found] = rows;
  return (
    found &&
    `Text sorts in another way than when the database was made (collation ${found.made}, now ${found.present}), so indexes ` +
      `can miss rows. Stop the services and run "reindex database ${found.database};", then, as a command of its own, ` +
      `"${rows.map(({ remedy }) => `${remedy};`).join(' ')}" as a superuser.`
  );
}

/** Logs the problem. Servers that lack the version of PostgreSQL's collations start all the same. */
export async function warnOfCollation(
  database: Database,
  log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<void> {
  try {
    const problem = await collationProblem(database);
    if (problem) log.warn(problem);
  } catch (error) {
    log.warn({ err: error }, 'The collation of the database cannot be read.');
  }
}
