import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startPlatform, type Platform } from '@lectern/env';
import { productWithCasts } from '@lectern/env/casts';
import type { TestProject } from 'vitest/node';
import { controlPlatform, type PlatformHandle } from './shared-platform.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A running platform for each worker: see `journeys.ts`. */
    sharedPlatforms: readonly PlatformHandle[];
  }
}

/**
 * Starts the whole product for each worker, on a data folder of its own. The first builds what all serve,
 * which two that start at once would both do; the others start on copies of its folder. What a first
 * start does, the journey `fresh-start` sees.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const undo = new AsyncDisposableStack();
  try {
    const prepared = await makeFolder(undo);
    await (await startPlatform({ dataFolder: prepared }, productWithCasts)).close();
    // What is logged from here on is of the platform that logs it.
    await rm(join(prepared, 'logs'), { recursive: true });

    const dataFolders = [prepared];
    while (dataFolders.length < project.vitest.config.maxWorkers) {
      const copy = await makeFolder(undo);
      // With owners and modes: the database's files belong to its user.
      await promisify(execFile)('cp', ['-a', `${prepared}/.`, copy]);
      dataFolders.push(copy);
    }
    const handles = dataFolders.map(async (dataFolder) => {
      const platform = await startAgain(dataFolder);
      undo.defer(() => platform.close());
      const { handle, close } = await controlPlatform(platform);
      undo.defer(close);
      return handle;
    });
    project.provide('sharedPlatforms', await Promise.all(handles));
  } catch (error) {
    await undo.disposeAsync();
    throw error;
  }
  return () => undo.disposeAsync();
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
