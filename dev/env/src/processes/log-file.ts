import { closeSync, fstatSync, mkdirSync, openSync, readSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

const maximumLogSizeInBytes = 5 * 1024 * 1024;
const tailSizeInBytes = 4096;

/**
 * Opens a log for appending. One that has grown large becomes `<name>.1`, and the one before it goes:
 * the check at each start bounds what stays on disk without a process in between.
 */
export function openLog(file: string): number {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size > maximumLogSizeInBytes) renameSync(file, `${file}.1`);
  return openSync(file, 'a', 0o600);
}

/** Size of a log now, to read later what was written since. */
export function logSize(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

/** End of what was written to a log since `start` (in bytes). */
export function readLogSince(file: string, start: number): string {
  if (!statSync(file, { throwIfNoEntry: false })) return '';
  const descriptor = openSync(file, 'r');
  try {
    const from = Math.max(start, fstatSync(descriptor).size - tailSizeInBytes);
    const buffer = Buffer.alloc(tailSizeInBytes);
    return buffer.toString('utf8', 0, readSync(descriptor, buffer, 0, tailSizeInBytes, from));
  } finally {
    closeSync(descriptor);
  }
}
