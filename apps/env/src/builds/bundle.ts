import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkout } from '../checkout.ts';
import {
  checkoutPlace,
  explainOutput,
  explainSystemError,
  StartProblem,
  systemErrorCode,
} from '../problem.ts';
import {
  startProcess,
  type ProcessDescription,
  type RunningProcess,
} from '../processes/running-process.ts';
import { digestOf } from './sources.ts';

/** A part of the platform that is bundled for the browser. */
export interface Bundle {
  /** As people read it: 'shell'. */
  readonly title: string;
  readonly folder: string;
  /** Files and folders outside its own that go into it. */
  readonly uses: readonly string[];
}

const packages = join(checkout, 'packages');
/** Versions of what is bundled, and the browsers that it is bundled for. */
const manifests = [join(checkout, 'package-lock.json'), join(checkout, 'package.json')];

export const shellBundle: Bundle = {
  title: 'shell',
  folder: join(checkout, 'apps', 'shell'),
  uses: [join(packages, 'contracts', 'src'), join(packages, 'sdk', 'src'), ...manifests],
};

export const contentBundle: Bundle = {
  title: 'demo content',
  folder: join(checkout, 'dev', 'demo-content'),
  uses: [join(packages, 'annotations', 'src'), join(packages, 'sdk', 'src'), ...manifests],
};

/** Where the bundle lies. */
export function outputOf(bundle: Bundle): string {
  return join(bundle.folder, 'dist');
}

/** The built shell. There is one as soon as a platform has started in this checkout. */
export const shellFolder = outputOf(shellBundle);

/** The built demo publication. There is one as soon as a platform has started in this checkout. */
export const demoContentFolder = outputOf(contentBundle);

/**
 * A digest of the sources that the bundle was not yet made from, or `undefined` when it is up to
 * date. A bundle that anything but {@link build} has written since, such as a watch, is not.
 */
export async function staleDigestOf(bundle: Bundle): Promise<string | undefined> {
  const digest = await digestOf([bundle.folder, ...bundle.uses]);
  const output = outputOf(bundle);
  if (!existsSync(join(output, 'index.html'))) return digest;
  return (await readRecord(bundle)) === recordFor(digest, await digestOf([output]))
    ? undefined
    : digest;
}

/**
 * Makes the bundle and records what it was made from, and what came out.
 *
 * The bundler writes beside the old bundle, which is replaced at the end: two starts in one checkout
 * do not empty each other's folder, and a kill leaves the old bundle.
 *
 * @param signal ends the build
 * @throws {StartProblem} with the bundler's words when it fails, or when the checkout is not writable
 */
export async function build(
  bundle: Bundle,
  digest: string,
  logs: string,
  signal: AbortSignal,
): Promise<void> {
  const output = outputOf(bundle);
  let record: string;
  try {
    const made = await mkdtemp(`${output}-`);
    const replaced = `${made}-replaced`;
    try {
      const vite = await startProcess(
        viteProcess(bundle, logs, ['--outDir', made, '--emptyOutDir']),
      );
      signal.addEventListener('abort', () => void vite.stop(), { once: true });
      const how = await vite.ended;
      signal.throwIfAborted();
      if (how !== 'exit code 0') throw buildProblem(bundle, how, vite);
      // mkdtemp's is for its owner alone; another user's start serves this bundle, too.
      await chmod(made, 0o755);
      record = recordFor(digest, await digestOf([made]));
      if (existsSync(output)) await rename(output, replaced);
      await rename(made, output);
    } finally {
      await rm(made, { recursive: true, force: true });
      await rm(replaced, { recursive: true, force: true });
    }
    await mkdir(dirname(recordFile(bundle)), { recursive: true });
    await writeFile(recordFile(bundle), record);
  } catch (error) {
    throw explainSystemError(error, bundle.folder, checkoutPlace);
  }
}

/** Keeps the bundle up to date with its sources until the process is stopped. */
export function watchBundle(bundle: Bundle, logs: string): Promise<RunningProcess> {
  return startProcess(viteProcess(bundle, logs, ['--watch']));
}

function viteProcess(bundle: Bundle, logs: string, flags: readonly string[]): ProcessDescription {
  const bundler = createRequire(join(bundle.folder, 'package.json'));
  const vite = join(dirname(bundler.resolve('vite/package.json')), 'bin', 'vite.js');
  const endWithStarter = fileURLToPath(
    new URL('../processes/end-with-starter.ts', import.meta.url),
  );
  return {
    command: process.execPath,
    args: ['--import', endWithStarter, vite, 'build', ...flags],
    // Its configuration has another name each time: in Node's cache it would pile up.
    environment: { ...process.env, NODE_COMPILE_CACHE: undefined, NODE_ENV: 'production' },
    logFile: join(logs, `build-${basename(bundle.folder)}.log`),
    workingFolder: bundle.folder,
    endsWithStarter: true,
    stopSignal: 'SIGTERM',
    stopTimeInMilliseconds: 1000,
    forceSignal: 'SIGKILL',
  };
}

function buildProblem({ title }: Bundle, how: string, vite: RunningProcess): StartProblem {
  const words = vite.output().trim();
  return (
    explainOutput(words, checkout, checkoutPlace) ??
    new StartProblem(`The ${title} could not be built (${how}). The bundler says:\n${words}`)
  );
}

/** Outside the bundle, since all of that is served. */
function recordFile({ folder }: Bundle): string {
  return join(checkout, '.lectern', `${basename(folder)}.sha256`);
}

function recordFor(sourcesDigest: string, outputDigest: string): string {
  return `${sourcesDigest} ${outputDigest}\n`;
}

async function readRecord(bundle: Bundle): Promise<string | undefined> {
  try {
    return await readFile(recordFile(bundle), 'utf8');
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
