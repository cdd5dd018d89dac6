import type pg from 'pg';
import { openStore } from '../../files/file-gateway.ts';
import { hasObjects } from '../../files/folder-store.ts';
import { lockRemovals } from '../../files/kept-bytes.ts';
import { schema } from '../../storage/schema.ts';
import { CommandProblem } from '../problem.ts';
import { writeArchive, type ArchiveWriter } from './archive-writer.ts';
import { backupFormat, descriptionPath, rowsFolderOf, type BackupDescription } from './archive.ts';
import { addObjects, objectsOf, type StoreOptions } from './objects.ts';
import { addDataFolder, addFurther } from './settings-files.ts';
import { inSnapshot, requireOnlyCopy } from './snapshot.ts';

/** Sources of a backup beside the database. */
export interface BackupSources {
  /** Store of the bytes of files; absent: unknown. */
  readonly store?: StoreOptions | undefined;
  /** False leaves them out. */
  readonly hasFiles: boolean;
  readonly dataFolder?: string | undefined;
  readonly further: readonly string[];
  /** File that the backup is being written to; absent: none. */
  readonly ownPath?: string | undefined;
}

export interface BackupResult {
  rows: number;
  files: number;
  /** Files that the operator has named count as secrets. */
  hasSecrets: boolean;
  /** Names of bytes that the database has and the store does not. */
  missing: readonly string[];
  /** Further paths that lead nowhere, and files that were cut. */
  readonly leftOut: string[];
}

/**
 * Makes a backup of what a Lectern keeps, while it runs: the database as of one moment, then the files that it names.
 *
 * @returns the archive, and what is in it, once that is read
 */
export function writeBackup(
  client: pg.Client,
  sources: BackupSources,
): { readonly bytes: ReadableStream<Uint8Array>; readonly result: BackupResult } {
  const result: BackupResult = { rows: 0, files: 0, hasSecrets: false, missing: [], leftOut: [] };
  const bytes = writeArchive(async (archive) => {
    await requireOnlyCopy(client);
    await client.query(lockRemovals);
    const objectIds = await addDatabase(archive, client, sources, result);
    if (objectIds.length === 0) return;
    const place = requireStore(sources);
    // Opening makes a place for objects, by which services tell that a volume is mounted.
    result.missing =
      'folder' in place && !hasObjects(place.folder)
        ? objectIds
        : // A session that has ended has let go of the lock, and its client tells of it at the next question alone.
          await addObjects(archive, await openStore({ store: place }), objectIds, () =>
            client.query('select'),
          );
    result.files = objectIds.length - result.missing.length;
  });
  return { bytes, result };
}

/** @returns names of the bytes of files */
function addDatabase(
  archive: ArchiveWriter,
  client: pg.Client,
  sources: BackupSources,
  result: BackupResult,
): Promise<readonly string[]> {
  return inSnapshot(client, async (copy) => {
    const objectIds = sources.hasFiles ? await objectsOf(client) : [];
    // Before hours of copying.
    if (objectIds.length > 0) requireStore(sources);
    const { migrations, tables, sequences } = copy;
    const description: BackupDescription = {
      product: 'Lectern',
      format: backupFormat,
      version: schema.version,
      created: new Date().toISOString(),
      files: objectIds.length,
      database: { migrations, tables, sequences },
    };
    const text = Buffer.from(`${JSON.stringify(description, undefined, 2)}\n`);
    await archive.add(descriptionPath, text.length, [text]);
    const { dataFolder, further, ownPath } = sources;
    const isOfFolder = dataFolder ? await addDataFolder(archive, dataFolder) : false;
    for (const path of further)
      await addFurther(archive, path, { ownPath, leftOut: result.leftOut });
    result.hasSecrets = isOfFolder || further.length > 0;
    for (const table of tables) {
      await archive.addPieces(rowsFolderOf(table.name), copy.rows(table));
      result.rows += Number(table.rows);
    }
    return objectIds;
  });
}

function requireStore({ store }: BackupSources): StoreOptions {
  if (store) return store;
  throw new CommandProblem(
    'The database names files, and it is not known where they are. Set LECTERN_FILES_FOLDER or the LECTERN_S3 ' +
      'variables as for the services, give the data folder with --data, or leave them out with --without-files.',
  );
}
