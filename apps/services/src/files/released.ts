import type { Database } from '../storage/database.ts';
import { publisherOfSpace } from './file-key.ts';
import { growGroupStores } from './group-stores.ts';
import { noteRemovals, type Removal } from './removals.ts';
import { removalsOf } from './upload-parts.ts';

/** A version that is gone from its file. */
export interface ReleasedVersion {
  readonly space: string;
  readonly size_in_bytes: string;
  readonly content_hash: string | null;
  readonly object_id: string | null;
  readonly upload_id: string | null;
}

/** Columns of a version that {@link release} reads. */
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
  const removals = versions.flatMap((version) => {
    const { object_id } = version;
    if (object_id === null) return [];
    return { object_id, store_upload: null, content_hash: sharedHash(version) };
  });
  await noteRemovals(transaction, removals, { mayGrow: false });
  await noteRemovals(transaction, await endUploads(transaction, versions), { mayGrow: true });
  const shrunk = new Map<string, number>();
  for (const { space, size_in_bytes } of versions) {
    shrunk.set(space, (shrunk.get(space) ?? 0) - Number(size_in_bytes));
  }
  await growGroupStores(transaction, shrunk);
}

/**
 * Deletes the uploads of versions.
 *
 * @returns to what their requests may still write; several can be about to finish one that is complete
 */
async function endUploads(
  transaction: Database,
  versions: readonly ReleasedVersion[],
): Promise<readonly Removal[]> {
  const versionOf = new Map(versions.map((version) => [version.upload_id, version]));
  const uploads = [...versionOf.keys()].filter((uploadId) => uploadId !== null);
  if (uploads.length === 0) return [];
  const gone = await transaction
    .deleteFrom('atma.uploads')
    .where('upload_id', 'in', uploads)
    .returning(['upload_id', 'object_id', 'store_upload', 'parts'])
    .execute();
  return gone.flatMap((upload) => {
    const version = versionOf.get(upload.upload_id)!;
    const isVersion = version.object_id !== null && version.object_id === upload.object_id;
    return removalsOf(upload, isVersion ? sharedHash(version) : null);
  });
}

/** Others may have the same bytes as a publisher's version; `null`: nobody can. */
function sharedHash({ space, content_hash }: ReleasedVersion): string | null {
  return publisherOfSpace(space) === undefined ? null : content_hash;
}
