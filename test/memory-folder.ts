import { readFileSync, statfsSync } from 'node:fs';

const folder = '/dev/shm';
/** Free memory that is wanted for the files of a run, and for its processes beside them. */
const filesInBytes = 6 * 1024 ** 3;
const processesInBytes = 6 * 1024 ** 3;

/**
 * Folder in memory for the files of a run: databases, profiles of browsers, copies of the checkout. Making and removing
 * them on a disk takes a tenth of the run's processor time.
 *
 * @returns `undefined` where there is no such folder, where nothing may be run from it, or where memory is short
 */
export function memoryFolder(): string | undefined {
  if (process.platform !== 'linux') return undefined;
  const mount = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' '))
    .find(([, path, type]) => path === folder && type === 'tmpfs');
  if (!mount || mount[3]!.split(',').some((option) => option === 'noexec' || option === 'ro')) {
    return undefined;
  }
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize < filesInBytes) return undefined;
  return process.availableMemory() < filesInBytes + processesInBytes ? undefined : folder;
}
