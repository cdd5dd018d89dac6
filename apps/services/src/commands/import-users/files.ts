import { createReadStream } from 'node:fs';
import { open, readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { CommandProblem } from '../problem.ts';
import type { OpenFile } from './csv-text.ts';
import { csvBinding } from './one-roster/one-roster.ts';
import type { OneRosterSet } from './one-roster/one-roster-set.ts';
import { csvPaths, isCsvName, isSystemName } from './file-names.ts';
import type { RosterFiles } from './roster-files.ts';
import { openZip } from './zip.ts';

export type RosterSource =
  | { readonly format: 'csv'; readonly name: string; readonly open: OpenFile }
  | { readonly format: 'oneroster'; readonly name: string; readonly set: OneRosterSet };

/** How a zip begins (APPNOTE.TXT, sections 4.3.7 and 4.3.16): with an entry, or with its end. */
const zipSignatures = new Set(['504b0304', '504b0506']);
const signatureLengthInBytes = 4;

/**
 * Looks what a path is: a folder and a zip are OneRoster, any other file is one CSV.
 *
 * @throws {CommandProblem} where it cannot be read.
 */
export async function openRosterSource(path: string): Promise<RosterSource> {
  const name = basename(path);
  try {
    if ((await stat(path)).isDirectory()) {
      return { format: 'oneroster', name, set: csvBinding(await openFolder(path)) };
    }
    return (await isZip(path))
      ? { format: 'oneroster', name, set: csvBinding(await openZip(path)) }
      : { format: 'csv', name, open: () => bytesOf(path) };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT') throw new CommandProblem(`There is no file or folder ${path}.`);
    if (code === 'EACCES') throw new CommandProblem(`${path} may not be read by this user.`);
    throw error;
  }
}

/** Opens the file only when somebody reads it. */
async function* bytesOf(path: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(path) as AsyncIterable<Uint8Array>;
}

/** The folder, or the one that lies in it alone: unpacking makes a second of the same name. */
async function openFolder(path: string): Promise<RosterFiles> {
  const entries = await readdir(path, { withFileTypes: true });
  const inner = entries.filter((entry) => entry.isDirectory() && !isSystemName(entry.name));
  const [only] = inner;
  const hasFiles = entries.some(({ name }) => isCsvName(name));
  const names = hasFiles || !only || inner.length > 1 ? entries.map(({ name }) => name) : [];
  if (names.length === 0 && only) {
    names.push(...(await readdir(join(path, only.name))).map((name) => `${only.name}/${name}`));
  }
  const paths = csvPaths(names);
  return {
    has: (name) => paths.has(name),
    read: (name) => bytesOf(join(path, paths.get(name)!)),
    close: () => {},
  };
}

async function isZip(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(signatureLengthInBytes));
    return zipSignatures.has(buffer.toString('hex', 0, bytesRead));
  } finally {
    await file.close();
  }
}
