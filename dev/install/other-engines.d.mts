/** Paths of the programs of an engine beside Chromium; the browser itself comes first. None where one is missing. */
export function findEngine(
  name: 'Firefox' | 'WebKitGTK' | 'WPE',
): readonly [browser: string, driver: string] | undefined;
