import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { leapVersions } from '../../annotations/items/leap.ts';
import { openStore } from '../../files/file-gateway.ts';
import type { Database } from '../../storage/database.ts';
import { subjectsWithOutbox } from '../../users/outbox-key.ts';
import { recordCommand } from '../operator.ts';
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
import { objectsIn, takeObjects, type StoreOptions } from './objects.ts';
import {
  requireNoOtherSecrets,
  skipFurther,
  takeSettings,
  writeSettings,
} from './settings-files.ts';
import { isOfSystem } from './whole-file.ts';

export { CommandProblem } from '../problem.ts';

const descriptionMaximumInBytes = 16 * 1024 ** 2;

/** Places that a backup is restored into; each is to be empty. */
export interface RestoreTargets {
  readonly databaseUrl: string;
  /** Absent: unknown. */
  readonly store?: StoreOptions | undefined;
  /** Gets secrets and certificates; absent: they stay in the backup. */
  readonly dataFolder?: string | undefined;
}

export interface RestoreResult {
  readonly description: BackupDescription;
  /** Fewer than the description says where the store lacked some. */
  readonly files: number;
}

/**
 * Restores a backup. The database comes into being last, when everything else has arrived and all hashes are right; its
 * audit log says so.
 *
 * @param path `-`: the standard input
 * @throws {CommandProblem} for a damaged or unknown backup, or a target that is not empty
 */
export async function restoreBackup(
  path: string,
  { databaseUrl, store, dataFolder }: RestoreTargets,
): Promise<RestoreResult> {
  const archive = await openArchive(path);
  const description = await readDescription(archive);
  requireKnown(description.database);
  if (description.files > 0 && !store) {
    throw new CommandProblem(
      'The backup has files, and it is not known where they belong. Set LECTERN_FILES_FOLDER or the LECTERN_S3 ' +
        'variables as for the services. Nothing was changed.',
    );
  }
  const settings = await takeSettings(archive);
  if (dataFolder) await requireNoOtherSecrets(dataFolder, settings);
  await skipFurther(archive);
  const rows = ({ name }: { readonly name: string }) => archive.readPieces(rowsFolderOf(name));
  const stored: string[] = [];
  await loadInto(databaseUrl, { ...description.database, rows }, async (transaction) => {
    const opened = store && (await openStore({ store }));
    try {
      if (opened) await takeObjects(archive, opened, stored);
      await archive.requireWhole();
      await beginNewTime(transaction, { created: description.created });
      if (dataFolder) await writeSettings(dataFolder, settings);
    } catch (error) {
      for (const objectId of stored) await opened?.remove(objectId).catch(() => {});
      throw error;
    }
  });
  return { description, files: stored.length };
}

/**
 * Ends what others have kept from the time after the backup; sign-ins that were ended since would hold again.
 *
 * @param change for the audit log
 */
export async function beginNewTime(transaction: Database, change: object): Promise<void> {
  await leapVersions(transaction, await subjectsWithOutbox(transaction));
  const { rows } = await sql<{ artifacts: string | null }>`
    select to_regclass('identity_provider.artifact')::text as artifacts
  `.execute(transaction);
  if (rows[0]?.artifacts) await sql`delete from identity_provider.artifact`.execute(transaction);
  await recordCommand(transaction, 'restore', change);
}

/**
 * Reads a backup to its end and compares all hashes.
 *
 * @param path `-`: the standard input
 * @throws {CommandProblem} for a damaged one
 */
export async function checkBackup(path: string): Promise<RestoreResult> {
  const archive = await openArchive(path);
  const description = await readDescription(archive);
  await takeSettings(archive);
  await skipFurther(archive);
  for (const { name } of description.database.tables) {
    for await (const _ of archive.readPieces(rowsFolderOf(name)));
  }
  let files = 0;
  for await (const _ of objectsIn(archive)) {
    await archive.skip();
    files++;
  }
  await archive.requireWhole();
  return { description, files };
}

async function openArchive(path: string): Promise<ArchiveReader> {
  if (path === '-') return readerOf(process.stdin);
  const stream = createReadStream(path);
  await new Promise((resolve, reject) => stream.once('open', resolve).once('error', reject)).catch(
    (cause: Error) => {
      throw new CommandProblem(`The backup cannot be read: ${cause.message}.`, { cause });
    },
  );
  return readerOf(stream);
}

function readerOf(stream: Readable): ArchiveReader {
  return new ArchiveReader(Readable.toWeb(stream) as ReadableStream<Uint8Array>);
}

async function readDescription(archive: ArchiveReader): Promise<BackupDescription> {
  const first = await archive.peek().catch((error: Error) => {
    throw isOfSystem(error.cause) ? error : new CommandProblem(`${error.message} ${unpack}`);
  });
  if (first !== descriptionPath) throw notOurs();
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

const unpack =
  'If it is compressed or encrypted, unpack it first, such as by gunzip --stdout FILE, and give - for what comes out.';

function notOurs(): CommandProblem {
  return new CommandProblem(`This is no backup of Lectern. ${unpack}`);
}
