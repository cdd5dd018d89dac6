import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { recordAudit } from '../../authorization/audit-log.ts';
import { databaseNameOf } from '../../storage/database-url.ts';
import { readWords, type Command } from '../command.ts';
import {
  databaseFlags,
  databaseHelp,
  requireUsableTarget,
  usableUrl,
  withDatabase,
} from '../connection.ts';
import { operatorName } from '../operator.ts';
import { CommandProblem, UsageProblem } from '../problem.ts';
import { loadInto, requireEmptyTarget } from './load.ts';
import { withSession } from './session.ts';
import { inSnapshot, requireOnlyCopy } from './snapshot.ts';

const flags = { ...databaseFlags, back: { type: 'boolean' } } as const;

/** How long a session may take to end, in milliseconds. */
const endTimeInMs = 10_000;

const help = `Moves the database to an empty one of another PostgreSQL.

  npx lectern move-to [flags] <address of the new database>
  npx lectern move-to --back [flags]

  --back          lets the old database take changes again
${databaseHelp()}
From its beginning on, the old database takes no changes: Lectern goes on, and answers changes with 503, which
browsers send again later. All rows are copied and compared. Afterwards the old one stays as it is, and closed
to changes. Stop Lectern, set DATABASE_URL to the new one, and start it again. Files and secrets stay where
they are. When something goes wrong, the old one takes changes again. The move is written to the audit log.

The way back, without what was written to the new one: stop Lectern, take DATABASE_URL away, and start with
npm start -- --move-back; for an old database that runs by itself, --back. To bring back all that was written,
make a backup of the new one.

Exit codes: 0; 1 for a database that does not answer, or a new one that is not empty; 2 for wrong flags.
`;

/** `lectern move-to` */
export const moveTo: Command = {
  summary: 'move the database to another PostgreSQL',
  help,
  run: async (args, terminal) => {
    const { values, words } = readWords(args, flags);
    const [address, ...others] = words;
    if (others.length > 0 || (address === undefined) !== (values.back ?? false)) {
      throw new UsageProblem('Give one address, or --back. See --help.');
    }
    if (address === undefined) {
      // A database that takes no changes has no room for an entry of the audit log.
      const url = await withDatabase(values.data, terminal, async (_database, found) => found);
      const isOpened = await withSession(url, openForChanges);
      const outcome = isOpened ? 'takes changes again' : 'takes changes; nothing had to change';
      return terminal.write(`The database ${outcome}.\n`);
    }
    const target = usableUrl(address, 'The address');
    await requireUsableTarget(target);
    await withSession(target, requireEmptyTarget);
    const url = await withDatabase(values.data, terminal, async (database, found) => {
      await recordAudit(database, {
        kind: 'change',
        call: 'command:move-to',
        correlationId: randomUUID(),
        change: { to: databaseNameOf(target), operator: operatorName() },
      });
      return found;
    });
    await move(url, target);
    return terminal.write(
      `All rows are in ${databaseNameOf(target)}, and the same. The old database takes no changes any more. ` +
        'Stop Lectern, set DATABASE_URL to the new one, and start it again.\n',
    );
  },
};

async function move(url: string, target: string): Promise<void> {
  let isClosed = false;
  try {
    await withSession(url, async (client) => {
      await requireOnlyCopy(client);
      isClosed = true;
      const closed = await closeForChanges(client);
      await inSnapshot(client, (copy) =>
        loadInto(target, copy, () => requireClosed(client, closed)),
      );
    });
  } catch (error) {
    // Over another connection: a copy that broke off keeps the first one.
    if (isClosed) await withSession(url, openForChanges).catch(stillClosed);
    throw error;
  }
}

function stillClosed(cause: unknown): never {
  throw new CommandProblem(
    'The move failed, and the old database could not be opened again. When it answers: --back, or npm start -- --move-back.',
    { cause },
  );
}

/**
 * Lets the database take no more changes: sessions that began before are ended.
 *
 * @returns the time since when sessions are closed to changes
 */
async function closeForChanges(client: pg.Client): Promise<string> {
  await changeDatabase(client, 'set default_transaction_read_only = on');
  return endOthers(client);
}

/** A session that was being opened may have been unknown when the others were ended. */
async function requireClosed(client: pg.Client, closed: string): Promise<void> {
  const { rowCount } = await client.query(`select from ${openBefore}`, [closed]);
  if (rowCount === 0) return;
  throw new CommandProblem('The old database may have taken changes meanwhile. Try again.');
}

/** @returns false where it took changes anyway */
async function openForChanges(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(`
    select from pg_db_role_setting join pg_database on pg_database.oid = setdatabase
    where datname = current_database() and setrole = 0 and 'default_transaction_read_only=on' = any (setconfig)
  `);
  if (rows.length === 0) return false;
  await changeDatabase(client, 'reset default_transaction_read_only');
  await endOthers(client);
  return true;
}

async function changeDatabase(client: pg.Client, change: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    'select quote_ident(current_database()) as name',
  );
  await client.query(`alter database ${rows[0]!.name} ${change}`);
}

const openBefore = `pg_stat_activity
  where datname = current_database() and usename = current_user and pid <> pg_backend_pid()
    and backend_type = 'client backend' and backend_start <= $1::timestamptz`;

/**
 * Ends the sessions that still have the settings of before.
 *
 * @returns the time since when others have the new ones
 */
async function endOthers(client: pg.Client): Promise<string> {
  const { rows: times } = await client.query<{ now: string }>(
    'select clock_timestamp()::text as now',
  );
  const { now } = times[0]!;
  const { rows } = await client.query<{ ended: boolean }>(
    `select pg_terminate_backend(pid, $2) as ended from ${openBefore}`,
    [now, endTimeInMs],
  );
  if (rows.every(({ ended }) => ended)) return now;
  throw new CommandProblem(
    'A session of the old database does not end. Stop Lectern, and try again.',
  );
}
