import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startPlatform, type Platform } from '@lectern/env';
import { productWithCasts } from '@lectern/env/casts';
import type { TestProject } from 'vitest/node';
import { controlPlatforms } from './shared-platform.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address under which each worker has a platform: see `journeys.ts`. */
    platformControl: string;
    /** Folder in which is counted what workers take once: see `journeys.ts`. */
    takenFolder: string;
  }
}

/**
 * Has the whole product ready for each worker that wants it, on a data folder of its own: a copy of one on which
 * it has started once, because what a first start builds, two at once would both build. What a first start does,
 * the journey `fresh-start` sees.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const undo = new AsyncDisposableStack();
  try {
    const prepared = await makeFolder(undo);
    await (await startPlatform({ dataFolder: prepared }, productWithCasts)).close();
    // What is logged from here on is of the platform that logs it.
    await rm(join(prepared, 'logs'), { recursive: true });
    const control = await controlPlatforms(async () => {
      const dataFolder = await makeFolder(undo);
      // With owners and modes: the database's files belong to its user.
      await promisify(execFile)('cp', ['-a', `${prepared}/.`, dataFolder]);
      const platform = await startAgain(dataFolder);
      undo.defer(() => platform.close());
      return platform;
    });
    project.provide('platformControl', control.address);
    project.provide('takenFolder', await makeFolder(undo));
    return async () => {
      await control.close();
      await undo.disposeAsync();
    };
  } catch (error) {
    await undo.disposeAsync();
    throw error;
  }
}

async function makeFolder(undo: AsyncDisposableStack): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-'));
  undo.defer(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Starts on a folder that lacks nothing. */
function startAgain(dataFolder: string): Promise<Platform> {
  const nothing = async () => {};
  const parts = { ...productWithCasts, bundles: [], seed: nothing, publish: nothing };
  return startPlatform({ dataFolder }, parts);
}
