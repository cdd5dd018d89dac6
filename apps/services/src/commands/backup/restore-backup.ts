import type pg from 'pg';
import { openStore } from '../../files/file-gateway.ts';
import { CommandProblem } from '../problem.ts';
import { ArchiveReader, damaged } from './archive-reader.ts';
import {
  backupDescription,
  backupFormat,
  descriptionPath,
  rowsFolderOf,
  type BackupDescription,
} from './archive.ts';
import { loadInto, requireKnown } from './load.ts';
import { takeObjects, type StoreOptions } from './objects.ts';
import { skipFurther, takeSettings } from './settings-files.ts';

const descriptionMaximumInBytes = 16 * 1024 ** 2;

/** Places that a backup is restored into; each is to be empty. */
export interface RestoreTargets {
  readonly databaseUrl: string;
  /** Absent: unknown. */
  readonly store?: StoreOptions | undefined;
  /** Where secrets and certificates go; absent: they stay in the backup. */
  readonly dataFolder?: string | undefined;
}

export interface RestoreResult {
  readonly description: BackupDescription;
  /** Fewer than the description says where the store lacked some. */
  readonly files: number;
}

/**
 * Restores a backup. The database comes into being last, when everything else has arrived and all hashes are right.
 *
 * @throws {CommandProblem} for a damaged or unknown backup, or a target that is not empty
 */
export async function restoreBackup(
  bytes: ReadableStream<Uint8Array>,
  { databaseUrl, store, dataFolder }: RestoreTargets,
): Promise<RestoreResult> {
  const archive = new ArchiveReader(bytes);
  const description = await readDescription(archive);
  let files = 0;
  const rows = ({ name }: { readonly name: string }) => archive.readPieces(rowsFolderOf(name));
  requireKnown(description.database);
  if (description.files > 0 && !store) {
    throw new CommandProblem(
      'The backup has files, and it is not known where they belong. Set LECTERN_FILES_FOLDER or the LECTERN_S3 ' +
        'variables as for the services. Nothing was changed.',
    );
  }
  const opened = store && (await openStore({ store }));
  await takeSettings(archive, dataFolder);
  await skipFurther(archive);
  await loadInto(databaseUrl, { ...description.database, rows }, async (client) => {
    files = await takeObjects(archive, opened);
    await archive.requireWhole();
    await forgetLaterTimes(client);
  });
  return { description, files };
}

/**
 * Ends what others have kept from the time after the backup: the numbers of changes that a device has seen will be
 * given to other changes, and sign-ins that were ended since would hold again.
 */
async function forgetLaterTimes(client: pg.Client): Promise<void> {
  await client.query('update clag.issue_changes set epoch = gen_random_uuid()');
  const { rows } = await client.query<{ artifacts: string | null }>(
    `select to_regclass('identity_provider.artifact')::text as artifacts`,
  );
  if (rows[0]?.artifacts) await client.query('delete from identity_provider.artifact');
}

/**
 * Reads a backup to its end and compares all hashes.
 *
 * @throws {CommandProblem} for a damaged one
 */
export async function checkBackup(bytes: ReadableStream<Uint8Array>): Promise<RestoreResult> {
  const archive = new ArchiveReader(bytes);
  const description = await readDescription(archive);
  await takeSettings(archive, undefined);
  await skipFurther(archive);
  for (const { name } of description.database.tables) {
    for await (const _ of archive.readPieces(rowsFolderOf(name)));
  }
  const files = await takeObjects(archive, undefined);
  await archive.requireWhole();
  return { description, files };
}

async function readDescription(archive: ArchiveReader): Promise<BackupDescription> {
  if ((await archive.peek()) !== descriptionPath) throw notOurs();
  const text = (await archive.readWhole(descriptionMaximumInBytes)).toString();
  const { success, data } = backupDescription.safeParse(jsonOf(text));
  if (!success) throw notOurs();
  if (data.format > backupFormat) {
    throw new CommandProblem(
      `The backup was made by Lectern ${data.version}, and this one cannot read it. Use that version or a newer one.`,
    );
  }
  return data;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw damaged(`${descriptionPath} is not JSON`);
  }
}

function notOurs(): CommandProblem {
  return new CommandProblem('This is no backup of Lectern.');
}
