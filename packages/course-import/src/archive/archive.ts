import { createWriteStream } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import { fromRandomAccessReaderPromise, type Entry, type ZipFile } from 'yauzl';
import { PackageRefused, quoted } from '../refusal.ts';
import { requireApart } from './entry-ranges.ts';
import { readFileName } from './file-name.ts';
import type { ArchiveLimits } from './limits.ts';
import { findZip, RangeReader } from './zip-range.ts';

export interface Archive {
  readonly paths: ReadonlySet<string>;
  /** Warnings to the author of a package that can be read. */
  readonly warnings: readonly string[];
  /** A whole file. @throws {PackageRefused} where it is damaged, or longer than the limit. */
  read(path: string, maximumInBytes: number): Promise<Uint8Array>;
  /** Writes every file below the folder. @throws {PackageRefused} where one is damaged. */
  extract(folder: string, signal: AbortSignal): Promise<void>;
  close(): void;
}

/** Unix file types, in the upper half of the external attributes. */
const fileTypeMask = 0o170000;
const symbolicLinkType = 0o120000;
/** Entries that macOS puts beside the files; no authoring tool's. */
const ofMacOs = /^__MACOSX\//;

/**
 * Opens a zip and checks every entry before anything is written. Files are read one after the other as
 * streams; the library ends one that is longer than it promises.
 *
 * @throws {PackageRefused} for what is no zip, is cut off, encrypted, packed too tightly, has entries that
 *   overlap, or names what must not be written.
 */
export async function openArchive(path: string, limits: ArchiveLimits): Promise<Archive> {
  const file = await open(path);
  let zip: ZipFile | undefined;
  try {
    const range = await findZip(file);
    zip = await fromRandomAccessReaderPromise(
      new RangeReader(file, range),
      range.end - range.start,
      { autoClose: false, decodeStrings: false },
    );
    return archiveOf(zip, await entriesOf(zip, limits));
  } catch (error) {
    if (zip) zip.close();
    else await file.close();
    throw refusalOf(error);
  }
}

function archiveOf(zip: ZipFile, { entries, warnings }: Entries): Archive {
  return {
    paths: new Set(entries.keys()),
    warnings,
    close: () => zip.close(),
    async read(path, maximumInBytes) {
      const entry = entries.get(path);
      if (!entry) throw new PackageRefused(`The package has no file ${quoted(path)}.`);
      if (entry.uncompressedSize > maximumInBytes)
        throw new PackageRefused(`${quoted(path)} is larger than ${maximumInBytes} bytes.`);
      const chunks: Uint8Array[] = [];
      for await (const chunk of contentOf(zip, entry, path)) chunks.push(chunk);
      return Buffer.concat(chunks);
    },
    async extract(folder, signal) {
      for (const [path, entry] of entries) {
        signal.throwIfAborted();
        const target = join(folder, path);
        try {
          await mkdir(dirname(target), { recursive: true });
          // wx: two names that are one on this file system must not become one file.
          await pipeline(contentOf(zip, entry, path), createWriteStream(target, { flags: 'wx' }), {
            signal,
          });
        } catch (error) {
          if (isClash(error))
            throw new PackageRefused(
              `${quoted(path)} cannot be written beside another file of the package.`,
            );
          throw error;
        }
      }
    },
  };
}

/**
 * Places of a package's file of this name: at its root, else one folder deep, where somebody has packed the folder
 * rather than the files in it.
 */
export function findTop({ paths }: Pick<Archive, 'paths'>, name: string): readonly string[] {
  if (paths.has(name)) return [name];
  return [...paths].filter((path) => {
    const [, inFolder, ...rest] = path.split('/');
    return inFolder === name && rest.length === 0;
  });
}

/** A folder of a package that has a manifest. */
export interface PackageFolder {
  /** With a slash at its end; nothing at the package's root. */
  readonly root: string;
  /** Relative to it. */
  readonly paths: ReadonlySet<string>;
}

export function folderOf({ paths }: Pick<Archive, 'paths'>, manifest: string): PackageFolder {
  const root = manifest.slice(0, manifest.lastIndexOf('/') + 1);
  const within = [...paths].filter((path) => path.startsWith(root));
  return { root, paths: new Set(within.map((path) => path.slice(root.length))) };
}

interface Entries {
  readonly entries: ReadonlyMap<string, Entry>;
  readonly warnings: readonly string[];
}

async function entriesOf(zip: ZipFile, limits: ArchiveLimits): Promise<Entries> {
  if (zip.entryCount > limits.entries)
    throw new PackageRefused(`The package has more than ${limits.entries} entries.`);
  const all: (readonly [path: string, entry: Entry])[] = [];
  const entries = new Map<string, Entry>();
  const warnings: string[] = [];
  let unpacked = 0;
  for await (const entry of zip.eachEntry()) {
    const path = readFileName(entry);
    if (entry.isEncrypted()) throw new PackageRefused(`${quoted(path)} is encrypted.`);
    if (((entry.externalFileAttributes >>> 16) & fileTypeMask) === symbolicLinkType)
      throw new PackageRefused(`${quoted(path)} is a symbolic link.`);
    unpacked += entry.uncompressedSize;
    if (unpacked > limits.totalInBytes)
      throw new PackageRefused(`The package unpacks to more than ${limits.totalInBytes} bytes.`);
    // Not against what the entries claim to take up: several may claim the same bytes.
    if (unpacked > limits.ratioAppliesFromInBytes && unpacked > zip.fileSize * limits.ratio)
      throw new PackageRefused(
        `The package unpacks to more than ${limits.ratio} times its size: it looks like a zip bomb.`,
      );
    if (path === '' || path.endsWith('/') || ofMacOs.test(path)) continue;
    const before = entries.get(path);
    if (before?.relativeOffsetOfLocalHeader === entry.relativeOffsetOfLocalHeader) continue;
    all.push([path, entry]);
    // A tool that replaces a file in a zip may leave the old one in it.
    if (before && !isSame(before, entry))
      warnings.push(`The package has ${quoted(path)} twice: the later one counts.`);
    entries.set(path, entry);
  }
  await requireApart(zip, all);
  return { entries, warnings };
}

function isSame(first: Entry, second: Entry): boolean {
  return first.crc32 === second.crc32 && first.uncompressedSize === second.uncompressedSize;
}

async function* contentOf(zip: ZipFile, entry: Entry, path: string): AsyncGenerator<Uint8Array> {
  let sum = 0;
  try {
    for await (const chunk of await zip.openReadStreamPromise(entry)) {
      sum = crc32(chunk as Buffer, sum);
      yield chunk as Buffer;
    }
  } catch (error) {
    throw new PackageRefused(`${quoted(path)} cannot be unpacked: ${reasonOf(error)}.`);
  }
  if (sum !== entry.crc32)
    throw new PackageRefused(`${quoted(path)} is damaged: its checksum does not fit.`);
}

function isClash(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    ['EEXIST', 'EISDIR', 'ENOTDIR'].includes(String(error.code))
  );
}

/** The library's own words about a broken zip; what the system says, such as ENOENT, stays. */
function refusalOf(error: unknown): unknown {
  if (error instanceof PackageRefused || (error instanceof Error && 'code' in error)) return error;
  return new PackageRefused(`The package is not a readable zip file: ${reasonOf(error)}.`);
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message.replaceAll(/\p{Cc}/gu, '?') : 'error';
}
