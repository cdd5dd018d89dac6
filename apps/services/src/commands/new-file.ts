import { open, rm } from 'node:fs/promises';
import { CommandProblem } from './problem.ts';

/** Personal data: readable for the exporting user alone. */
const mode = 0o600;
/** How much is written at once, in characters. */
const chunkLength = 64 * 1024;

/**
 * Makes a file; one that is not written to its end is removed.
 *
 * @throws {CommandProblem} when there is one already, or it cannot be written.
 */
export async function writeNewFile(path: string, pieces: AsyncIterable<string>): Promise<void> {
  const file = await open(path, 'wx', mode).catch(cannotBeWritten);
  try {
    try {
      for await (const chunk of inChunks(pieces)) {
        await file.appendFile(chunk).catch(cannotBeWritten);
      }
    } finally {
      await file.close().catch(cannotBeWritten);
    }
  } catch (error) {
    await rm(path);
    throw error;
  }
}

/** The same text in pieces that are worth a write each. */
export async function* inChunks(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let waiting: string[] = [];
  let length = 0;
  for await (const piece of pieces) {
    waiting.push(piece);
    length += piece.length;
    if (length < chunkLength) continue;
    yield waiting.join('');
    waiting = [];
    length = 0;
  }
  if (length > 0) yield waiting.join('');
}

export function cannotBeWritten(error: unknown): never {
  const reason = error instanceof Error ? error.message : String(error);
  throw new CommandProblem(`The file cannot be written: ${reason}.`, { cause: error });
}
