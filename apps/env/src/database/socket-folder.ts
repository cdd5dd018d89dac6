import { createHash } from 'node:crypto';
import { chmod, chown, lstat, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartProblem, systemErrorCode } from '../problem.ts';
import { takeOver, type Account } from './account.ts';

/**
 * Longest address of a Unix socket on every system: macOS has room for 104 bytes with the closing
 * zero, Linux for 108.
 */
const maximumAddressLengthInBytes = 103;

/** PostgreSQL names its socket after the port that it would have. */
export const socketPort = 5432;

/**
 * Folder of the database's only door, closed to all but PostgreSQL's user (and root). It lies in the
 * database folder, or, where that has too long a path, under the system's temporary folder.
 */
export async function ensureSocketFolder(
  databaseFolder: string,
  account: Account | undefined,
): Promise<string> {
  const inside = join(databaseFolder, 'socket');
  await takeOver(inside, account);
  const folder = socketFolderFor(databaseFolder, inside);
  try {
    await mkdir(folder, { mode: 0o700 });
    if (account) await chown(folder, account.uid, account.gid);
    // The umask may have taken away more than intended.
    await chmod(folder, 0o700);
  } catch (error) {
    if (systemErrorCode(error) !== 'EEXIST') throw error;
    await requirePrivate(folder, account);
  }
  return folder;
}

function socketFolderFor(databaseFolder: string, inside: string): string {
  const address = join(inside, `.s.PGSQL.${socketPort}`);
  if (Buffer.byteLength(address) <= maximumAddressLengthInBytes) return inside;
  const digest = createHash('sha256').update(databaseFolder).digest('hex').slice(0, 16);
  return join(tmpdir(), `lectern-${digest}`);
}

/** Any other user with access to the temporary folder could have laid a folder there. */
async function requirePrivate(folder: string, account: Account | undefined): Promise<void> {
  const stats = await lstat(folder);
  const owner = account?.uid ?? process.getuid?.();
  if (stats.isDirectory() && stats.uid === owner && (stats.mode & 0o077) === 0) return;
  throw new StartProblem(
    `The folder ${folder}, meant for the database's socket, belongs to somebody else or is open to others. Remove it and start again.`,
  );
}
