import { existsSync } from 'node:fs';
import { findBrowser } from './find-browser.mjs';
import { InstallProblem } from './problem.mjs';
import { showProgress } from './progress.mjs';
import { lastLines, run } from './run.mjs';

/** Makes sure that the browser tests find a Chromium; installs Debian's where that is possible. */
export async function provideBrowser() {
  if (findBrowser()) return;
  const byHand = 'Install Chromium or Google Chrome, or set CHROMIUM to the path of one.';
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    const onDebian = existsSync('/usr/bin/apt-get')
      ? ' On this system: sudo apt-get install chromium'
      : '';
    throw new InstallProblem(
      `The browser tests need Chromium, and none was found. ${byHand}${onDebian}`,
    );
  }
  await showProgress(
    'Installing Chromium for the browser tests',
    'once, about a minute',
    async () => {
      await apt(['update'], byHand);
      await apt(
        ['install', '-y', '--no-install-recommends', 'chromium', 'fonts-dejavu-core'],
        byHand,
      );
    },
  );
  if (!findBrowser()) {
    throw new InstallProblem(`The system's package chromium brought no browser along. ${byHand}`);
  }
}

async function apt(args, byHand) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const { status, output } = await run('/usr/bin/apt-get', ['-q', ...args], { env });
  if (status === 0) return;
  const reason = /No space left|enough free space/.test(output)
    ? 'The disk is full: free about 1 GB and start again.'
    : byHand;
  throw new InstallProblem(
    `apt-get ${args[0]} failed. ${reason} apt-get says:\n${lastLines(output)}`,
  );
}
