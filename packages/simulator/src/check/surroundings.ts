import type { Browser } from 'playwright-core';
import { SimulatorProblem } from '../problem.ts';
import type { Backstage } from '../backstage.ts';

/** The browser and the platform that pages are opened in. */
export interface Surroundings {
  readonly backstage: Backstage;
  readonly browser: Browser;
}

/**
 * Starts a Chromium, and a platform with a new database.
 *
 * @throws {SimulatorProblem} without Chromium
 * @throws {StartProblem} of `@lectern/env` when the platform cannot start
 */
export async function startSurroundings(): Promise<Surroundings & AsyncDisposable> {
  // Loaded by the first check that opens a page: wrong arguments are answered before.
  const { launchBrowser } = await import('@lectern/chromium');
  const { startBackstage } = await import('../backstage.ts');
  await using undo = new AsyncDisposableStack();
  const browser = await launchBrowser().catch((cause: unknown) => {
    const words = cause instanceof Error ? cause.message : String(cause);
    throw new SimulatorProblem(`The check needs Chromium. ${words.split('\n', 1)[0]}`, { cause });
  });
  undo.defer(() => browser.close());
  const backstage = await startBackstage();
  undo.defer(() => backstage.close());
  const started = undo.move();
  return { browser, backstage, [Symbol.asyncDispose]: () => started.disposeAsync() };
}
