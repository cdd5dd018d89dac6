import { closeSync, fstatSync, mkdirSync, openSync, readSync, renameSync, statSync } from 'node:fs';
import { devNull } from 'node:os';
import { dirname } from 'node:path';
import { systemErrorCode } from '../problem.ts';

const maximumLogSizeInBytes = 5 * 1024 * 1024;
const tailSizeInBytes = 4096;

/**
 * Opens a log for appending. One that has grown large becomes `<name>.1`, and the one before it goes:
 * the check at each start bounds what stays on disk without a process in between. One of another owner,
 * as after a start by root, becomes `<name>.1`, too. Where none can be written, such as on a full disk,
 * the process goes without.
 */
export function openLog(file: string): number {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
    if (size > maximumLogSizeInBytes) putAside(file);
    return append(file);
  } catch {
    return openSync(devNull, 'a');
  }
}

function append(file: string): number {
  try {
    return openSync(file, 'a', 0o600);
  } catch (error) {
    if (systemErrorCode(error) !== 'EACCES') throw error;
    putAside(file);
    return openSync(file, 'a', 0o600);
  }
}

function putAside(file: string): void {
  renameSync(file, `${file}.1`);
}

/** Size of a log now, to read later what was written since. */
export function logSize(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

/** End of what was written to a log since `start` (in bytes); nothing where it cannot be read. */
export function readLogSince(file: string, start: number): string {
  let descriptor: number;
  try {
    descriptor = openSync(file, 'r');
  } catch {
    return '';
  }
  try {
    const from = Math.max(start, fstatSync(descriptor).size - tailSizeInBytes);
    const buffer = Buffer.alloc(tailSizeInBytes);
    return buffer.toString('utf8', 0, readSync(descriptor, buffer, 0, tailSizeInBytes, from));
  } finally {
    closeSync(descriptor);
  }
}
