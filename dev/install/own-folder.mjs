import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

/** Folder of the user's for a program that the tests need and the system does not have. */
export function ownFolder(name, { XDG_CACHE_HOME } = process.env) {
  return join(XDG_CACHE_HOME || join(homedir(), '.cache'), 'lectern', name);
}

/**
 * Puts a program into its {@link ownFolder}, whole or not at all.
 *
 * @param fill writes the program into its first folder, and what is for a while into its second
 */
export async function fillOwnFolder(name, fill) {
  const folder = ownFolder(name);
  await mkdir(dirname(folder), { recursive: true });
  const scratch = await mkdtemp(`${folder}-`);
  try {
    const unpacked = join(scratch, 'unpacked');
    await mkdir(unpacked);
    await fill(unpacked, scratch);
    await rm(folder, { recursive: true, force: true });
    await rename(unpacked, folder);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}
