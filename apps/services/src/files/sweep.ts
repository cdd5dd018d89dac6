import { AsyncLocalStorage } from 'node:async_hooks';
import { sql } from 'kysely';
import type { Database } from '../storage/database.ts';
import { leaveEmptyFile } from './empty-files.ts';
import { isOfFile } from './file-key.ts';
import type { FileStore } from './file-store.ts';
import { release, releasedColumns } from './released.ts';
import { lockFile } from './versions.ts';

/** Does what is left to do with bytes and uploads, until nothing is. Any process may, several at once. */
export async function sweep(database: Database, store: FileStore): Promise<void> {
  while (await endUpload(database));
  while (await removeObject(database, store));
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

interface Removal {
  readonly removal_id: string;
  readonly object_id: string;
  readonly store_upload: string | null;
}

/**
 * Removes bytes to which nothing refers. First that nobody can refer to them any more is made sure of
 * and kept; a process that dies before the bytes are gone leaves that to the next one.
 */
async function removeObject(database: Database, store: FileStore): Promise<boolean> {
  const removal = await database.transaction().execute(claimRemoval);
  if (removal === 'none') return false;
  if (removal !== 'still in use') {
    const { object_id, store_upload, removal_id } = removal;
    if (store_upload !== null) await store.abort(object_id, store_upload);
    await store.remove(object_id);
    await database.deleteFrom('atma.removals').where('removal_id', '=', removal_id).execute();
  }
  return true;
}

async function claimRemoval(transaction: Database): Promise<Removal | 'still in use' | 'none'> {
  const removal = await transaction
    .selectFrom('atma.removals')
    .select(['removal_id', 'object_id', 'store_upload', 'content_hash'])
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!removal) return 'none';
  const { content_hash, object_id, removal_id } = removal;
  if (content_hash === null) return removal;
  // Whoever is about to refer to them holds this lock until it does.
  await sql`
    select from atma.contents where content_hash = ${content_hash} for update
  `.execute(transaction);
  const user = await transaction
    .selectFrom('atma.file_versions')
    .select('version')
    .where('content_hash', '=', content_hash)
    .where('object_id', '=', object_id)
    .limit(1)
    .executeTakeFirst();
  if (user) {
    await transaction.deleteFrom('atma.removals').where('removal_id', '=', removal_id).execute();
    return 'still in use';
  }
  await transaction
    .deleteFrom('atma.contents')
    .where('content_hash', '=', content_hash)
    .where('object_id', '=', object_id)
    .execute();
  await transaction
    .updateTable('atma.removals')
    .set({ content_hash: null })
    .where('removal_id', '=', removal_id)
    .execute();
  return removal;
}

/** How often each process looks, in milliseconds. */
const intervalInMs = 60_000;

/** Sweeps now and then, and when something was deleted. */
export interface Sweeping {
  /** Does not wait; what fails is tried again. */
  soon(): void;
  /** Waits for the one that is under way. */
  stop(): Promise<void>;
}

export function startSweeping(
  database: Database,
  store: FileStore,
  onError: (error: unknown) => void,
): Sweeping {
  let running: Promise<void> | undefined;
  const wanted = { again: false, stop: false };
  // What a sweep does belongs to nobody's request, not even the one that it follows.
  const ofNobody = AsyncLocalStorage.snapshot();
  const soon = () => {
    if (wanted.stop) return;
    wanted.again = true;
    running ??= ofNobody(run).finally(() => {
      running = undefined;
    });
  };
  const run = async () => {
    while (wanted.again && !wanted.stop) {
      wanted.again = false;
      await sweep(database, store).catch(onError);
    }
  };
  const timer = setInterval(soon, intervalInMs);
  timer.unref();
  return {
    soon,
    async stop() {
      wanted.stop = true;
      clearInterval(timer);
      await running;
    },
  };
}
