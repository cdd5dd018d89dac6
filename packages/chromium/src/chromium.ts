import { chromium, type Browser } from 'playwright-core';
import { findBrowser, findHeadlessShell } from './find-browser.mjs';

export { findHeadlessShell };

/**
 * Starts Chromium with the popup blocker that people's browsers have, and playwright's has not. Rejects where
 * no Chromium is found.
 */
export async function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    ...browserOptions(),
    ignoreDefaultArgs: ['--disable-popup-blocking'],
  });
}

/**
 * Starts Chromium's headless shell: the same engine without the window around the page, for two thirds of
 * the processor time. What the window does, such as blocking popups, is not seen there. Rejects
 * where no Chromium is found.
 */
export async function launchHeadlessShell(program = findHeadlessShell()): Promise<Browser> {
  return chromium.launch(browserOptions(program));
}

/** How Chromium is started: without background traffic, which not every machine may send. */
export function browserOptions(executablePath = findBrowser()): {
  readonly executablePath: string;
  readonly args: string[];
} {
  if (!executablePath) throw new Error('No Chromium found: install it, or name it in CHROMIUM.');
  return {
    executablePath,
    args: [
      // Chromium's own sandbox does not work for root; the pages are all ours.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // Servers have none; without this the headless shell takes a tenth more processor time.
      '--disable-gpu',
    ],
  };
}
