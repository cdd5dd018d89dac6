import { crc32 } from 'node:zlib';
import { openPromise, type Entry, type ZipFile } from 'yauzl';
import { CommandProblem } from '../problem.ts';
import { FileFault } from './errors.ts';
import { csvPaths } from './file-names.ts';
import type { RosterFiles } from './roster-files.ts';

/** Most that one file of a zip may unpack to: ten million enrolments. */
const entryMaximumInBytes = 1024 * 1024 * 1024;
/** Most entries: OneRoster has 22 files. */
const entriesMaximum = 1_000;

/**
 * Opens a zip. Nothing of it is written to the disk: entries are read where the import asks for them by
 * name, and never beyond the size that they promise.
 *
 * @throws {CommandProblem} for what is no zip, or one with unsafe or double names.
 */
export async function openZip(path: string): Promise<RosterFiles> {
  let zip: ZipFile | undefined;
  try {
    zip = await openPromise(path, {
      autoClose: false,
      // Backslashes become slashes before a name is checked; Explorer wrote them.
      strictFileNames: false,
    });
    return filesOf(zip, await entriesOf(zip));
  } catch (error) {
    zip?.close();
    if (error instanceof CommandProblem || !(error instanceof Error)) throw error;
    // It can repeat a name out of the zip, and a terminal obeys control characters.
    const reason = error.message.replaceAll(/\p{Cc}/gu, '?');
    throw new CommandProblem(`The zip cannot be read: ${reason}.`, { cause: error });
  }
}

function filesOf(zip: ZipFile, entries: ReadonlyMap<string, Entry>): RosterFiles {
  const paths = csvPaths(entries.keys());
  return {
    has: (name) => paths.has(name),
    read: (name) => readEntry(zip, entries.get(paths.get(name)!)!),
    close: () => zip.close(),
  };
}

async function entriesOf(zip: ZipFile): Promise<ReadonlyMap<string, Entry>> {
  if (zip.entryCount > entriesMaximum) {
    throw new CommandProblem(`The zip has more than ${entriesMaximum} entries.`);
  }
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) {
    if (entries.has(entry.fileName)) {
      throw new CommandProblem(`The zip has two entries ${JSON.stringify(entry.fileName)}.`);
    }
    entries.set(entry.fileName, entry);
  }
  return entries;
}

async function* readEntry(zip: ZipFile, entry: Entry): AsyncGenerator<Uint8Array> {
  if (entry.uncompressedSize > entryMaximumInBytes) {
    throw new FileFault(`unpacks to more than ${entryMaximumInBytes} bytes`);
  }
  if (entry.isEncrypted()) throw new FileFault('is encrypted');
  let sum = 0;
  try {
    // The library ends the stream where an entry is longer than it promises.
    for await (const chunk of await zip.openReadStreamPromise(entry)) {
      sum = crc32(chunk as Buffer, sum);
      yield chunk as Buffer;
    }
  } catch (error) {
    throw new FileFault(`cannot be unpacked (${error instanceof Error ? error.message : 'error'})`);
  }
  if (sum !== entry.crc32) throw new FileFault('is damaged: its checksum does not fit');
}
