import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/**
 * Mounts a disk of this size in memory, until the tests of the file are over.
 *
 * @param more Further options of the mount, such as `nr_inodes=1`: no file and no folder can be made.
 * @returns its folder; nothing where this user may not mount one, or the system is another than Linux
 */
export function mountSmallDisk(sizeInMebibytes: number, more = 'noatime'): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-small-disk-'));
  try {
    const options = ['-t', 'tmpfs', '-o', `size=${sizeInMebibytes}m,${more}`, 'tmpfs', folder];
    execFileSync('mount', options, { stdio: 'ignore' });
  } catch {
    rmSync(folder, { recursive: true });
    return undefined;
  }
  afterAll(() => {
    execFileSync('umount', ['--lazy', folder]);
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}
