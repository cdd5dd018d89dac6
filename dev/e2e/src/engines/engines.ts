import { firefox, type Browser } from 'playwright-core';
import { findOldestChromium } from '../../../install/oldest-chromium.mjs';
import { findEngine } from '../../../install/other-engines.mjs';
import { launchBrowser, launchHeadlessShell } from '@lectern/chromium';
import { driveByPlaywright } from './playwright-driver.ts';
import type { Driver } from './visitor.ts';
import { startWebDriver, type DriverProgram } from './webdriver.ts';

/** An engine that runs: each visit has a profile of its own. */
interface RunningEngine extends AsyncDisposable {
  visit(): Promise<Driver>;
}

/** How an engine's browser and driver differ from others. */
interface Abilities {
  /** The driver's mouse selects text. */
  readonly canSelect: boolean;
  /** The window can be given another size. */
  readonly canResize: boolean;
  /** A visit has several tabs and windows. */
  readonly hasTabs: boolean;
  /** The window gets the focus, without which what opens over content takes no press, and fills a screen. */
  readonly hasFocus: boolean;
  /** It lacks functions that the shell's fallback brings. */
  readonly needsFallback: boolean;
}

export interface Engine extends Abilities {
  readonly name: string;
  start(): Promise<RunningEngine>;
}

const common: Abilities = {
  canSelect: true,
  canResize: true,
  hasTabs: true,
  hasFocus: true,
  needsFallback: false,
};

const ofWpe: Abilities = {
  canSelect: false,
  canResize: false,
  hasTabs: false,
  hasFocus: false,
  needsFallback: true,
};

/** WebKit's sandbox does not work for root; the pages are all ours. */
const withoutSandbox: Readonly<Record<string, string>> =
  process.getuid?.() === 0 ? { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' } : {};

function firefoxAt(executablePath: string): () => Promise<RunningEngine> {
  return () =>
    startByPlaywright(() =>
      firefox.launch({
        channel: 'moz-firefox',
        executablePath,
        // Frames of other origins stay in the page's process, where the driver finds them.
        firefoxUserPrefs: { 'fission.webContentIsolationStrategy': 0 },
      }),
    );
}

function webKitGtkAt(program: string, isWhole: boolean): () => Promise<RunningEngine> {
  return () =>
    startByWebDriver({
      program,
      needsScreen: true,
      environment: {
        ...withoutSandbox,
        // Without a graphics processor, layers double a page's processor time. WPE has them in journeys, too.
        ...(!isWhole && { WEBKIT_DISABLE_COMPOSITING_MODE: '1' }),
      },
      capabilities: {
        'webkitgtk:browserOptions': {
          args: ['--automation', '--geometry=1024x768'],
        },
      },
    });
}

function wpeAt(program: string): () => Promise<RunningEngine> {
  return () =>
    startByWebDriver({
      program,
      environment: { ...withoutSandbox, COG_PLATFORM_NAME: 'headless' },
      capabilities: {
        'wpe:browserOptions': {
          binary: 'cog',
          // The window of this platform is 800 by 600.
          args: ['--automation', '--platform=headless'],
        },
      },
    });
}

const others = [
  ['Firefox', firefoxAt, common],
  ['WebKitGTK', webKitGtkAt, common],
  ['WPE', wpeAt, ofWpe],
] as const;

function enginesAs(isWhole: boolean): readonly Engine[] {
  const oldest = isWhole || process.env['CHROMIUM'] ? undefined : findOldestChromium();
  const launchChromium = isWhole ? launchBrowser : () => launchHeadlessShell(oldest);
  return [
    {
      ...common,
      name: 'Chromium',
      needsFallback: oldest !== undefined,
      start: () => startByPlaywright(launchChromium),
    },
    ...others.flatMap(([name, startAt, abilities]) => {
      const program = findEngine(name);
      return program ? [{ ...abilities, name, start: startAt(program, isWhole) }] : [];
    }),
  ];
}

/**
 * Chromium, the oldest supported one where it is there and CHROMIUM names no other, and those of the others that are
 * installed; `npm test` says which are left out.
 */
export const engines = enginesAs(false);

/**
 * The same as people have them, for benchmarks and pictures: Chromium's headless shell, in which journeys run, keeps
 * frames of other sites in the page's process, and their WebKitGTK has no layers.
 */
export const wholeEngines = enginesAs(true);

/** For benchmarks, which run without them. */
export function sayMissingEngines(): void {
  const missing = others.map(([name]) => name).filter((name) => !findEngine(name));
  if (missing.length > 0)
    console.log(`Not installed: ${missing.join(', ')}; \`node dev/install.mjs --tests\` does it.`);
}

async function startByPlaywright(launch: () => Promise<Browser>): Promise<RunningEngine> {
  const browser = await launch();
  return {
    visit: () => driveByPlaywright(browser),
    [Symbol.asyncDispose]: () => browser.close(),
  };
}

async function startByWebDriver(program: DriverProgram): Promise<RunningEngine> {
  const driver = await startWebDriver(program);
  return {
    visit: () => driver.begin(),
    [Symbol.asyncDispose]: () => driver[Symbol.asyncDispose](),
  };
}
