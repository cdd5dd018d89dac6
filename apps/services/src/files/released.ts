import { sql } from 'kysely';
import type { Database } from '../storage/database.ts';
import { publisherOfSpace } from './file-key.ts';
import { growGroupStores } from './group-stores.ts';

/** A version that is gone from its file. */
export interface ReleasedVersion {
  readonly space: string;
  readonly size_in_bytes: string;
  readonly content_hash: string | null;
  readonly object_id: string | null;
  readonly upload_id: string | null;
}

/** What {@link release} needs to know of a version. */
export const releasedColumns = [
  'space',
  'size_in_bytes',
  'content_hash',
  'object_id',
  'upload_id',
] as const;

/** Lets go of the bytes of versions that were deleted in this transaction, and of their uploads. */
export async function release(
  transaction: Database,
  versions: readonly ReleasedVersion[],
): Promise<void> {
  if (versions.length === 0) return;
  const uploads = versions.flatMap(({ upload_id }) => upload_id ?? []);
  const broken = uploads.length === 0 ? [] : await deleteUploads(transaction, uploads);
  const objects = versions.flatMap(({ object_id, content_hash, space }) =>
    object_id === null
      ? []
      : [
          {
            object_id,
            store_upload: null,
            // Others may have the same bytes.
            content_hash: publisherOfSpace(space) === undefined ? null : content_hash,
          },
        ],
  );
  const removals = [...objects, ...broken];
  if (removals.length > 0) {
    await transaction.insertInto('atma.removals').values(removals).execute();
  }
  const shrunk = new Map<string, number>();
  for (const { space, size_in_bytes } of versions) {
    shrunk.set(space, (shrunk.get(space) ?? 0) - Number(size_in_bytes));
  }
  await growGroupStores(transaction, shrunk);
}

/** @returns what was on its way */
async function deleteUploads(transaction: Database, uploadIds: readonly string[]) {
  const { rows } = await sql<{ object_id: string; store_upload: string | null }>`
    with gone as (
      delete from atma.uploads where upload_id = any(${uploadIds}::uuid[])
      returning object_id, store_upload, completed_at
    )
    select object_id, store_upload from gone where object_id is not null and completed_at is null
  `.execute(transaction);
  return rows.map((row) => ({ ...row, content_hash: null }));
}
