import { cp, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isOnPath, isProgram } from '../../packages/chromium/src/find-browser.mjs';
import { fillOwnFolder, ownFolder } from './own-folder.mjs';
import { InstallProblem } from './problem.mjs';
import { mustRun } from './run.mjs';

const folderName = 'glewlwyd';

/**
 * Folder of glewlwyd, an identity provider that the sign-in tests run against beside the embedded one: the
 * one that GLEWLWYD names, else that of {@link unpackGlewlwyd}, if it is there.
 *
 * @throws {InstallProblem} when GLEWLWYD names none
 */
export function findGlewlwyd(environment = process.env) {
  const folder = environment.GLEWLWYD ?? ownFolder(folderName, environment);
  if (isProgram(join(folder, 'usr', 'bin', 'glewlwyd'))) return folder;
  if (environment.GLEWLWYD === undefined) return undefined;
  throw new InstallProblem(`GLEWLWYD is ${folder}, in which there is no usr/bin/glewlwyd.`);
}

/** True where the system has packages to unpack, root or not. */
export function canUnpack() {
  return ['apt-get', 'dpkg-deb'].every(isOnPath);
}

/**
 * Unpacks Debian's packages of glewlwyd, and those that it needs and the system lacks, into a folder of the
 * user's. Installed, they would ask for a database and start a service, and a package that fails to configure
 * itself fails every later installation of the system's.
 *
 * @throws {InstallProblem}
 */
export function unpackGlewlwyd() {
  return fillOwnFolder(folderName, async (folder, scratch) => {
    const archives = join(scratch, 'archives');
    await mkdir(join(archives, 'partial'), { recursive: true });
    await download(archives);
    for (const name of await readdir(archives)) {
      if (!name.endsWith('.deb')) continue;
      await mustRun('dpkg-deb', ['-x', join(archives, name), folder]);
    }
    await resolveLinks(join(folder, 'usr', 'share', 'glewlwyd'));
  });
}

/** Puts files in place of the pages' links to other packages, out of which glewlwyd serves nothing. */
async function resolveLinks(share) {
  const pages = join(share, 'webapp');
  const settings = join(pages, 'config.json');
  // The only link to an absolute address.
  await rm(settings);
  await cp(join(share, 'templates', 'config.json'), settings);
  const resolved = join(share, 'resolved');
  await cp(pages, resolved, { recursive: true, dereference: true });
  await rm(pages, { recursive: true });
  await rename(resolved, pages);
}

function download(archives) {
  return mustRun('apt-get', [
    '-q',
    'install',
    '--download-only',
    '--yes',
    '--no-install-recommends',
    // Named ones are fetched even where the system has them: pages are looked for beside the program.
    '--reinstall',
    // Nothing is installed, so the system's lock, which is root's, is not needed.
    '-o',
    'Debug::NoLocking=true',
    '-o',
    `Dir::Cache::archives=${archives}`,
    'glewlwyd',
    'dbconfig-no-thanks',
    'libjs-jquery',
  ]);
}
