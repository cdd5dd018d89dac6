import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chown, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { explainOutput, StartProblem } from '../problem.ts';
import { identityOf, type Account } from './account.ts';
import { programOf, type Binaries } from './binaries.ts';
import { explainMissingLibrary } from './missing-library.ts';

/** The only database role. It may sign in without a password: see {@link createCluster}. */
export const databaseUser = 'lectern';

const unfinishedPrefix = 'cluster-unfinished-';

/**
 * Folder of the cluster, which is made if there is none.
 *
 * `initdb` works under another name and the result is renamed, so that a kill in the middle leaves
 * no half cluster that the next start would take for a whole one.
 *
 * @param databaseFolder where the cluster and its unfinished predecessors lie
 * @param durable false leaves out the final sync to disk, for tests
 * @throws {StartProblem} when the disk is full, a library or the user's name is missing, or `initdb` fails
 *   otherwise
 */
export async function ensureCluster(
  databaseFolder: string,
  binaries: Binaries,
  account: Account | undefined,
  durable: boolean,
): Promise<string> {
  const cluster = clusterIn(databaseFolder);
  await removeUnfinished(databaseFolder);
  if (existsSync(join(cluster, 'PG_VERSION'))) return cluster;

  const unfinished = await mkdtemp(join(databaseFolder, unfinishedPrefix));
  if (account) await chown(unfinished, account.uid, account.gid);
  await createCluster(unfinished, binaries, account, durable);
  await rename(unfinished, cluster);
  return cluster;
}

export function clusterIn(databaseFolder: string): string {
  return join(databaseFolder, 'cluster');
}

/**
 * Runs `initdb`.
 *
 * Text sorts by code point by default (the builtin provider's C.UTF-8): keys compare fastest, prefix
 * searches use plain indexes, and no index breaks when the system's collations change. What people
 * see sorted asks for German where it is sorted: `COLLATE "de-x-icu"`.
 *
 * `trust` is right for one reason only: the socket lies in a folder that nobody else can enter.
 */
async function createCluster(
  folder: string,
  binaries: Binaries,
  account: Account | undefined,
  durable: boolean,
): Promise<void> {
  const args = [
    ['--pgdata', folder],
    ['--username', databaseUser],
    ['--auth', 'trust'],
    ['--encoding', 'UTF8'],
    ['--no-locale', '--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8'],
    durable ? [] : ['--no-sync'],
  ].flat();
  const initdb = spawn(programOf(binaries, 'initdb'), args, {
    ...identityOf(account),
    cwd: '/',
    // Messages in English, whatever the machine speaks: they are read for their cause.
    env: { PATH: process.env['PATH'], LC_ALL: 'C' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    initdb.once('error', reject);
    initdb.once('close', resolve);
  });
  const [output, status] = await Promise.all([text(initdb.stderr), ended]);
  if (status === 0) return;
  throw (
    explainOutput(output, folder) ??
    explainMissingLibrary(output) ??
    explainMissingName(output) ??
    new StartProblem(`The database could not be made in ${folder}. initdb says: ${output.trim()}`)
  );
}

/** PostgreSQL does not begin a cluster as a user id without an entry, as containers have it. */
function explainMissingName(output: string): StartProblem | undefined {
  const id = /could not look up effective user ID (\d+)/.exec(output)?.[1];
  if (!id) return undefined;
  return new StartProblem(
    `PostgreSQL asks for the name of the user id ${id}, and this system has none. Add it to /etc/passwd, ` +
      'start Lectern as another user, or set DATABASE_URL to a PostgreSQL 15 or newer.',
  );
}

async function removeUnfinished(databaseFolder: string): Promise<void> {
  const names = await readdir(databaseFolder);
  await Promise.all(
    names
      .filter((name) => name.startsWith(unfinishedPrefix))
      .map((name) => rm(join(databaseFolder, name), { recursive: true, force: true })),
  );
}
