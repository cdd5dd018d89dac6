import { createReadStream } from 'node:fs';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { secretsFile, tlsFolder } from '../data-folder.ts';
import { CommandProblem } from '../problem.ts';
import type { ArchiveReader } from './archive-reader.ts';
import type { ArchiveWriter } from './archive-writer.ts';
import { furtherFolder, settingsFolder } from './archive.ts';

/** Of a file with secrets or a certificate. */
const sizeMaximumInBytes = 1024 ** 2;

/** Adds what a data folder has beside database and files, and is not written at each start. */
export async function addDataFolder(archive: ArchiveWriter, folder: string): Promise<void> {
  await addPath(archive, settingsFolder, join(folder, secretsFile), { mayBeMissing: true });
  await addPath(archive, settingsFolder, join(folder, tlsFolder), { mayBeMissing: true });
}

/** Adds a file, or a folder with all that is in it. */
export function addFurther(archive: ArchiveWriter, path: string): Promise<void> {
  return addPath(archive, furtherFolder, path, { mayBeMissing: false });
}

async function addPath(
  archive: ArchiveWriter,
  prefix: string,
  path: string,
  { mayBeMissing }: { readonly mayBeMissing: boolean },
): Promise<void> {
  const name = prefix + basename(path);
  try {
    const found = await stat(path);
    if (found.isFile()) return await archive.add(name, found.size, createReadStream(path));
    if (!found.isDirectory()) return;
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error)) throw error;
    if (mayBeMissing && error.code === 'ENOENT') return;
    throw new CommandProblem(`${path} cannot be read: ${error.message}.`, { cause: error });
  }
  for (const entry of (await readdir(path)).toSorted()) {
    await addPath(archive, `${name}/`, join(path, entry), { mayBeMissing });
  }
}

/** Names that a data folder has; nothing else is written into one. */
const settingPath = /^settings\/(secrets\.json|tls\/[\w.:-]*\w[\w.:-]*\/[\w-]+\.(?:crt|key))$/;

/**
 * Takes secrets and certificates out of a backup.
 *
 * @param folder a data folder; absent: they are only read. Certificates that it has already stay: devices trust them.
 * @throws {CommandProblem} where it has other secrets
 */
export async function takeSettings(
  archive: ArchiveReader,
  folder: string | undefined,
): Promise<void> {
  while (await archive.isIn(settingsFolder)) {
    const [, name] = settingPath.exec((await archive.peek())!) ?? [];
    const bytes = await archive.readWhole(sizeMaximumInBytes);
    if (!folder || name === undefined) continue;
    await mkdir(dirname(join(folder, name)), { recursive: true, mode: 0o700 });
    await writeNew(folder, name, bytes);
  }
}

/** Takes what the operator has added; it stays in the backup. */
export async function skipFurther(archive: ArchiveReader): Promise<void> {
  while (await archive.isIn(furtherFolder)) {
    for await (const _ of archive.read());
  }
}

async function writeNew(folder: string, name: string, bytes: Buffer): Promise<void> {
  const path = join(folder, name);
  try {
    await writeFile(path, bytes, { flag: 'wx', mode: 0o600, flush: true });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    // As after a restore that broke off.
    if (name !== secretsFile || bytes.equals(await readFile(path))) return;
    throw new CommandProblem(
      `${path} is not the one of the backup: the folder belongs to another Lectern. Give a new folder.`,
      { cause: error },
    );
  }
}
