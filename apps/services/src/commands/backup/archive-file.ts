import { createReadStream, createWriteStream } from 'node:fs';
import { access, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { CommandProblem } from '../problem.ts';

/** Secrets are in it: for its owner alone. */
const mode = 0o600;

/** How a file under way is called; it has no hashes at its end yet. */
export const unfinishedName = (path: string) => `${path}.unfinished`;

/**
 * Writes a new file; it has its name only when it is whole and on the disk.
 *
 * @throws {CommandProblem} when there is one already, or it cannot be written
 */
export async function writeFileWhole(
  path: string,
  bytes: ReadableStream<Uint8Array>,
): Promise<void> {
  await requireNone(path);
  const unfinished = unfinishedName(path);
  try {
    // One of a command that was killed.
    await rm(unfinished, { force: true });
    const file = createWriteStream(unfinished, { flags: 'wx', mode, flush: true });
    await bytes.pipeTo(Writable.toWeb(file));
    await requireNone(path);
    await rename(unfinished, path);
    await flushFolder(dirname(path));
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => {});
    if (!isOfSystem(error)) throw error;
    throw new CommandProblem(`The backup cannot be written: ${error.message}.`, { cause: error });
  }
}

/** @throws {CommandProblem} when there is a file of this name */
export async function requireNone(path: string): Promise<void> {
  const isThere = await access(path).then(
    () => true,
    () => false,
  );
  if (isThere) throw new CommandProblem(`${path} exists already. Give another name.`);
}

/**
 * @param path `-`: the standard input
 * @throws {CommandProblem} when it cannot be opened
 */
export async function readFileAsStream(path: string): Promise<ReadableStream<Uint8Array>> {
  if (path === '-') return Readable.toWeb(process.stdin) as ReadableStream<Uint8Array>;
  const stream = createReadStream(path);
  await new Promise((resolve, reject) => stream.once('open', resolve).once('error', reject)).catch(
    (cause: Error) => {
      throw new CommandProblem(`The backup cannot be read: ${cause.message}.`, { cause });
    },
  );
  return Readable.toWeb(stream) as ReadableStream<Uint8Array>;
}

/** A name that a folder was given is kept only when the folder is. */
async function flushFolder(path: string): Promise<void> {
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function isOfSystem(error: unknown): error is Error {
  return error instanceof Error && 'syscall' in error;
}
