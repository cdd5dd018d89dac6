import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startPlatform, type Platform } from '@lectern/env';
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** Data folder of a platform that has started once and is stopped: see `prepare.ts`. */
    preparedDataFolder: string;
  }
}

/**
 * Starts the whole product on a data folder of its own, in which it has started before: with its tables,
 * the demo data and the publication, which take most of a first start. What a first start does, the
 * journey `fresh-start` sees.
 */
export async function startPreparedPlatform(): Promise<Platform> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'lectern-'));
  const remove = () => rm(dataFolder, { recursive: true, force: true });
  try {
    // With owners and modes: the database's files belong to its user.
    await promisify(execFile)('cp', ['-a', `${inject('preparedDataFolder')}/.`, dataFolder]);
    const platform = await startPlatform({ dataFolder });
    return {
      ...platform,
      async close() {
        try {
          await platform.close();
        } finally {
          await remove();
        }
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}
