import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { extname, join, matchesGlob, posix } from 'node:path';
import {
  canBeOfType,
  signatureLengthInBytes,
} from '@lectern/contracts/calls/files/media-signatures';
import { mediaTypes } from '@lectern/contracts/calls/files/media-types';
import { filePath, publicationLimits } from '@lectern/contracts/calls/publishing/publication';
import * as z from 'zod/mini';
import type { CheckedManifest } from './check-manifest.ts';
import type { Fault } from './fault.ts';

export interface FolderFile {
  /** Below the folder, with slashes. */
  readonly path: string;
  readonly content_hash: string;
  readonly size_in_bytes: number;
  readonly media_type: string;
  readonly is_public: boolean;
}

/** Files of a folder, by path with slashes; without those that begin with a dot. */
interface Listing {
  readonly files: readonly string[];
  /** Symbolic links: to files or folders, or to nothing. */
  readonly links: readonly string[];
  /** Neither files nor folders: sockets, pipes, devices. */
  readonly others: readonly string[];
}

/** The files of a folder, and what of them the author may not have meant. */
interface FolderFiles {
  readonly files: readonly FolderFile[];
  readonly hints: readonly Fault[];
}

/** Finds the files that the manifest names, and what they hold. */
export async function readFolderFiles(
  folder: string,
  { manifest, source }: CheckedManifest,
): Promise<FolderFiles | { readonly faults: readonly Fault[] }> {
  const { files: patterns = [], public_files: publicPatterns = [], media_types = {} } = manifest;
  const faults: Fault[] = [];
  const unread = (path: string) => (error: unknown) =>
    void faults.push({ file: join(folder, path), message: unreadable(error) });
  const listing = await list(folder, unread);
  const chosen = new Map<string, string>();
  const types = new Map(Object.entries(mediaTypes));
  for (const [extension, type] of Object.entries(media_types))
    types.set(extension.toLowerCase(), type);

  for (const [index, pattern] of patterns.entries()) {
    const fault = (message: string) => faults.push(source.faultAt(['files', index], message));
    const matches = matching(listing.files, pattern);
    const link = listing.links.find((link) => leadsThrough(pattern, link));
    if (leadsOut(pattern)) fault(`"${pattern}" points outside the folder.`);
    else if (link !== undefined) {
      fault(`"${link}" is a link. Put the file itself there: links are not followed.`);
    } else if (matching(listing.others, pattern).length > 0) fault(`"${pattern}" is not a file.`);
    else if (matches.length === 0) fault(notFound(pattern, listing.files));
    for (const path of matches) {
      const extension = extname(path).toLowerCase();
      const media_type = types.get(extension);
      if (!z.safeParse(filePath, path).success)
        fault(`"${path}" is not a name that can be published.`);
      else if (media_type === undefined) {
        const toDo =
          extension === '' ? 'Give its name an extension' : `Add ${extension} to "media_types"`;
        fault(`The type of "${path}" is not known. ${toDo}, or leave the file out.`);
      } else chosen.set(path, media_type);
    }
  }
  for (const [index, pattern] of publicPatterns.entries()) {
    if (matching([...chosen.keys()], pattern).length > 0) continue;
    const message = `"${pattern}" is not among the files listed in "files".`;
    faults.push(source.faultAt(['public_files', index], message));
  }
  if (chosen.size > publicationLimits.files) {
    const message = `There are ${chosen.size} files; an issue has at most ${publicationLimits.files}.`;
    faults.push(source.faultAt(['files'], message));
  }
  if (faults.length > 0) return { faults };

  const files: FolderFile[] = [];
  const hints: Fault[] = [];
  for (const [path, media_type] of [...chosen].toSorted(([a], [b]) => compareBytes(a, b))) {
    const file = join(folder, path);
    const read = await contentOf(file).catch(unread(path));
    if (!read) continue;
    const { beginning, ...content } = read;
    if (content.size_in_bytes > publicationLimits.fileBytes) {
      faults.push({ file, message: 'The file is larger than 5 GiB.' });
    }
    if (!canBeOfType(media_type, beginning)) {
      faults.push({ file, message: `The content of the file is not ${media_type}.` });
    }
    if (content.size_in_bytes === 0) hints.push({ file, message: 'Hint: the file is empty.' });
    const is_public = publicPatterns.some((pattern) => isMatch(path, pattern));
    files.push({ path, ...content, media_type, is_public });
  }
  const ofTools = files.filter(({ path }) => /(^|\/)node_modules\//.test(path));
  if (ofTools.length > 0) {
    const message = `Hint: ${ofTools.length} of the files are below node_modules. Is the built folder meant?`;
    hints.push(source.faultAt(['files'], message));
  }
  return faults.length > 0 ? { faults } : { files, hints };
}

/** As begin wants to have it: see `files_digest` in the contract. */
export function filesDigestOf(files: readonly FolderFile[]): string {
  const digest = createHash('sha256');
  for (const file of files.toSorted((a, b) => compareBytes(a.path, b.path))) {
    const { path, content_hash, size_in_bytes, media_type, is_public } = file;
    const line = [path, content_hash, size_in_bytes, media_type, is_public];
    digest.update(`${JSON.stringify(line)}\n`);
  }
  return digest.digest('hex');
}

function compareBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

function matching(paths: readonly string[], pattern: string): readonly string[] {
  return paths.filter((path) => isMatch(path, pattern));
}

/**
 * An accent may stand in its letter, as keyboards write it, or apart, as macOS names files. A name may hold what
 * is special in patterns, such as bild[1].png.
 */
function isMatch(path: string, pattern: string): boolean {
  const [name, wanted] = [path.normalize(), posix.normalize(pattern.normalize())];
  return name === wanted || matchesGlob(name, wanted);
}

function notFound(pattern: string, files: readonly string[]): string {
  const below = posix.join(pattern, '**');
  if (matching(files, below).length > 0) return `"${pattern}" is a folder: write "${below}".`;
  if (/[*?[{]/.test(pattern)) return `No file matches "${pattern}".`;
  const other = files.find((path) => isMatch(path.toLowerCase(), pattern.toLowerCase()));
  return `There is no file "${pattern}"${other === undefined ? '' : `, but "${other}"`}.`;
}

function unreadable(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  return `It cannot be read (${code ?? 'unknown reason'}).`;
}

function leadsOut(pattern: string): boolean {
  const names = pattern.split(/[/\\]/);
  return names.includes('..') || posix.isAbsolute(pattern) || /^([A-Za-z]:|\\)/.test(pattern);
}

/** True where a pattern means a link, or something below one. */
function leadsThrough(pattern: string, link: string): boolean {
  return (
    isMatch(link, pattern) ||
    posix.normalize(pattern.normalize()).startsWith(`${link.normalize()}/`)
  );
}

async function list(
  folder: string,
  unread: (path: string) => (error: unknown) => void,
  below = '',
): Promise<Listing> {
  const files: string[] = [];
  const links: string[] = [];
  const others: string[] = [];
  const entries = await readdir(join(folder, below), { withFileTypes: true }).catch(unread(below));
  for (const entry of entries ?? []) {
    if (entry.name.startsWith('.')) continue;
    const path = posix.join(below, entry.name);
    if (entry.isSymbolicLink()) links.push(path);
    else if (entry.isFile()) files.push(path);
    else if (entry.isDirectory()) {
      const deeper = await list(folder, unread, path);
      files.push(...deeper.files);
      links.push(...deeper.links);
      others.push(...deeper.others);
    } else others.push(path);
  }
  return { files, links, others };
}

/** Reads a file piece by piece, however large it is. */
async function contentOf(file: string) {
  const digest = createHash('sha256');
  let size_in_bytes = 0;
  let beginning: Buffer = Buffer.alloc(0);
  for await (const piece of createReadStream(file) as AsyncIterable<Buffer>) {
    digest.update(piece);
    // A piece is larger than any beginning, unless it is the last.
    if (size_in_bytes === 0) beginning = piece.subarray(0, signatureLengthInBytes);
    size_in_bytes += piece.length;
  }
  return { content_hash: digest.digest('hex'), size_in_bytes, beginning };
}
