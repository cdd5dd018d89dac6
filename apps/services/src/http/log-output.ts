import { writeSync } from 'node:fs';

/** Of the standard output. */
const descriptor = 1;
/** How long a pipe is given whose reader is behind, in milliseconds. */
const pauseInMs = 10;
const never = new Int32Array(new SharedArrayBuffer(4));

/**
 * The standard output, for lines that are written before anything else is done, so that the last ones of a
 * process arrive. A full disk, or a reader that is gone, costs lines and ends nothing.
 */
export const logOutput = {
  write(line: string): void {
    let rest = Buffer.from(line);
    while (rest.length > 0) {
      try {
        rest = rest.subarray(writeSync(descriptor, rest));
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) return;
        Atomics.wait(never, 0, 0, pauseInMs);
      }
    }
  },
};
