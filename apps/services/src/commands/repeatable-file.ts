import { open, rm, type FileHandle } from 'node:fs/promises';
import { CommandProblem } from './problem.ts';

/** The content is worth money: readable for its owner alone. */
const mode = 0o600;

/** A file that a command writes, and that the same command run again finds as it would write it. */
export interface RepeatableFile {
  /** True where a file of this name existed before. */
  readonly isThere: boolean;
  /**
   * Writes the file, or compares the one that is there. One that is not written to its end is removed.
   *
   * @throws {CommandProblem} when what is there is something else.
   */
  write(pieces: AsyncIterable<string>): Promise<void>;
  /** Leaves things as they were, where nothing was written. */
  close(): Promise<void>;
}

/** @throws {CommandProblem} when the file can neither be made nor read. */
export async function openRepeatable(path: string): Promise<RepeatableFile> {
  const made = await open(path, 'wx', mode).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return undefined;
    return cannotBeWritten(error);
  });
  return made
    ? newFile(path, made)
    : existingFile(path, await open(path, 'r').catch(cannotBeWritten));
}

function newFile(path: string, file: FileHandle): RepeatableFile {
  let isWritten = false;
  return {
    isThere: false,
    async write(pieces) {
      for await (const piece of pieces) await file.appendFile(piece).catch(cannotBeWritten);
      await file.sync().catch(cannotBeWritten);
      // Some file systems tell only here that there was no room.
      await file.close().catch(cannotBeWritten);
      isWritten = true;
    },
    async close() {
      if (isWritten) return;
      // The earlier failure is told, whatever is wrong with the file.
      await file.close().catch(() => {});
      await rm(path, { force: true });
    },
  };
}

function existingFile(path: string, file: FileHandle): RepeatableFile {
  const isNext = async (expected: Buffer) => {
    const found = Buffer.alloc(expected.length);
    let length = 0;
    while (length < found.length) {
      const { bytesRead } = await file.read(found, length, found.length - length);
      if (bytesRead === 0) return false;
      length += bytesRead;
    }
    return found.equals(expected);
  };
  return {
    isThere: true,
    async write(pieces) {
      for await (const piece of pieces) {
        if (!(await isNext(Buffer.from(piece)))) throw otherContent(path);
      }
      const { bytesRead } = await file.read(Buffer.alloc(1), 0, 1);
      if (bytesRead > 0) throw otherContent(path);
    },
    close: () => file.close(),
  };
}

/** Message for a file that a command will not replace. */
export function otherContent(path: string): CommandProblem {
  return new CommandProblem(`${path} already exists with different content. It was left as it is.`);
}

function cannotBeWritten(error: unknown): never {
  const reason = error instanceof Error ? error.message : String(error);
  throw new CommandProblem(`The file cannot be written: ${reason}.`, { cause: error });
}
