import { crc32 } from 'node:zlib';
import { fromFdPromise, type Entry, type ZipFile } from 'yauzl';
import * as z from 'zod/mini';
import { readJson } from '../../http/json-body.ts';
import { readLine, type KeptVersion } from './line.ts';
import {
  issuesMaximum,
  manifest as manifestSchema,
  manifestName,
  type Manifest,
} from './manifest.ts';
import { NotUserData } from './not-user-data.ts';

/** Most that all entries unpack to: far more than a subject may hold, written as wordily as JSON can be. */
const unpackedMaximumInBytes = 2 * 1024 ** 3;
const manifestMaximumInBytes = 1024 * 1024;
/** A line is an item, and those have 4 MiB at most, besides their ids. */
const lineMaximumInBytes = 5 * 1024 ** 2;

/** A zip of user data whose entries are checked; their content is checked while it is read. */
export interface UserDataZip {
  readonly manifest: Manifest;
  /** @throws {NotUserData} where the file is damaged, or a line is not as it should be. */
  versionsIn(file: string): AsyncIterable<KeptVersion>;
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Opens a zip that may be hostile. Nothing of it is unpacked to the disk, and of each entry no more
 * than a line is in the memory: what unpacks to much is given up at the first line that is too long.
 *
 * @param fd Stays open.
 * @throws {NotUserData}
 */
export async function openUserData(fd: number): Promise<UserDataZip> {
  return refusing(async () => {
    const zip = await fromFdPromise(fd, { autoClose: false, strictFileNames: true });
    const entries = await entriesOf(zip);
    const manifest = await manifestIn(zip, entries);
    return {
      manifest,
      versionsIn: (file) => versionsOf(zip, entries.get(file)),
    };
  });
}

/** Errors of the library and of parsers refuse the file; errors of the system are failures of the services. */
async function refusing<Result>(read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    throw refusalOf(error);
  }
}

function refusalOf(error: unknown): unknown {
  const isOfSystem = error instanceof Error && 'syscall' in error;
  return isOfSystem || error instanceof NotUserData
    ? error
    : new NotUserData(undefined, { cause: error });
}

async function entriesOf(zip: ZipFile): Promise<ReadonlyMap<string, Entry>> {
  if (zip.entryCount > issuesMaximum + 1) throw new NotUserData('too many entries');
  const entries = new Map<string, Entry>();
  let unpacked = 0;
  for await (const entry of zip.eachEntry()) {
    unpacked += entry.uncompressedSize;
    if (unpacked > unpackedMaximumInBytes) throw new NotUserData('unpacks to too much');
    if (entry.isEncrypted()) throw new NotUserData('encrypted');
    if (entries.has(entry.fileName)) throw new NotUserData('two entries of one name');
    entries.set(entry.fileName, entry);
  }
  await requireApart(zip, [...entries.values()]);
  return entries;
}

/**
 * Each entry has bytes of its own, from its local header to the end of its data (APPNOTE, section 4.3.6):
 * entries that share bytes make much out of little.
 */
async function requireApart(zip: ZipFile, entries: readonly Entry[]): Promise<void> {
  let end = 0;
  for (const entry of entries.toSorted(
    (one, other) => one.relativeOffsetOfLocalHeader - other.relativeOffsetOfLocalHeader,
  )) {
    if (entry.relativeOffsetOfLocalHeader < end) throw new NotUserData('entries overlap');
    const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
    end = fileDataStart + entry.compressedSize;
  }
}

async function manifestIn(zip: ZipFile, entries: ReadonlyMap<string, Entry>): Promise<Manifest> {
  const entry = entries.get(manifestName);
  if (!entry || entry.uncompressedSize > manifestMaximumInBytes) throw new NotUserData('manifest');
  const chunks: Uint8Array[] = [];
  for await (const chunk of contentOf(zip, entry)) chunks.push(chunk);
  const manifest = z.parse(manifestSchema, readJson(Buffer.concat(chunks)));
  const files = new Set(manifest.issues.map(({ file }) => file));
  const issues = new Set(manifest.issues.map(({ issue_id }) => issue_id));
  const isWhole =
    files.size === manifest.issues.length &&
    issues.size === manifest.issues.length &&
    entries.size === files.size + 1 &&
    [...files].every((file) => entries.has(file));
  if (!isWhole) throw new NotUserData('other entries than the manifest names');
  return manifest;
}

async function* versionsOf(zip: ZipFile, entry: Entry | undefined): AsyncGenerator<KeptVersion> {
  if (!entry) throw new NotUserData('no such entry');
  try {
    for await (const line of linesOf(contentOf(zip, entry))) yield readLine(utf8.decode(line));
  } catch (error) {
    throw refusalOf(error);
  }
}

async function* linesOf(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let begun: Buffer[] = [];
  let begunInBytes = 0;
  for await (const chunk of content) {
    let from = 0;
    for (let end = chunk.indexOf('\n'); end !== -1; end = chunk.indexOf('\n', from)) {
      yield Buffer.concat([...begun, chunk.subarray(from, end)]);
      begun = [];
      begunInBytes = 0;
      from = end + 1;
    }
    begun.push(chunk.subarray(from));
    begunInBytes += chunk.length - from;
    if (begunInBytes > lineMaximumInBytes) throw new NotUserData('a line is too long');
  }
  if (begunInBytes > 0) throw new NotUserData('the last line has no end');
}

async function* contentOf(zip: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  let sum = 0;
  // The library ends the stream where an entry is longer or shorter than it promises.
  for await (const chunk of await zip.openReadStreamPromise(entry)) {
    sum = crc32(chunk as Buffer, sum);
    yield chunk as Buffer;
  }
  if (sum !== entry.crc32) throw new NotUserData('damaged');
}
