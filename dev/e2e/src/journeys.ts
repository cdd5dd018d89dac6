import type { Platform } from '@lectern/env';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { launchHeadlessShell } from './browser.ts';
import { arrive, arriveFirst, type Learner } from './learner.ts';
import { startPreparedPlatform } from './prepared-platform.ts';

/*
 * What a file of journeys stands on. Each function registers hooks in the file that calls it, and hands
 * over what they have made: `startBeforeAll((started) => ({ platform } = started));`
 */

/** The product and a browser, for all journeys of a file. */
interface Started {
  readonly platform: Platform;
  readonly browser: Browser;
}

/** Somebody in a browser profile of their own, for one journey. */
export interface Arrival {
  readonly context: BrowserContext;
  readonly learner: Learner;
  /** The learner's. */
  readonly page: Page;
}

interface ArrivalOptions extends BrowserContextOptions {
  /** Whether the learner is still to be asked for consent. Default: no. */
  readonly isFirstVisit?: boolean;
}

/** Of the file that runs: each has modules of its own. */
let started: Started | undefined;

/**
 * Starts the product and a browser before the file's journeys, and closes them after.
 *
 * @param take called once, before hooks that the file registers afterwards.
 * @param launch `launchBrowser` where more than the page counts: popups that need a press, full screen, and pages
 *   that the browser keeps for the way back.
 */
export function startBeforeAll(
  take: (started: Started) => void = () => {},
  launch: () => Promise<Browser> = launchHeadlessShell,
): void {
  let platform: Platform | undefined;
  let browser: Browser | undefined;
  beforeAll(async () => {
    // One after the other: where the second does not start, the first is known, and is closed.
    browser = await launch();
    platform = await startPreparedPlatform();
    started = { platform, browser };
    take(started);
  });
  afterAll(async () => {
    started = undefined;
    await browser?.close();
    await platform?.close();
  });
}

/**
 * Has a learner arrive at the file's platform before each journey, and leave after it: later than
 * whatever the file does after its journeys, and also where that fails.
 *
 * @param take called for each journey, before hooks that the file registers afterwards.
 */
export function arriveBeforeEach(
  take: (arrival: Arrival) => void,
  { isFirstVisit = false, ...options }: ArrivalOptions = {},
): void {
  beforeEach(async ({ onTestFinished }) => {
    if (!started) throw new Error('No platform has been started: startBeforeAll comes first.');
    const { platform, browser } = started;
    const context = await browser.newContext(options);
    onTestFinished(() => context.close());
    const learner = await (isFirstVisit ? arriveFirst : arrive)(context, platform);
    take({ context, learner, page: learner.page });
  });
}
