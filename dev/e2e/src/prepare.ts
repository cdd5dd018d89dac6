import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makeRunFolder, startPlatform, type Platform } from '@lectern/env';
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
  await using undo = new AsyncDisposableStack();
  const { path: prepared } = undo.use(await makeRunFolder('journeys'));
  await (await startPlatform({ dataFolder: prepared }, productWithCasts)).close();
  // The log from here on is of the platform that logs it.
  await rm(join(prepared, 'logs'), { recursive: true });
  const platforms = undo.use(new AsyncDisposableStack());
  const control = await controlPlatforms(async () => {
    const { path: dataFolder } = platforms.use(await makeRunFolder('journeys'));
    // With owners and modes: the database's files belong to its user.
    await promisify(execFile)('cp', ['-a', `${prepared}/.`, dataFolder]);
    const platform = await startAgain(dataFolder);
    platforms.defer(() => platform.close());
    return platform;
  });
  undo.defer(() => control.close());
  project.provide('platformControl', control.address);
  project.provide('takenFolder', undo.use(await makeRunFolder('journeys')).path);
  const made = undo.move();
  return () => made.disposeAsync();
}

/** Starts on a folder that lacks nothing. */
function startAgain(dataFolder: string): Promise<Platform> {
  const nothing = async () => {};
  const parts = { ...productWithCasts, bundles: [], seed: nothing, publish: nothing };
  return startPlatform({ dataFolder }, parts);
}
