import { existsSync } from 'node:fs';
import {
  findBrowser,
  findHeadlessShell,
  isOnPath,
} from '../../packages/chromium/src/find-browser.mjs';
import { canUnpack, findGlewlwyd, unpackGlewlwyd } from './glewlwyd.mjs';
import { canUnpackChromium, findOldestChromium, unpackOldestChromium } from './oldest-chromium.mjs';
import { findEngine, otherEngines } from './other-engines.mjs';
import { InstallProblem } from './problem.mjs';
import { showProgress } from './progress.mjs';
import { lastLines, run } from './run.mjs';

const programs = [
  {
    name: 'Chromium',
    tests: 'the browser tests',
    isThere: () => Boolean(findBrowser()),
    packages: ['chromium', 'fonts-dejavu-core'],
    byHand: 'Install Chromium or Google Chrome, or set CHROMIUM to the path of one.',
  },
  {
    name: 'Chromium’s headless shell',
    tests: 'the browser tests',
    // Not every system has a package of it.
    without: 'The tests go on without it, and take longer.',
    isThere: () => !canInstall() || findHeadlessShell() !== findBrowser() || process.env.CHROMIUM,
    packages: ['chromium-headless-shell'],
    byHand: 'Set CHROMIUM to the path of a Chromium to do without it.',
  },
  {
    name: 'ffmpeg',
    tests: 'the tests of videos',
    isThere: () => ['ffmpeg', 'ffprobe'].every(isOnPath),
    packages: ['ffmpeg'],
    byHand: 'Install ffmpeg with ffprobe, so that PATH leads to both.',
  },
  {
    name: 'PgBouncer',
    tests: 'the tests behind a pooler',
    without: 'The tests go on without it.',
    isThere: () => isOnPath('pgbouncer') || existsSync('/usr/sbin/pgbouncer'),
    packages: ['pgbouncer'],
    byHand: 'Install it, so that PATH leads to it.',
  },
  {
    name: 'Chromium 109',
    tests: 'the journeys in the oldest Chromium',
    without: 'They run in the newest.',
    isThere: () => Boolean(findOldestChromium()),
    canInstall: canUnpackChromium,
    install: unpackOldestChromium,
    isOfDebian: false,
    byHand: 'There is one for Linux on x64.',
  },
  ...otherEngines.map(({ name, packages }) => ({
    name,
    tests: `the journeys in ${name}`,
    without: 'The tests go on without this engine.',
    isThere: () => Boolean(findEngine(name)),
    packages,
    byHand: 'Debian 12 has it.',
  })),
  {
    name: 'glewlwyd',
    tests: 'the sign-in tests at a second identity provider',
    without: 'The tests go on with the embedded provider alone.',
    isThere: () => Boolean(findGlewlwyd()),
    canInstall: canUnpack,
    install: unpackGlewlwyd,
    byHand: 'Unpack the packages of Debian 12, and set GLEWLWYD to the folder.',
  },
];

/** Makes sure that the tests find the programs they need; installs Debian's where that is possible. */
export async function provideTestPrograms() {
  for (const program of programs) {
    if (program.isThere()) continue;
    try {
      await provide(program);
    } catch (error) {
      if (!program.without || !(error instanceof InstallProblem)) throw error;
      console.warn(`${error.message} ${program.without}`);
    }
  }
}

/** The system's lists of packages are brought up to date once. */
let updated;

async function provide(program) {
  const { name, tests, isThere, packages = [], byHand } = program;
  const { canInstall: mayInstall = canInstall, install = () => apt(packages, byHand) } = program;
  const { isOfDebian = true } = program;
  if (!mayInstall()) {
    const onDebian =
      existsSync('/usr/bin/apt-get') && packages.length > 0
        ? ` On this system: sudo apt-get install ${packages.join(' ')}`
        : '';
    throw new InstallProblem(
      `${capitalized(tests)} need ${name}, and none was found. ${byHand}${onDebian}`,
    );
  }
  await showProgress(`Installing ${name} for ${tests}`, 'once, about a minute', async () => {
    if (isOfDebian && canInstall()) await (updated ??= aptGet(['update'], byHand));
    await install();
  });
  if (!isThere()) {
    throw new InstallProblem(`The system's packages did not bring ${name}. ${byHand}`);
  }
}

function canInstall() {
  return process.getuid?.() === 0 && isOnPath('apt-get');
}

function apt(packages, byHand) {
  return aptGet(['install', '-y', '--no-install-recommends', ...packages], byHand);
}

async function aptGet(args, byHand) {
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

function capitalized(text) {
  return text[0].toUpperCase() + text.slice(1);
}
