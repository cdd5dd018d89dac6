/** Path of the Chromium that the check and the tests use, if there is one. Throws when CHROMIUM names none. */
export function findBrowser(environment?: NodeJS.ProcessEnv): string | undefined;

/** Path of Chromium's headless shell, else of that Chromium, if there is one. Throws when CHROMIUM names none. */
export function findHeadlessShell(environment?: NodeJS.ProcessEnv): string | undefined;
