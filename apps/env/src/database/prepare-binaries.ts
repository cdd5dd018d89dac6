import { spawnSync } from 'node:child_process';
import { chmod, cp, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { StartProblem, systemErrorCode } from '../problem.ts';
import { identityOf, type Account } from './account.ts';
import { programOf, type Binaries } from './binaries.ts';
import { explainMissingLibrary } from './missing-library.ts';

/**
 * Makes sure that PostgreSQL's programs start as the account.
 *
 * Root's checkout often lies where nobody else may look, under /root for one. The programs are then
 * copied, once per version, to the database folder, which the account can reach.
 *
 * @throws {StartProblem} when a system library is missing, or nothing helps
 */
export async function prepareBinaries(
  binaries: Binaries,
  account: Account | undefined,
  databaseFolder: string,
): Promise<Binaries> {
  const refusal = tryToStart(binaries, account);
  if (!refusal) return binaries;
  if (!account || tryToStart(binaries, undefined)) throw refusal;

  const copy = { ...binaries, root: join(databaseFolder, `programs-${binaries.version}`) };
  if (!existsSync(copy.root)) await copyReadable(binaries.root, copy.root, databaseFolder);
  const secondRefusal = tryToStart(copy, account);
  if (secondRefusal) throw secondRefusal;
  return copy;
}

/** Runs `postgres --version`, which loads every library that the server needs. */
function tryToStart(binaries: Binaries, account: Account | undefined): StartProblem | undefined {
  const { error, status, stderr } = spawnSync(programOf(binaries, 'postgres'), ['--version'], {
    ...identityOf(account),
    cwd: '/',
    encoding: 'utf8',
  });
  if (status === 0) return undefined;
  return (
    explainMissingLibrary(stderr ?? '') ??
    new StartProblem(
      `PostgreSQL's programs in ${binaries.root} do not run here (${systemErrorCode(error) ?? stderr.trim()}). ` +
        'Set DATABASE_URL to a PostgreSQL 15 or newer to do without them.',
    )
  );
}

async function copyReadable(from: string, to: string, parent: string): Promise<void> {
  // Under another name first: a kill in the middle must not leave half a copy that looks whole.
  const unfinished = await mkdtemp(join(parent, 'programs-unfinished-'));
  try {
    await cp(from, unfinished, { recursive: true, verbatimSymlinks: true });
    await chmod(unfinished, 0o755);
    for (const entry of await readdir(unfinished, { recursive: true, withFileTypes: true })) {
      // Modes follow the umask of the installation; links have none.
      if (!entry.isSymbolicLink()) await chmod(join(entry.parentPath, entry.name), 0o755);
    }
    await rename(unfinished, to);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}
