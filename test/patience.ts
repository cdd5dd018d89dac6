import { vi } from 'vitest';
import { patienceInMs } from './rounds.ts';

/* Vitest's own waits give up after a second, which no setting changes. A busy machine needs longer. */

type Options = Parameters<typeof vi.waitFor>[1];

const patient = (options: Options): Options =>
  typeof options === 'number' ? options : { timeout: patienceInMs, ...options };

/** Once for all files of a process. */
const scope = globalThis as { isPatient?: true };
if (!scope.isPatient) {
  scope.isPatient = true;
  const { waitFor, waitUntil } = vi;
  vi.waitFor = (callback, options) => waitFor(callback, patient(options));
  vi.waitUntil = (callback, options) => waitUntil(callback, patient(options));
}
