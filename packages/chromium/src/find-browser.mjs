import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/* Plain JavaScript that imports no package: `dev/install` uses it before anything is installed. */

const programs = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const headlessShells = ['chromium-headless-shell'];
const macPrograms = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** CHROMIUM names a file that cannot be run. */
export class BrowserProblem extends Error {
  name = 'BrowserProblem';
}

/**
 * Path of the Chromium that the check and the tests use: the one that CHROMIUM names, else the first that
 * is installed.
 *
 * @throws {BrowserProblem} when CHROMIUM names none
 */
export function findBrowser(environment = process.env) {
  if (environment.CHROMIUM) {
    if (isProgram(environment.CHROMIUM)) return environment.CHROMIUM;
    throw new BrowserProblem(`CHROMIUM is ${environment.CHROMIUM}, which is not a program.`);
  }
  return find(programs, environment) ?? macPrograms.find(isProgram);
}

/**
 * Path of Chromium's headless shell, which is Chromium without the window around the page; that of the
 * Chromium itself where there is no such program of its own, or where CHROMIUM names one.
 *
 * @throws {BrowserProblem} as {@link findBrowser}
 */
export function findHeadlessShell(environment = process.env) {
  return (
    (environment.CHROMIUM ? undefined : find(headlessShells, environment)) ??
    findBrowser(environment)
  );
}

function find(names, environment) {
  const folders = [...(environment.PATH ?? '').split(delimiter), '/usr/bin', '/snap/bin'];
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(isProgram);
}

/** True for a file that can be run. */
export function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** True for a program that can be started by its name alone. */
export const isOnPath = (program) => findOnPath(program) !== undefined;

/** Path of a program that can be started by its name alone. */
export function findOnPath(program) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.map((folder) => join(folder, program)).find(isProgram);
}
