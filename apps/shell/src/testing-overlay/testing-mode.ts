/**
 * True where the testing overlay is there (specification, section 6): in every build that is not for production;
 * in production only on hosts whose name ends in 'it' or 'work', or on localhost, and only when the stored flag is
 * 'true'.
 *
 * @param buildMode Vite's mode of the build.
 * @param hostname Without port, as `location.hostname` gives it.
 * @param readFlag Gives what is stored under `forceTestingMode`. Asked only where it counts, since the
 *   first look into local storage waits for the disk.
 */
export function isTestingMode(
  buildMode: string,
  hostname: string,
  readFlag: () => string | null,
): boolean {
  if (buildMode !== 'production') return true;
  return /(it|work|^localhost)$/.test(hostname) && readFlag() === 'true';
}
