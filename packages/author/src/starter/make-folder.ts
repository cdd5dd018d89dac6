import { existsSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/**
 * Makes a folder, and those around it. Not `mkdir` with `recursive`: where the system says ENOENT of a folder
 * whose parent is there, as below /proc, Node tries without end.
 *
 * @throws {NodeJS.ErrnoException} of the system; EEXIST where there is a file
 */
export async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && (await stat(folder)).isDirectory()) return;
    const parent = dirname(resolve(folder));
    if (code !== 'ENOENT' || existsSync(parent)) throw error;
    await makeFolder(parent);
    await mkdir(folder);
  }
}
