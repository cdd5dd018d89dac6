import { currentSurroundings } from '@lectern/services/data-folder';
import { summaryOf } from './summary.ts';
import { help, readOptions, type StartOptions } from './options.ts';
import { startPlatform, type Platform } from './platform.ts';
import { StartProblem } from './problem.ts';
import { endAllProcesses } from './processes/running-process.ts';
import type { Parts } from './product.ts';
import { showOn } from './progress.ts';

/** Closing the terminal asks for the same as Ctrl-C and as a service manager. */
const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Runs the platform for a person at a terminal, from the flags to the stop that they ask for.
 *
 * @returns the exit code: 0 after a stop that was asked for, 1 when the platform cannot run, 2 for
 *   wrong flags
 */
export async function runStarter(args: readonly string[], parts: Parts): Promise<number> {
  // A terminal that is gone takes no more lines; that must not keep the platform from stopping.
  process.stdout.on('error', () => {});
  process.stderr.on('error', () => {});
  try {
    const options = readOptions(args, currentSurroundings());
    if (options) await runUntilStopped(options, parts);
    else process.stdout.write(help);
    return 0;
  } catch (error) {
    if (!(error instanceof StartProblem)) throw error;
    process.stderr.write(`\n${error.message}\n`);
    return error.exitCode;
  }
}

async function runUntilStopped(options: StartOptions, parts: Parts): Promise<void> {
  const stop = listenForStop();
  const progress = showOn(process.stdout);
  let platform: Platform;
  try {
    platform = await startPlatform({ ...options, progress, signal: stop.signal }, parts);
  } catch (error) {
    if (!stop.signal.aborted) throw error;
    progress.note('Stopped before everything answered.');
    return;
  }
  process.stdout.write(summaryOf(platform));
  const problem = await Promise.race([platform.failure, stop.asked]);
  await progress.step('Stopping', () => platform.close());
  if (problem) throw problem;
}

/**
 * One Ctrl-C arrives twice where npm runs the starter: from the terminal, and passed on by npm
 * (package.json says `exec`, so that no shell stands between). A person's second one comes later.
 */
const echoTimeInMilliseconds = 500;

/** The first signal asks for an orderly stop, a second one ends everything at once. */
function listenForStop(): { signal: AbortSignal; asked: Promise<undefined> } {
  const controller = new AbortController();
  const { promise: asked, resolve } = Promise.withResolvers<undefined>();
  let firstAt = 0;
  const onSignal = () => {
    if (!controller.signal.aborted) {
      firstAt = performance.now();
      controller.abort();
      resolve(undefined);
    } else if (performance.now() - firstAt > echoTimeInMilliseconds) {
      endAllProcesses();
      process.exit(1);
    }
  };
  for (const name of stopSignals) process.on(name, onSignal);
  return { signal: controller.signal, asked };
}
