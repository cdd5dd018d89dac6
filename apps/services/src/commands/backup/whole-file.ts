import { access, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { flushFolder } from '../../files/folder-store.ts';
import { CommandProblem } from '../problem.ts';

/** Secrets are in it: for its owner alone. */
const mode = 0o600;

/** Name of a file that is still being written. */
export const unfinishedName = (path: string) => `${path}.unfinished`;

/**
 * Writes a new file; it has its name only when it is whole and on the disk.
 *
 * @param what names it in messages
 * @throws {CommandProblem} when there is one already, or it cannot be written
 */
export async function writeFileWhole(
  path: string,
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  what: string,
): Promise<void> {
  const cannotBeWritten = (cause: unknown): never => {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new CommandProblem(`${what} cannot be written: ${reason}.`, { cause });
  };
  await requireNone(path);
  const unfinished = unfinishedName(path);
  try {
    // One of a command that was killed.
    await rm(unfinished, { force: true }).catch(cannotBeWritten);
    const file = await open(unfinished, 'wx', mode).catch(cannotBeWritten);
    try {
      for await (const chunk of bytes) await file.writeFile(chunk).catch(cannotBeWritten);
      await file.sync().catch(cannotBeWritten);
    } finally {
      await file.close();
    }
    await requireNone(path);
    await rename(unfinished, path).catch(cannotBeWritten);
    await flushFolder(dirname(path)).catch(cannotBeWritten);
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => {});
    throw error;
  }
}

/** @throws {CommandProblem} when there is a file of this name */
export async function requireNone(path: string): Promise<void> {
  if (await isThere(path)) {
    throw new CommandProblem(`${path} exists already. Give another name.`);
  }
}

export function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** True for a failure of the file system. */
export function isOfSystem(error: unknown): error is Error {
  return error instanceof Error && 'syscall' in error;
}
