import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endAllProcesses } from './processes/running-process.ts';

/** A folder that nobody wants when this process is over. */
export interface RunFolder extends AsyncDisposable {
  readonly path: string;
}

/** Folders that are not removed yet. */
const folders = new Set<string>();

/** Vitest exits at once on SIGINT, and tears nothing down: there is time for nothing that waits. */
function removeAtExit(): void {
  endAllProcesses();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}

/**
 * Makes a folder for the data of a run. Where the process exits before the folder is disposed of, the processes
 * that it has started end, and the folder goes with it.
 *
 * @param name What its name begins with.
 */
export async function makeRunFolder(name: string): Promise<RunFolder> {
  const path = await mkdtemp(join(tmpdir(), `lectern-${name}-`));
  if (folders.size === 0) process.once('exit', removeAtExit);
  folders.add(path);
  return {
    path,
    async [Symbol.asyncDispose]() {
      await rm(path, { recursive: true, force: true });
      folders.delete(path);
      if (folders.size === 0) process.off('exit', removeAtExit);
    },
  };
}
