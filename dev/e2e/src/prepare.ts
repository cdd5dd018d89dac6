import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPlatform } from '@lectern/env';
import type { TestProject } from 'vitest/node';

/**
 * Starts the product once. That builds what it serves, which two files that start at once would both do,
 * and leaves a data folder that each file copies: see `startPreparedPlatform`.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'lectern-prepared-'));
  const remove = () => rm(dataFolder, { recursive: true });
  try {
    const platform = await startPlatform({ dataFolder });
    await platform.close();
    // What is logged from here on is of the platform that logs it.
    await rm(join(dataFolder, 'logs'), { recursive: true });
  } catch (error) {
    await remove();
    throw error;
  }
  project.provide('preparedDataFolder', dataFolder);
  return remove;
}
