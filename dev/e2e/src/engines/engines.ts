import { firefox, type Browser } from 'playwright-core';
import { launchHeadlessShell } from '../browser.ts';
import { driveByPlaywright } from './playwright-driver.ts';
import type { Driver } from './visitor.ts';
import { startWebDriver, type DriverProgram } from './webdriver.ts';

/** An engine that runs: each visit has a profile of its own. */
interface RunningEngine extends AsyncDisposable {
  visit(): Promise<Driver>;
}

interface Engine {
  readonly name: string;
  start(): Promise<RunningEngine>;
}

export const engines: readonly Engine[] = [
  { name: 'Chromium', start: () => startByPlaywright(launchHeadlessShell) },
  { name: 'Firefox', start: () => startByPlaywright(launchFirefox) },
  {
    name: 'WebKitGTK',
    start: () =>
      startByWebDriver({
        program: 'WebKitWebDriver',
        needsScreen: true,
        environment: withoutSandbox,
        capabilities: {
          'webkitgtk:browserOptions': {
            binary: '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser',
            args: ['--automation', '--geometry=1024x768'],
          },
        },
      }),
  },
  {
    name: 'WPE',
    start: () =>
      startByWebDriver({
        program: 'WPEWebDriver',
        environment: { ...withoutSandbox, COG_PLATFORM_NAME: 'headless' },
        capabilities: {
          'wpe:browserOptions': {
            binary: '/usr/bin/cog',
            args: ['--automation', '--platform=headless', '--platform-params=1024x768'],
          },
        },
      }),
  },
];

/** WebKit's sandbox does not work for root; the pages are all ours. */
const withoutSandbox: Readonly<Record<string, string>> =
  process.getuid?.() === 0 ? { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' } : {};

function launchFirefox(): Promise<Browser> {
  return firefox.launch({
    channel: 'moz-firefox',
    executablePath: '/usr/bin/firefox-esr',
    // Frames of other origins stay in the page's process, where the driver finds them.
    firefoxUserPrefs: { 'fission.webContentIsolationStrategy': 0 },
  });
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
