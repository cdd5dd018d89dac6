/** Path of the Chromium that the tests use, if there is one. Throws when CHROMIUM names none. */
export function findBrowser(environment?: NodeJS.ProcessEnv): string | undefined;
