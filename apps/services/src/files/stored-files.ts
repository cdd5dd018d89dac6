import { greatestVersion } from '@lectern/contracts/calls/limits';
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../storage/database.ts';
import { publisherSpace, type VersionKey } from './file-key.ts';

/** A file of a publication by what it must hold. */
export interface WantedContent {
  readonly mandant_identifier: string;
  readonly file_reference: string;
  readonly asset_stage: string;
  readonly asset_type: string;
  readonly content_hash: string;
}

/**
 * Of these files, those that are not there with their bytes: for whoever is about to show a publication
 * that consists of them. One statement; it goes by the references.
 */
export function missingFiles<File extends WantedContent>(
  database: Database,
  files: readonly File[],
): Promise<File[]> {
  return filesOf(
    database,
    files,
    sql`not exists (
      select from atma.file_versions version
      where version.file_reference = wanted.file_reference and version.space = wanted.space
        and version.asset_stage = wanted.asset_stage and version.asset_type = wanted.asset_type
        and version.content_hash = wanted.content_hash and version.object_id is not null
    )`,
  );
}

/**
 * Of these files, those that were deleted: as their numbers are never used again, no first version can be
 * saved under their references any more. One statement; it goes by the references.
 */
export function deletedFiles<File extends WantedContent>(
  database: Database,
  files: readonly File[],
): Promise<File[]> {
  return filesOf(
    database,
    files,
    sql`exists (
      select from atma.files file
      where file.file_reference = wanted.file_reference and file.space = wanted.space
        and file.asset_stage = wanted.asset_stage and file.asset_type = wanted.asset_type
        and file.newest_version > 0
    ) and not exists (
      select from atma.file_versions version
      where version.file_reference = wanted.file_reference and version.space = wanted.space
        and version.asset_stage = wanted.asset_stage and version.asset_type = wanted.asset_type
        and version.version = 1
    )`,
  );
}

/** Files to which a condition about `wanted` applies. */
async function filesOf<File extends WantedContent>(
  database: Database,
  files: readonly File[],
  condition: RawBuilder<unknown>,
): Promise<File[]> {
  const columnOf = (read: (file: File) => string) => files.map(read);
  const { rows } = await sql<{ place: string }>`
    select wanted.place
    from unnest(
      ${columnOf((file) => file.file_reference)}::text[],
      ${columnOf((file) => publisherSpace(file.mandant_identifier))}::text[],
      ${columnOf((file) => file.asset_stage)}::text[],
      ${columnOf((file) => file.asset_type)}::text[],
      ${columnOf((file) => file.content_hash)}::text[]
    ) with ordinality
      as wanted (file_reference, space, asset_stage, asset_type, content_hash, place)
    where ${condition}
    order by wanted.place
  `.execute(database);
  return rows.map(({ place }) => files[Number(place) - 1]!);
}

/** A version whose bytes are there. */
export interface StoredFile extends VersionKey {
  readonly file_name: string;
  readonly media_type: string;
  readonly size_in_bytes: string;
  readonly content_hash: string;
  readonly product_references: readonly string[];
  readonly is_public: boolean;
  readonly distribution_channel: 'UNDEFINED' | 'APP' | 'WEBPUB' | null;
  readonly mandant_identifier: string | null;
  readonly object_id: string;
  /** Of a playlist: version of the film beside it that it plays. */
  readonly media_version: number | null;
}

/** Which file a request means; `version` 0: the newest whose bytes are there. */
export interface Wanted {
  readonly file_reference: string;
  readonly asset_stage: string;
  readonly asset_type: string;
  readonly version: number;
}

/**
 * Finds a file in one space, or in those of all publishers: then there is one of each that has it.
 *
 * @param space absent: of all publishers, those first that had the bytes of one by this name first
 */
export async function findFiles(
  database: Database,
  { file_reference, asset_stage, asset_type, version }: Wanted,
  space?: string,
): Promise<readonly StoredFile[]> {
  if (version > greatestVersion) return [];
  const inSpace = space === undefined ? sql`space like 'mandant:%'` : sql`space = ${space}`;
  const { rows } = await sql<StoredFile>`
    select newest.* from (
      select distinct on (space) file_reference, space, asset_stage, asset_type, version, file_name,
        media_type, size_in_bytes, content_hash, product_references, is_public,
        distribution_channel, mandant_identifier, object_id, media_version
      from atma.file_versions
      where file_reference = ${file_reference} and asset_stage = ${asset_stage}
        and asset_type = ${asset_type} and ${inSpace}
        and object_id is not null and (${version}::integer = 0 or version = ${version}::integer)
      order by space, version desc
    ) newest
    join atma.files using (file_reference, space, asset_stage, asset_type)
    order by files.created_at, space
  `.execute(database);
  return rows;
}
