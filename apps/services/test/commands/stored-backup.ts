import { createHash, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { later } from '@lectern/env/later';
import { sql } from 'kysely';
import { packTar, unpackTar } from 'modern-tar';
import { afterAll, beforeAll } from 'vitest';
import { hashesPath } from '../../src/commands/backup/archive.ts';
import { openFolderStore } from '../../src/files/folder-store.ts';
import { runIn } from './commands.ts';
import { storedDatabase, useDatabase } from './stored-release.ts';

/* A backup of rows of every kind with files, secrets and further files, and damaged copies of it. */

export const secrets = JSON.stringify({ services: 'a secret' });
/** More than a part of a store. */
export const largeSizeInBytes = 6 * 1024 ** 2;

interface StoredBackup {
  /** Files in it go after all tests. */
  readonly folder: string;
  readonly databaseUrl: string;
  readonly environment: { readonly DATABASE_URL: string; readonly LECTERN_FILES_FOLDER: string };
  /** Id of a file of `largeSizeInBytes`, each byte of which is the id's. */
  readonly largeObject: string;
  readonly path: string;
  /** How the command ended. */
  readonly outcome: Awaited<ReturnType<typeof runIn>>;
}

/** Makes a backup before all tests. */
export function backUpBeforeAll(): StoredBackup {
  let backup: StoredBackup | undefined;
  beforeAll(async () => {
    backup = await backUp();
  });
  afterAll(() => backup && rm(backup.folder, { recursive: true, force: true }));
  return later(() => backup);
}

async function backUp(): Promise<StoredBackup> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-backup-'));
  const databaseUrl = await storedDatabase();
  const dataFolder = join(folder, 'data');
  const environment = {
    DATABASE_URL: databaseUrl,
    LECTERN_FILES_FOLDER: join(dataFolder, 'files'),
  };
  await mkdir(join(dataFolder, 'tls', 'school.example'), { recursive: true });
  await writeFile(join(dataFolder, 'secrets.json'), secrets);
  await writeFile(join(dataFolder, 'tls', 'school.example', 'authority.key'), 'a key');
  for (const name of ['services', 'proxy']) {
    await mkdir(join(folder, name));
    await writeFile(join(folder, name, 'env'), `settings of ${name}`);
  }
  const { rows } = await useDatabase(databaseUrl, (database) =>
    sql<{ id: string }>`
      select object_id::text as id from atma.file_versions where object_id is not null
      union select object_id::text from atma.contents
    `.execute(database),
  );
  const store = await openFolderStore(environment.LECTERN_FILES_FOLDER);
  for (const { id } of rows) await store.put(id, Buffer.from(`bytes of ${id}`));
  const largeObject = rows[0]!.id;
  await store.put(largeObject, Buffer.alloc(largeSizeInBytes, largeObject));
  const path = join(folder, 'lectern.tar');
  const outcome = await runIn(
    { ...environment, LECTERN_DATA: dataFolder },
    'backup',
    ...['services', 'proxy'].flatMap((name) => ['--with', join(folder, name, 'env')]),
    path,
  );
  return { folder, databaseUrl, environment, largeObject, path, outcome };
}

export interface Entry {
  readonly path: string;
  readonly bytes: Buffer;
}

export async function entriesOf(path: string): Promise<readonly Entry[]> {
  const entries = await unpackTar(await readFile(path));
  return entries.map(({ header, data }) => ({
    path: header.name,
    bytes: Buffer.from(data ?? new Uint8Array()),
  }));
}

/** A copy of a backup in which something is changed. @returns its path */
export async function changedCopy(
  backup: StoredBackup,
  change: (entries: readonly Entry[]) => readonly Entry[],
  { hashed }: { readonly hashed: boolean },
): Promise<string> {
  const changed = change(await entriesOf(backup.path));
  const sums = changed
    .filter(({ path }) => path !== hashesPath)
    .map(({ path, bytes }) => `${createHash('sha256').update(bytes).digest('hex')}  ${path}\n`);
  const path = join(backup.folder, `${randomUUID()}.tar`);
  const tar = await packTar(
    changed.map((entry) => {
      const body = hashed && entry.path === hashesPath ? Buffer.from(sums.join('')) : entry.bytes;
      return { header: { name: entry.path, size: body.length }, body: new Uint8Array(body) };
    }),
  );
  await writeFile(path, tar);
  return path;
}

export const withBytes =
  (pattern: RegExp, change: (bytes: Buffer) => Buffer) => (entries: readonly Entry[]) => {
    const changed = entries.find(({ path }) => pattern.test(path))!;
    return entries.map((entry) =>
      entry === changed ? { ...entry, bytes: change(entry.bytes) } : entry,
    );
  };
export const flipped = (bytes: Buffer) => Buffer.from([bytes[0]! ^ 1, ...bytes.subarray(1)]);
export const inserted = (path: string) => (entries: readonly Entry[]) => [
  ...entries.slice(0, -1),
  { path, bytes: Buffer.from('x') },
  ...entries.slice(-1),
];
