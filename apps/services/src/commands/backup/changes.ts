import type pg from 'pg';
import { CommandProblem } from '../problem.ts';

/* Databases that are closed to changes: the commands and the starter (`npm start`) close and open one that moves. */

/** SQLSTATE of what the role has no right to (insufficient_privilege). */
export const forbiddenSqlState = '42501';
/** How long a session may take to end, in milliseconds. */
const endTimeInMs = 10_000;

/**
 * Lets the database take no more changes: sessions that began before are ended.
 *
 * @returns the time since when sessions are closed to changes
 */
export async function closeForChanges(client: pg.Client): Promise<string> {
  await changeDatabase(client, 'set default_transaction_read_only = on');
  return endOthers(client);
}

/** A session that was being opened may have been unknown when the others were ended. */
export async function requireClosed(client: pg.Client, closed: string): Promise<void> {
  const { rowCount } = await client.query(`select from ${openBefore}`, [closed]);
  if (rowCount === 0) return;
  throw new CommandProblem('The old database may have taken changes meanwhile. Try again.');
}

/** True from the beginning of a move on. */
export async function isClosedForChanges(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(`
    select from pg_db_role_setting join pg_database on pg_database.oid = setdatabase
    where datname = current_database() and setrole = 0 and 'default_transaction_read_only=on' = any (setconfig)
  `);
  return rows.length > 0;
}

/** @returns false where it took changes anyway */
export async function openForChanges(client: pg.Client): Promise<boolean> {
  if (!(await isClosedForChanges(client))) return false;
  await client.query('set default_transaction_read_only = off');
  await changeDatabase(client, 'reset default_transaction_read_only');
  // Sessions of other roles are closed to changes until they end by themselves.
  await endOthers(client, 'and usename = current_user');
  return true;
}

async function changeDatabase(client: pg.Client, change: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    'select quote_ident(current_database()) as name',
  );
  await client.query(`alter database ${rows[0]!.name} ${change}`);
}

/** Sessions of all roles. When those of others began, a role without further rights does not see. */
const openBefore = `pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and usename is not null
    and (backend_start is null or backend_start <= $1::timestamptz)`;

/**
 * Ends the sessions that still have the settings of before.
 *
 * @param condition Restricts which.
 * @returns the time since when others have the new ones
 */
async function endOthers(client: pg.Client, condition = ''): Promise<string> {
  const { rows: times } = await client.query<{ now: string }>(
    'select clock_timestamp()::text as now',
  );
  const { now } = times[0]!;
  const { rows } = await client
    .query<{ ended: boolean }>(
      `select pg_terminate_backend(pid, $2) as ended from ${openBefore} ${condition}`,
      [now, endTimeInMs],
    )
    .catch(explainForeign);
  if (rows.every(({ ended }) => ended)) return now;
  throw new CommandProblem(
    'A session of the old database does not end. Stop Lectern, and try again.',
  );
}

function explainForeign(error: unknown): never {
  if (!(error instanceof Error && 'code' in error && error.code === forbiddenSqlState)) throw error;
  throw new CommandProblem(
    'Another role has a session in the old database, which the role of DATABASE_URL may not end. End it, such as that ' +
      'of psql or of monitoring, or grant pg_signal_backend to the role, and try again.',
    { cause: error },
  );
}
