import { appendFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { castOf, type Cast } from '@lectern/env/casts';
import { later } from '@lectern/env/later';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, inject } from 'vitest';
import { launchHeadlessShell } from '@lectern/chromium';
import { arrive, arriveFirst, type Learner } from './learner.ts';
import { restoreConfiguration } from './reconfigure.ts';
import { openSharedPlatform, type SharedPlatform } from './shared-platform.ts';

/*
 * Stage of a file of journeys: the platform and the browser of its worker, and people of its own. Each function
 * registers hooks in the file that calls it, and hands over what there is.
 */

/** Where all journeys of a file take place. */
export interface Stage {
  readonly platform: SharedPlatform;
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
  /** The learner is still to be asked for consent. Default: no. */
  readonly isFirstVisit?: boolean;
}

type Launch = () => Promise<Browser>;

/** Of the file that runs. */
let stage: Stage | undefined;

/** Browsers of this worker, by what has launched them; they end with its process. */
const browsers = new Map<Launch, Promise<Browser>>();
/** The one who runs the file; who comes after a worker that has died has its number. */
const worker = Number(process.env['VITEST_POOL_ID']);
let workersPlatform: Promise<SharedPlatform> | undefined;

/** Demo people whom no other file knows that runs on this worker's platform. */
export function newCast(): Cast {
  // A file that grows by a byte each time: platforms outlive workers, and what people have done there stays.
  const taken = join(inject('takenFolder'), `casts-${worker}`);
  appendFileSync(taken, '.');
  return castOf(statSync(taken).size);
}

/**
 * Has the file's journeys visit the platform that the files of this worker share. What a file has stopped there is
 * started again after it, and its configuration restored.
 *
 * @param launch `launchBrowser` where more than the page counts: popups that need a press, full screen, and pages
 *   that the browser keeps for the way back.
 * @returns the stage, for later hooks and journeys.
 */
export function visitBeforeAll(launch: Launch = launchHeadlessShell): Stage {
  let platform: SharedPlatform | undefined;
  let browser: Browser | undefined;
  beforeAll(async () => {
    platform = await platformOfWorker();
    browser = await sharedBrowser(launch);
    stage = { platform, browser };
  });
  afterAll(async () => {
    stage = undefined;
    await Promise.all(browser?.contexts().map((context) => context.close()) ?? []);
    if (!platform) return;
    try {
      await platform.startStopped();
    } finally {
      await restoreConfiguration(platform);
    }
  });
  return { platform: later(() => platform), browser: later(() => browser) };
}

/** The browser of this worker. Pages that a file opens in it, the file closes. */
export async function sharedBrowser(launch: Launch = launchHeadlessShell): Promise<Browser> {
  const launched = await browsers.get(launch);
  if (launched?.isConnected()) return launched;
  const launching = launch();
  browsers.set(launch, launching);
  launching.catch(() => browsers.delete(launch));
  return launching;
}

async function platformOfWorker(): Promise<SharedPlatform> {
  const opening = (workersPlatform ??= openSharedPlatform(inject('platformControl'), worker));
  opening.catch(() => (workersPlatform = undefined));
  return opening;
}

/**
 * Has a learner arrive at the platform before each journey, and leave after it: later than whatever the
 * file does after its journeys, and also where that fails.
 *
 * @param take called for each journey, before hooks that the file registers afterwards.
 */
export function arriveBeforeEach(
  take: (arrival: Arrival) => void,
  options: ArrivalOptions = {},
): void {
  beforeEach(async ({ onTestFinished }) => {
    const arrival = await arriveAtStage(options);
    onTestFinished(() => arrival.context.close());
    take(arrival);
  });
}

/**
 * Has a learner arrive before the first journey of a group, each of which goes on where the one before has ended.
 *
 * @param take called before hooks that the group registers afterwards.
 */
export function arriveBeforeAll(
  take: (arrival: Arrival) => void,
  options: ArrivalOptions = {},
): void {
  let arrival: Arrival | undefined;
  beforeAll(async () => {
    arrival = await arriveAtStage(options);
    take(arrival);
  });
  afterAll(() => arrival?.context.close());
}

async function arriveAtStage({
  isFirstVisit = false,
  ...options
}: ArrivalOptions): Promise<Arrival> {
  if (!stage) throw new Error('There is no platform: visitBeforeAll comes first.');
  const { platform, browser } = stage;
  const context = await browser.newContext(options);
  const learner = await (isFirstVisit ? arriveFirst : arrive)(context, platform);
  return { context, learner, page: learner.page };
}
