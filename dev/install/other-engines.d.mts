/** Path of the program that starts an engine beside Chromium, if all that it needs is there. */
export function findEngine(name: 'Firefox' | 'WebKitGTK' | 'WPE'): string | undefined;
