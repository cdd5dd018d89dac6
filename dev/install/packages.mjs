import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { InstallProblem } from './problem.mjs';
import { showProgress } from './progress.mjs';
import { lastLines, run } from './run.mjs';

/**
 * True where node_modules is the installation of package-lock.json on this platform.
 *
 * npm records what it has installed in node_modules/.package-lock.json, as its last act, and removes
 * that record first when it installs anew. Comparing the two takes milliseconds and also accepts an
 * installation that a developer made with `npm install`.
 *
 * @param {string} root folder of the checkout
 */
export function isInstalled(root) {
  const wanted = readLock(join(root, 'package-lock.json'));
  const present = readLock(join(root, 'node_modules', '.package-lock.json'));
  if (!wanted)
    throw new InstallProblem(`${root} has no package-lock.json: the checkout is incomplete.`);
  if (!present) return false;
  return (
    Object.entries(wanted).every(([path, entry]) => {
      if (!path.startsWith('node_modules/')) return true;
      // Parts for other platforms are optional and absent.
      return present[path] ? isSame(present[path], entry) : entry.optional === true;
    }) && Object.entries(present).every(([path, entry]) => wanted[path] && fitsPlatform(entry))
  );
}

function readLock(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch (error) {
    if (error.code === 'ENOENT' || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const isSame = (one, other) => one.version === other.version && one.integrity === other.integrity;

/** False for what was installed on another system, as when a checkout is mounted into a container. */
const fitsPlatform = ({ os, cpu }) =>
  (!os || os.includes(process.platform)) && (!cpu || cpu.includes(process.arch));

/**
 * Installs exactly what package-lock.json names.
 *
 * @param {string} root folder of the checkout
 * @param {(pid: number) => void} onStart is told npm's process id
 * @throws {InstallProblem}
 */
export async function installPackages(root, onStart) {
  // Some packages ask for Node 22, which they get: the product runs on the packaged Node 24. Level
  // "error" leaves out npm's warnings about the machine's older one. Nobody would read an audit here.
  // The bundler is one of those that are for development, which NODE_ENV=production would leave out.
  const args = [
    'ci',
    '--include=dev',
    '--loglevel=error',
    '--no-progress',
    '--no-audit',
    '--no-fund',
  ];
  await showProgress('Installing the packages', 'once, about a minute', () =>
    runNpm(args, root, onStart),
  );
}

/**
 * @param {readonly string[]} args
 * @param {string} folder in which npm runs
 * @param {(pid: number) => void} [onStart] is told npm's process id
 * @throws {InstallProblem}
 */
export async function runNpm(args, folder, onStart) {
  // npm's own Node, not the one of node_modules/.bin, which `npm ci` is about to remove.
  const { npm_execpath: npm, npm_node_execpath: node = process.execPath } = process.env;
  const { status, output } = await (
    npm
      ? run(node, [npm, ...args], { cwd: folder, onStart })
      : run('npm', args, { cwd: folder, onStart })
  ).catch((error) => {
    throw new InstallProblem(
      `npm cannot be started (${error.code}). Install it together with Node.js.`,
    );
  });
  if (status !== 0) throw npmProblem(output, folder);
}

/** @returns {InstallProblem} npm's many lines in one sentence, by the code that it prints */
export function npmProblem(output, root) {
  const code = /npm (?:error|ERR!) code (\S+)/.exec(output)?.[1] ?? '';
  const tail = `npm says:\n${lastLines(output)}`;
  if (/ENOSPC|EDQUOT/.test(output)) {
    return new InstallProblem(
      `The disk that holds ${root} is full. Free about 1 GB and start again.`,
    );
  }
  if (['EACCES', 'EPERM', 'EROFS'].includes(code)) {
    return new InstallProblem(
      `npm may not write here. Make ${root} and npm's cache writable for you, then start again. ${tail}`,
    );
  }
  if (
    /^(ENOTFOUND|EAI_AGAIN|ECONN\w+|E?ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|E5\d\d|ERR_SOCKET\w*)$/.test(
      code,
    )
  ) {
    return new InstallProblem(
      `The package registry cannot be reached. Check the network and proxy (npm ping), then start again. ${tail}`,
    );
  }
  return new InstallProblem(`The packages could not be installed. ${tail}`);
}
