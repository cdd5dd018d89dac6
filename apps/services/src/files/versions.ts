import { sql } from 'kysely';
import type { Database } from '../storage/database.ts';
import type { Announcement } from './announcement.ts';
import { isOfFile, type FileKey, type VersionKey } from './file-key.ts';
import { releasedColumns, type ReleasedVersion } from './released.ts';

/** Stored facts of a version for its announcement. */
export interface KnownVersion extends ReleasedVersion {
  readonly version: number;
  readonly media_type: string;
  /** Everything that can be changed afterwards is as announced. */
  readonly is_same: boolean;
}

/** The columns that name a version, and nothing else of what was given. */
export function versionKeyOf(key: VersionKey): VersionKey {
  const { file_reference, space, asset_stage, asset_type, version } = key;
  return { file_reference, space, asset_stage, asset_type, version };
}

/** Versions whose bytes have yet to come, and the one that is announced. */
export async function knownVersions(
  transaction: Database,
  announcement: Announcement,
): Promise<readonly KnownVersion[]> {
  const { version = 0, file_name, product_references, is_public } = announcement;
  return transaction
    .selectFrom('atma.file_versions')
    .select([
      'version',
      'media_type',
      ...releasedColumns,
      sql<boolean>`(
        file_name = ${file_name} and is_public = ${is_public}
        and product_references = ${[...product_references]}::text[]
        and distribution_channel is not distinct from ${announcement.distribution_channel}
        and mandant_identifier is not distinct from ${announcement.mandant_identifier}
      )`.as('is_same'),
    ])
    .where(isOfFile(announcement))
    .where(sql<boolean>`(object_id is null or version = ${version})`)
    .execute();
}

export async function insertVersion(
  transaction: Database,
  announcement: Announcement & VersionKey,
  objectId: string | null,
  uploadId: string | null,
): Promise<void> {
  await transaction
    .insertInto('atma.file_versions')
    .values({
      ...versionKeyOf(announcement),
      ...describedBy(announcement),
      media_type: announcement.media_type,
      size_in_bytes: announcement.size_in_bytes,
      content_hash: announcement.content_hash ?? null,
      object_id: objectId,
      upload_id: uploadId,
      media_version: announcement.media_version ?? null,
    })
    .execute();
}

/** Writes what can be changed of a version afterwards. */
export async function describeVersion(
  transaction: Database,
  announcement: Announcement & VersionKey,
): Promise<void> {
  await transaction
    .updateTable('atma.file_versions')
    .set(describedBy(announcement))
    .where(isOfFile(announcement))
    .where('version', '=', announcement.version)
    .execute();
}

export async function deleteVersion(transaction: Database, key: VersionKey): Promise<void> {
  await transaction
    .deleteFrom('atma.file_versions')
    .where(isOfFile(key))
    .where('version', '=', key.version)
    .execute();
}

/**
 * A version has its bytes: its number is never used again. From the first one on its publisher has the name;
 * announcing alone keeps it from nobody.
 */
export async function raiseNewest(transaction: Database, key: VersionKey): Promise<void> {
  await transaction
    .updateTable('atma.files')
    .set({
      newest_version: sql`greatest(newest_version, ${key.version})`,
      created_at: sql`case when newest_version = 0 then clock_timestamp() else created_at end`,
    })
    .where(isOfFile(key))
    .execute();
}

/** Waits for the lock of a file. */
export async function lockFile(transaction: Database, key: FileKey): Promise<void> {
  await sql`select from atma.files where ${isOfFile(key)} for update`.execute(transaction);
}

function describedBy(announcement: Announcement) {
  const { file_name, product_references, is_public } = announcement;
  const { distribution_channel, mandant_identifier } = announcement;
  return {
    file_name,
    product_references: [...product_references],
    is_public,
    distribution_channel,
    mandant_identifier,
  };
}
