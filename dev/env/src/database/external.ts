import { StartProblem, systemErrorCode } from '../problem.ts';
import { withConnection } from './connection.ts';

/** SQL is kept at the level of this major version. */
const minimumMajor = 15;

/**
 * Makes sure that the database of `DATABASE_URL` can be used.
 *
 * @throws {StartProblem} when it cannot be reached, refuses the user, or is too old
 */
export async function requireUsableDatabase(url: string): Promise<void> {
  const version = await versionOf(url);
  if (Number.parseInt(version, 10) >= minimumMajor) return;
  throw new StartProblem(
    `The database of DATABASE_URL (${nameOf(url)}) is PostgreSQL ${version}. Lectern needs ${minimumMajor} or newer.`,
  );
}

async function versionOf(url: string): Promise<string> {
  try {
    return await withConnection(url, async (client) => {
      const { rows } = await client.query<{ server_version: string }>('SHOW server_version');
      return rows[0]?.server_version ?? '';
    });
  } catch (cause) {
    throw new StartProblem(
      `The database of DATABASE_URL (${nameOf(url)}) cannot be used: ${reasonOf(cause)}. ` +
        'Start it or correct DATABASE_URL; without DATABASE_URL Lectern brings its own.',
      { cause },
    );
  }
}

/** The address without user and password. */
function nameOf(url: string): string {
  const { host, pathname, searchParams } = new URL(url);
  return (searchParams.get('host') ?? host) + pathname;
}

/** A connection to a name with several addresses fails with one error for each, and no message. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return systemErrorCode(error) ?? String(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}
