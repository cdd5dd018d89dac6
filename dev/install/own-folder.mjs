import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { InstallProblem } from './problem.mjs';

/** Folder of the user's for a program that the tests need and the system does not have. */
export function ownFolder(name, { XDG_CACHE_HOME } = process.env) {
  return join(XDG_CACHE_HOME || join(homedir(), '.cache'), 'lectern', name);
}

/**
 * Puts a program into its {@link ownFolder}, whole or not at all.
 *
 * @param fill gets two folders: the first becomes the program's, the second is removed
 * @throws {InstallProblem}
 */
export async function fillOwnFolder(name, fill) {
  const folder = ownFolder(name);
  let scratch;
  try {
    await mkdir(dirname(folder), { recursive: true });
    scratch = await mkdtemp(`${folder}-`);
    const unpacked = join(scratch, 'unpacked');
    await mkdir(unpacked);
    await fill(unpacked, scratch);
    await rm(folder, { recursive: true, force: true });
    await rename(unpacked, folder);
  } catch (error) {
    if (!error.syscall) throw error;
    throw new InstallProblem(`${folder} cannot be written (${error.code}).`);
  } finally {
    if (scratch) await rm(scratch, { recursive: true, force: true });
  }
}
