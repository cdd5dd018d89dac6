import { open, rm, type FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { cannotBeWritten } from './new-file.ts';

/** A file of compressed lines that stays, also where the command ends early. */
export interface ExportFile {
  /** Returns when the lines are on the disk. */
  write(lines: AsyncIterable<string>): Promise<void>;
  close(): Promise<void>;
}

/**
 * Makes a file for lines that are deleted once they are in it. Each part is a gzip member by itself (RFC 1952, 2.2), so
 * that a file can be read up to its last whole part.
 *
 * @throws {CommandProblem} where there is one already, or it cannot be written
 */
export async function openExportFile(path: string): Promise<ExportFile> {
  // Personal data: readable for the exporting user alone.
  const file = await open(path, 'wx', 0o600).catch(cannotBeWritten);
  let isEmpty = true;
  return {
    async write(lines) {
      await pipeline(
        Readable.from(lines),
        createGzip(),
        async (compressed: AsyncIterable<Buffer>) => {
          for await (const chunk of compressed) await append(file, chunk);
        },
      );
      await file.datasync().catch(cannotBeWritten);
      isEmpty = false;
    },
    async close() {
      await file.close().catch(cannotBeWritten);
      if (isEmpty) await rm(path);
    },
  };
}

async function append(file: FileHandle, chunk: Buffer): Promise<void> {
  await file.appendFile(chunk).catch(cannotBeWritten);
}
