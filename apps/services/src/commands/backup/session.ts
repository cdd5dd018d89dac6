import pg from 'pg';
import { textSettings } from '../../storage/connection-monitor.ts';
import { isDatabaseUnavailable } from '../../storage/database-errors.ts';
import { liftTimeLimits } from '../../storage/time-limits.ts';
import { CommandProblem } from '../problem.ts';
import { forbiddenSqlState } from './changes.ts';

const connectionTimeoutInMs = 5_000;
/** A copy of files leaves the connection idle for hours; probes keep routers from forgetting it. */
const keepAliveInMs = 5_000;

const settings = {
  ...textSettings,
  default_transaction_read_only: 'off',
  // Names of tables are compared with those of another database.
  quote_all_identifiers: 'off',
  search_path: '',
  // With policies of rows a copy fails, instead of leaving rows out.
  row_security: 'off',
};

/**
 * Does something over one connection that has no time limits.
 *
 * @param signal Ends the connection, and so what is under way.
 * @throws {CommandProblem} where the database does not answer, or the role lacks a right
 */
export async function withSession<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'lectern-copy',
    connectionTimeoutMillis: connectionTimeoutInMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveInMs,
  });
  // The query that is under way fails, too.
  client.on('error', () => {});
  const end = () => client.connection.stream.destroy();
  signal?.addEventListener('abort', end);
  try {
    signal?.throwIfAborted();
    await client.connect();
    await client.query(liftTimeLimits);
    await client.query(`select set_config(key, value, false) from json_each_text($1)`, [
      JSON.stringify(settings),
    ]);
    const result = await work(client);
    await client.end();
    return result;
  } catch (error) {
    // Its locks are free afterwards, for the next attempt.
    await client.end().catch(() => {});
    throw explain(error);
  } finally {
    signal?.removeEventListener('abort', end);
  }
}

function explain(error: unknown): unknown {
  if (error instanceof pg.DatabaseError && error.code === forbiddenSqlState) {
    return new CommandProblem(
      `The role of the database lacks a right: ${error.message}. Use the role of the services.`,
      { cause: error },
    );
  }
  if (!isDatabaseUnavailable(error)) return error;
  const reason = error instanceof Error ? error.message || String(error) : String(error);
  return new CommandProblem(`The database cannot go on: ${reason}.`, { cause: error });
}
