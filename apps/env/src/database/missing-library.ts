import { StartProblem } from '../problem.ts';

/** Debian packages of the libraries that the embedded PostgreSQL takes from the system. */
const debianPackages: Readonly<Record<string, string>> = {
  'libstdc++.so.6': 'libstdc++6',
  'libgcc_s.so.1': 'libgcc-s1',
  'libc.so.6': 'libc6',
  'libm.so.6': 'libc6',
  'libdl.so.2': 'libc6',
  'librt.so.1': 'libc6',
  'libpthread.so.0': 'libc6',
};

/**
 * Explains why the dynamic linker did not start a program.
 *
 * @param output what the program left on standard error
 * @returns `undefined` when that is not why
 */
export function explainMissingLibrary(output: string): StartProblem | undefined {
  const library =
    /error while loading shared libraries: ([^\s:]+):/.exec(output)?.[1] ??
    /Library not loaded: (?:\S*\/)?(\S+)/.exec(output)?.[1];
  if (!library) return undefined;
  const debianPackage = debianPackages[library];
  return new StartProblem(
    debianPackage
      ? `PostgreSQL needs the system library ${library}, which is missing. Install it: apt-get install ${debianPackage}`
      : // All others come in the package itself.
        `PostgreSQL cannot load its library ${library}. Install the packages again: rm -r node_modules && npm start`,
  );
}
