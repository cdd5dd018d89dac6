/** Path of the headless shell of the oldest supported Chromium, if it is there. */
export function findOldestChromium(environment?: NodeJS.ProcessEnv): string | undefined;
