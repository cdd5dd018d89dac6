import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { Connections } from '../storage/connections.ts';
import { DatabaseUrlProblem, readDatabaseUrl } from '../storage/database-url.ts';
import { databaseOn, type Database } from '../storage/database.ts';
import { isDatabaseReadOnly, isDatabaseUnavailable } from '../storage/database-errors.ts';
import { liftTimeLimits } from '../storage/time-limits.ts';
import { DatabaseUnusable, requireUsableDatabase } from '../storage/usable-database.ts';
import type { Terminal } from './command.ts';
import { currentSurroundings, databaseUrlFile, defaultDataFolder } from './data-folder.ts';
import { CommandProblem } from './problem.ts';

export const databaseFlags = { data: { type: 'string' } } as const;

/** @param width Of the column of flags, so that `--data` lines up with those above it in a help. */
export function databaseHelp(width = 16): string {
  return `  ${'--data FOLDER'.padEnd(width)}data folder of the Lectern that \`npm start\` runs    LECTERN_DATA

The database is that of DATABASE_URL; without it, the one of the data folder (default: that of
\`npm start\`), which must be running. A flag wins over its environment variable.
`;
}

/**
 * Does something with the platform's database, over one connection of its own.
 *
 * @param folder What `--data` said.
 * @throws {CommandProblem} where there is no database, it does not answer, or it has no tables yet.
 */
export async function withDatabase<Result>(
  folder: string | undefined,
  { environment }: Pick<Terminal, 'environment'>,
  work: (database: Database, url: string) => Promise<Result>,
): Promise<Result> {
  const url = usableUrl(await findDatabaseUrl(folder, environment));
  // Unlike a request, a command may take as long as it takes.
  const pool = new Connections(url, { name: 'lectern-command', maximum: 1 });
  let lost: Error | undefined;
  pool.on('connect', (client) => {
    // Sent before what the connection was opened for. A failure is that of the connection.
    client.query(liftTimeLimits).catch(() => {});
    client.on('error', (error: Error) => {
      lost = error;
    });
  });
  const database = databaseOn(pool);
  try {
    await requireSession(url);
    await requireTables(database);
    return await work(database, url);
  } catch (error) {
    if (error instanceof CommandProblem) throw error;
    if (isOfOtherTables(error)) {
      throw new CommandProblem(
        'The database was made by another version of Lectern. Start the services of this ' +
          'version once, or run the command of theirs.',
        { cause: error },
      );
    }
    if (isDatabaseReadOnly(error)) {
      throw new CommandProblem(
        'The database takes no changes. If it is no standby, a move of it was begun or done (lectern move-to): ' +
          'after one that was done, set DATABASE_URL to the new database; after one that broke off, open this one with ' +
          'lectern move-to --back.',
        { cause: error },
      );
    }
    // The last failure is that of undoing the transaction, which says less.
    const cause = isDatabaseUnavailable(error) ? error : lost;
    if (!cause) throw error;
    throw new CommandProblem(
      `The database does not answer${reasonOf(cause)}. Start Lectern (npm start), or correct DATABASE_URL.`,
      { cause },
    );
  } finally {
    await database.destroy();
  }
}

/**
 * @param name of what holds the address
 * @returns the address for the driver
 * @throws {CommandProblem}
 */
export function usableUrl(text: string, name = 'DATABASE_URL'): string {
  try {
    return readDatabaseUrl(text);
  } catch (error) {
    if (!(error instanceof DatabaseUrlProblem)) throw error;
    throw new CommandProblem(`${name} ${error.message}.`);
  }
}

/**
 * Makes sure that a database can be written into; whether it is empty is asked later.
 *
 * @throws {CommandProblem}
 */
export async function requireUsableTarget(url: string): Promise<void> {
  try {
    await requireUsableDatabase(url, 'Start it, or correct the address.');
  } catch (error) {
    if (!(error instanceof DatabaseUnusable)) throw error;
    throw new CommandProblem(error.message, { cause: error });
  }
}

/** The words of a server that refuses say more than their code. */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return '';
  if (cause instanceof pg.DatabaseError || !('code' in cause)) return `: ${cause.message}`;
  return ` (${String(cause.code)})`;
}

async function findDatabaseUrl(
  named: string | undefined,
  environment: Terminal['environment'],
): Promise<string> {
  if (!named && environment['DATABASE_URL']) return environment['DATABASE_URL'];
  const folder =
    named ||
    environment['LECTERN_DATA'] ||
    defaultDataFolder({ ...currentSurroundings(), environment });
  const url = folder && (await readIfThere(join(folder, databaseUrlFile)));
  if (url) return url;
  const where = folder ? ` in the data folder ${folder}` : '';
  throw new CommandProblem(
    `There is no embedded database${where}. Start Lectern (npm start), give its data folder with ` +
      '--data, or set DATABASE_URL.',
  );
}

async function readIfThere(file: string): Promise<string> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'ENOTDIR') return '';
    if (code !== 'EACCES') throw error;
    throw new CommandProblem(`${file} may not be read by this user. Run the command as its owner.`);
  }
}

/**
 * Commands keep temporary tables and settings in their session, as the services do. A database that is away is told of
 * by the first question.
 */
async function requireSession(url: string): Promise<void> {
  try {
    await requireUsableDatabase(url);
  } catch (error) {
    if (!(error instanceof DatabaseUnusable)) throw error;
    if (!error.isPassing) throw new CommandProblem(error.message, { cause: error });
  }
}

/** The services make and change tables, not a command: it may be newer or older than they are. */
async function requireTables(database: Database): Promise<void> {
  const { rows } = await sql<{ found: boolean }>`
    select to_regclass('platform.functions') is not null as found
  `.execute(database);
  if (rows[0]?.found) return;
  throw new CommandProblem(
    'The database has no tables of Lectern yet. Start the services once; they make them.',
  );
}

/** Undefined column, function or table (PostgreSQL, appendix A). */
const unknownNames = new Set(['42703', '42883', '42P01']);

function isOfOtherTables(error: unknown): boolean {
  return error instanceof pg.DatabaseError && unknownNames.has(error.code ?? '');
}
