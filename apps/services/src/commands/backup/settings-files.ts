import { mkdir, open, readdir, readFile, realpath, stat, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { secretsFile, tlsFolder } from '../data-folder.ts';
import { CommandProblem } from '../problem.ts';
import { damaged, type ArchiveReader } from './archive-reader.ts';
import type { ArchiveWriter } from './archive-writer.ts';
import { furtherFolder, settingsFolder } from './archive.ts';
import { isOfSystem, isThere, writeFileWhole } from './whole-file.ts';

/** Of a file with secrets or a certificate. */
const sizeMaximumInBytes = 1024 ** 2;
/** Most of them: a secret, and two files for each host. */
const settingsMaximum = 200;
const zeros = Buffer.alloc(64 * 1024);

/**
 * Adds what a data folder has beside database and files, and is not written at each start.
 *
 * @returns false where it has no secrets
 */
export async function addDataFolder(archive: ArchiveWriter, folder: string): Promise<boolean> {
  for (const name of [secretsFile, tlsFolder]) {
    await addPath(archive, settingsFolder + name, join(folder, name), { mayBeMissing: true });
  }
  return isThere(join(folder, secretsFile));
}

/** Outcome for what operators name. */
interface FurtherFiles {
  /** The backup itself, which may lie in a folder that it holds. */
  readonly ownPath: string | undefined;
  /** Gets paths that lead to nothing, or back into a folder above, and files that were cut while they were read. */
  readonly leftOut: string[];
}

/** Adds a file, or a folder with all that is in it, by its whole path: two of one name stay two. */
export function addFurther(
  archive: ArchiveWriter,
  path: string,
  files: FurtherFiles,
): Promise<void> {
  const name = resolve(path).replace(/^\/+/, '');
  return addPath(archive, furtherFolder + name, path, { mayBeMissing: false, files });
}

interface PathOptions {
  readonly mayBeMissing: boolean;
  readonly files?: FurtherFiles;
  /** Real paths of the folders above. */
  readonly above?: readonly string[];
}

async function addPath(
  archive: ArchiveWriter,
  name: string,
  path: string,
  { mayBeMissing, files, above = [] }: PathOptions,
): Promise<void> {
  if (files?.ownPath === resolve(path)) return;
  const found = await openPath(path).catch((error: unknown) => {
    if (!isOfSystem(error) || !('code' in error)) throw error;
    const leadsNowhere = error.code === 'ENOENT' || (error.code === 'ELOOP' && above.length > 0);
    if (!leadsNowhere || !(mayBeMissing || above.length > 0)) throw unreadable(path, error);
    files?.leftOut.push(path);
  });
  if (!found) return;
  if ('file' in found) {
    await using file = found.file;
    const { size } = await file.stat();
    return await archive.add(name, size, bytesOf(file, size, path, files));
  }
  if (above.includes(found.real)) return void files?.leftOut.push(path);
  const options = { mayBeMissing, ...(files && { files }), above: [...above, found.real] };
  for (const entry of found.entries) {
    await addPath(archive, `${name}/${entry}`, join(path, entry), options);
  }
}

/** Opens a file, which stays readable when it is removed or replaced, or lists a folder. Anything else is left out. */
async function openPath(path: string) {
  const found = await stat(path);
  if (found.isFile()) return { file: await open(path) };
  if (!found.isDirectory()) return undefined;
  return { real: await realpath(path), entries: (await readdir(path)).toSorted() };
}

/**
 * As many bytes as the file had when its size was read: a log grows meanwhile, or is cut. As in other tars, zeros are in
 * the place of what was cut.
 */
async function* bytesOf(
  file: FileHandle,
  size: number,
  path: string,
  files: FurtherFiles | undefined,
): AsyncGenerator<Uint8Array> {
  let left = size;
  try {
    while (left > 0) {
      const buffer = Buffer.allocUnsafe(Math.min(left, zeros.length));
      const { bytesRead } = await file.read(buffer);
      if (bytesRead === 0) break;
      left -= bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  } catch (error) {
    throw isOfSystem(error) ? unreadable(path, error) : error;
  }
  if (left === 0) return;
  if (!files) throw new CommandProblem(`${path} became shorter while it was read. Try again.`);
  files.leftOut.push(path);
  for (; left > 0; left -= zeros.length) yield zeros.subarray(0, left);
}

function unreadable(path: string, cause: Error): CommandProblem {
  return new CommandProblem(`${path} cannot be read: ${cause.message}.`, { cause });
}

/** Secrets and certificates of a backup, by their names in a data folder. */
export type Settings = ReadonlyMap<string, Buffer>;

/** Names that a data folder has; nothing else is written into one. */
const settingPath = /^settings\/(secrets\.json|tls\/[\w.:-]*\w[\w.:-]*\/[\w-]+\.(?:crt|key))$/;

/** Takes secrets and certificates out of a backup. */
export async function takeSettings(archive: ArchiveReader): Promise<Settings> {
  const settings = new Map<string, Buffer>();
  while (await archive.isIn(settingsFolder)) {
    const [, name] = settingPath.exec((await archive.peek())!) ?? [];
    const bytes = await archive.readWhole(sizeMaximumInBytes);
    if (name === undefined) continue;
    settings.set(name, bytes);
    if (settings.size > settingsMaximum) throw damaged('it has too many settings');
  }
  return settings;
}

/** Takes what the operator has added; it stays in the backup. */
export async function skipFurther(archive: ArchiveReader): Promise<void> {
  while (await archive.isIn(furtherFolder)) await archive.skip();
}

/** @throws {CommandProblem} where a data folder has other secrets */
export async function requireNoOtherSecrets(folder: string, settings: Settings): Promise<void> {
  const secrets = settings.get(secretsFile);
  const path = join(folder, secretsFile);
  // The same ones are there after a restore that broke off.
  if (!secrets || !(await isThere(path)) || secrets.equals(await readFile(path))) return;
  throw new CommandProblem(
    `${path} is not the one of the backup: the folder belongs to another Lectern. Give a new folder.`,
  );
}

/** Writes what a data folder does not have. Certificates that it has already stay: devices trust them. */
export async function writeSettings(folder: string, settings: Settings): Promise<void> {
  for (const [name, bytes] of settings) {
    const path = join(folder, name);
    if (await isThere(path)) continue;
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await writeFileWhole(path, [bytes], basename(name));
  }
}
