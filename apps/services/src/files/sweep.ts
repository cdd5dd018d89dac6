import { sql } from 'kysely';
import type { Database } from '../storage/database.ts';
import { leaveEmptyFile } from './empty-files.ts';
import { isOfFile } from './file-key.ts';
import type { FileStore } from './file-store.ts';
import { release, releasedColumns } from './released.ts';
import type { Removal } from './removals.ts';
import { lockFile } from './versions.ts';

/**
 * Does what is left to do with bytes and uploads, until nothing is. Any process may, several at once.
 *
 * @param isStopped ends it after what is under way
 * @throws {Error} in the end, when the store failed to remove something: that stays to be done
 */
export async function sweep(
  database: Database,
  store: FileStore,
  isStopped: () => boolean = () => false,
): Promise<void> {
  while (!isStopped() && (await endUpload(database)));
  let failure: { readonly cause: unknown } | undefined;
  let failuresInARow = 0;
  while (!isStopped() && failuresInARow < failuresInARowMaximum) {
    const removal = await database.transaction().execute(claimRemoval);
    if (removal === 'none') break;
    if (removal === 'still in use') continue;
    try {
      await removeObject(database, store, removal);
      failuresInARow = 0;
    } catch (cause) {
      // An object that the store refuses to remove must not keep the others.
      failure = { cause };
      failuresInARow++;
    }
  }
  if (!failure) return;
  throw new Error('Bytes could not be removed from the store; it is tried again.', failure);
}

/** Ends an upload whose time is over, with the version whose bytes never came. */
function endUpload(database: Database): Promise<boolean> {
  return database.transaction().execute(async (transaction) => {
    const upload = await transaction
      .selectFrom('atma.uploads')
      .select(['upload_id', 'file_reference', 'space', 'asset_stage', 'asset_type', 'version'])
      .where('expires_at', '<', sql<Date>`now()`)
      .orderBy('expires_at')
      .limit(1)
      .executeTakeFirst();
    if (!upload) return false;
    // First the file, as everybody does; then it may have been prolonged.
    await lockFile(transaction, upload);
    const gone = await transaction
      .deleteFrom('atma.file_versions')
      .where(isOfFile(upload))
      .where('version', '=', upload.version)
      .where('upload_id', '=', upload.upload_id)
      .where('object_id', 'is', null)
      .where(
        sql<boolean>`exists (
          select from atma.uploads where upload_id = ${upload.upload_id} and expires_at < now()
        )`,
      )
      .returning(releasedColumns)
      .execute();
    await release(transaction, gone);
    await leaveEmptyFile(transaction, upload);
    await transaction
      .deleteFrom('atma.uploads')
      .where('upload_id', '=', upload.upload_id)
      .where('expires_at', '<', sql<Date>`now()`)
      .execute();
    return true;
  });
}

/** How long one that removes bytes has for it before another one tries: in seconds, as after a failure. */
const removalTimeInSeconds = 10 * 60;

/** After as many the store is away, and left alone until the next sweep. */
const failuresInARowMaximum = 5;

type ClaimedRemoval = Removal & { readonly removal_id: string };

async function removeObject(
  database: Database,
  store: FileStore,
  { object_id, store_upload, removal_id }: ClaimedRemoval,
): Promise<void> {
  if (store_upload !== null) await store.abort(object_id, store_upload);
  await store.remove(object_id);
  const { numDeletedRows } = await database
    .deleteFrom('atma.removals')
    .where('removal_id', '=', removal_id)
    .where('writable_until', '<=', sql<Date>`now()`)
    .executeTakeFirst();
  if (numDeletedRows > 0n) return;
  await database
    .updateTable('atma.removals')
    .set({ due_at: sql<Date>`writable_until` })
    .where('removal_id', '=', removal_id)
    .execute();
}

/**
 * Takes a removal, after it has been made sure of that nobody can refer to the bytes any more. A process
 * that dies before they are gone leaves that to another one.
 */
async function claimRemoval(
  transaction: Database,
): Promise<ClaimedRemoval | 'still in use' | 'none'> {
  const removal = await transaction
    .selectFrom('atma.removals')
    .select(['removal_id', 'object_id', 'store_upload', 'content_hash'])
    .where('due_at', '<=', sql<Date>`now()`)
    .orderBy('due_at')
    .orderBy('removal_id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!removal) return 'none';
  const { content_hash, object_id, removal_id } = removal;
  if (content_hash !== null && (await isTakenUp(transaction, content_hash, object_id))) {
    await transaction.deleteFrom('atma.removals').where('removal_id', '=', removal_id).execute();
    return 'still in use';
  }
  await transaction
    .updateTable('atma.removals')
    .set({
      content_hash: null,
      due_at: sql<Date>`now() + make_interval(secs => ${removalTimeInSeconds})`,
    })
    .where('removal_id', '=', removal_id)
    .execute();
  return removal;
}

/** True where a publication has these bytes; otherwise none can take them up from here on. */
async function isTakenUp(
  transaction: Database,
  contentHash: string,
  objectId: string,
): Promise<boolean> {
  // A publication that is about to refer to them holds this lock until it does.
  await sql`
    select from atma.contents where content_hash = ${contentHash} for update
  `.execute(transaction);
  const user = await transaction
    .selectFrom('atma.file_versions')
    .select('version')
    .where('content_hash', '=', contentHash)
    .where('object_id', '=', objectId)
    .limit(1)
    .executeTakeFirst();
  if (user) return true;
  await transaction
    .deleteFrom('atma.contents')
    .where('content_hash', '=', contentHash)
    .where('object_id', '=', objectId)
    .execute();
  return false;
}
