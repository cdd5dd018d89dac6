import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../storage/database.ts';
import { isOfFile, publisherOfSpace, type VersionKey } from './file-key.ts';
import { keepUnfinished, noteRemovals } from './removals.ts';
import { partsOf, removalOf, removalsOf, type KeptParts, type Rest } from './upload-parts.ts';
import { lockFile, raiseNewest, versionKeyOf } from './versions.ts';

export interface Announcer {
  /** Its address holds for it alone. */
  readonly signIn: string;
  /** A hash of whose it is. */
  readonly account: string;
  /** Names of the sign-in and the account that the upload ends with, as `atma.uploads.ends_with` keeps them. */
  readonly endsWith: readonly string[];
}

/** How long the bytes of an announced file may take to come. */
export const uploadLifetimeInSeconds = 24 * 60 * 60;

/** An upload under way. */
export interface Upload extends VersionKey {
  readonly upload_id: string;
  readonly media_type: string;
  readonly sizeInBytes: number;
  readonly content_hash: string | null;
  readonly attempt_id: string | null;
  /** How much is kept. */
  readonly receivedBytes: number;
  readonly isCompleted: boolean;
  /** The one that it is for. */
  readonly signIn: string;
  /** Hashes of what ends it. */
  readonly ends_with: readonly string[] | null;
}

/** Where and until when an upload is open. */
export interface OpenUpload {
  readonly uploadId: string;
  readonly expiresAt: Date;
  /** For which sign-in, and whose that is. */
  readonly signIn: string;
  readonly account: string;
}

const end = () => new Date(Date.now() + uploadLifetimeInSeconds * 1000);

export async function insertUpload(
  transaction: Database,
  announced: VersionKey & {
    readonly media_type: string;
    readonly size_in_bytes: number;
    readonly content_hash?: string;
  },
  uploadId: string,
  announcer: Announcer,
): Promise<OpenUpload> {
  const expiresAt = end();
  await transaction
    .insertInto('atma.uploads')
    .values({
      upload_id: uploadId,
      ...versionKeyOf(announced),
      media_type: announced.media_type,
      size_in_bytes: announced.size_in_bytes,
      content_hash: announced.content_hash ?? null,
      expires_at: expiresAt,
      ends_with: [...announcer.endsWith],
    })
    .execute();
  return { uploadId, expiresAt, signIn: announcer.signIn, account: announcer.account };
}

/** An upload that is announced again has its time again, for the sign-in that announces it. */
export async function prolongUpload(
  transaction: Database,
  uploadId: string,
  announcer: Announcer,
): Promise<OpenUpload> {
  const expiresAt = end();
  await transaction
    .updateTable('atma.uploads')
    .set({ expires_at: expiresAt, ends_with: [...announcer.endsWith] })
    .where('upload_id', '=', uploadId)
    .execute();
  return { uploadId, expiresAt, signIn: announcer.signIn, account: announcer.account };
}

/**
 * @param signIn Whose the address is.
 * @returns `undefined` for one that has ended, or that another sign-in has announced again
 */
export async function findUpload(
  database: Database,
  uploadId: string,
  signIn: string,
): Promise<Upload | undefined> {
  const row = await database
    .selectFrom('atma.uploads')
    .selectAll()
    .where('upload_id', '=', uploadId)
    .where('expires_at', '>', sql<Date>`now()`)
    // Addresses of before name none, until the file is announced again.
    .where(sql<boolean>`coalesce(ends_with[1], '') = ${signIn}`)
    .executeTakeFirst();
  if (!row) return undefined;
  const { size_in_bytes, received_bytes, completed_at, ...upload } = row;
  return {
    ...upload,
    signIn,
    sizeInBytes: Number(size_in_bytes),
    receivedBytes: Number(received_bytes),
    isCompleted: completed_at !== null,
  };
}

/**
 * An upload goes on, announced since by another account: a colleague of the publisher, as a rule.
 *
 * @param account The owner of the address.
 */
export async function isAnnouncedByAnother(
  database: Database,
  uploadId: string,
  account: string,
): Promise<boolean> {
  const upload = await database
    .selectFrom('atma.uploads')
    .select('upload_id')
    .where('upload_id', '=', uploadId)
    .where('expires_at', '>', sql<Date>`now()`)
    .where(sql<boolean>`ends_with[2] <> ${account}`)
    .executeTakeFirst();
  return upload !== undefined;
}

/** Target of a request's bytes; a later request takes its place. */
export interface Attempt extends KeptParts {
  readonly uploadId: string;
  readonly attemptId: string;
  readonly objectId: string;
  /** The store's name for it; `null`: nothing has come. */
  readonly storeUpload: string | null;
}

/**
 * Begins to write. From the first byte on it is a new object, and what had come before goes.
 *
 * @param offset where the last request ended; absent: anew, whatever has come
 * @returns `undefined` when that is not where it ended, or the upload has
 */
export function beginAttempt(
  database: Database,
  uploadId: string,
  offset?: number,
): Promise<Attempt | undefined> {
  return database.transaction().execute(async (transaction) => {
    const upload = await transaction
      .selectFrom('atma.uploads')
      .selectAll()
      .where('upload_id', '=', uploadId)
      .forUpdate()
      .executeTakeFirst();
    if (!upload || upload.completed_at) return undefined;
    const { attempt_id, object_id, store_upload, received_bytes } = upload;
    if (offset !== undefined && Number(received_bytes) !== offset) return undefined;
    if (offset) {
      const { parts, rest } = partsOf(upload);
      const attempt = { uploadId, objectId: object_id!, storeUpload: store_upload, rest };
      // A request that only finishes takes nobody's place: others may be about to.
      if (received_bytes === upload.size_in_bytes) {
        return { ...attempt, attemptId: attempt_id!, parts };
      }
      const attemptId = randomUUID();
      // The request before may yet write the next part, where it has not ended: its number is not used again.
      const next = attempt_id === null ? parts : [...parts, null];
      await transaction
        .updateTable('atma.uploads')
        .set({ attempt_id: attemptId, parts: JSON.stringify([...next, ...(rest ? [rest] : [])]) })
        .where('upload_id', '=', uploadId)
        .execute();
      return { ...attempt, attemptId, parts: next };
    }
    await noteRemovals(transaction, removalsOf(upload), { mayGrow: true });
    const [attemptId, objectId] = [randomUUID(), randomUUID()];
    await transaction
      .updateTable('atma.uploads')
      .set({
        attempt_id: attemptId,
        object_id: objectId,
        store_upload: null,
        parts: '[]',
        received_bytes: 0,
      })
      .where('upload_id', '=', uploadId)
      .execute();
    return { uploadId, attemptId, objectId, storeUpload: null, parts: [], rest: undefined };
  });
}

/** @returns whether the request still is the one that writes */
export async function recordStoreUpload(
  database: Database,
  { uploadId, attemptId }: Attempt,
  storeUpload: string,
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('atma.uploads')
    .set({ store_upload: storeUpload })
    .where('upload_id', '=', uploadId)
    .where('attempt_id', '=', attemptId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Records what is kept now.
 *
 * @param part its name, or what fills none
 * @param receivedBytes how much has come with it
 * @param before the rest that it begins with
 * @returns whether the request still is the one that writes
 */
export async function recordPart(
  database: Database,
  { uploadId, attemptId }: Attempt,
  part: string | Rest,
  receivedBytes: number,
  before?: Rest,
): Promise<boolean> {
  const record = async (transaction: Database) => {
    const { numUpdatedRows } = await transaction
      .updateTable('atma.uploads')
      .set({
        parts: sql`${before ? sql`parts - -1` : sql`parts`} || ${JSON.stringify([part])}::jsonb`,
        received_bytes: receivedBytes,
      })
      .where('upload_id', '=', uploadId)
      .where('attempt_id', '=', attemptId)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  };
  if (!before && typeof part === 'string') return record(database);
  return database.transaction().execute(async (transaction) => {
    if (!(await record(transaction))) return false;
    if (typeof part !== 'string') await keepUnfinished(transaction, part.objectId);
    if (before) await noteRemovals(transaction, [removalOf(before)], { mayGrow: false });
    return true;
  });
}

/** Tells that a request writes no more. Not every store takes numbers of parts with gaps. */
export async function endAttempt(
  database: Database,
  { uploadId, attemptId }: Attempt,
): Promise<void> {
  await database
    .updateTable('atma.uploads')
    .set({ attempt_id: null })
    .where('upload_id', '=', uploadId)
    .where('attempt_id', '=', attemptId)
    .execute();
}

/** Forgets what has come: the upload begins anew. */
export async function resetUpload(database: Database, attempt: Attempt): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const upload = await transaction
      .selectFrom('atma.uploads')
      .select(['object_id', 'store_upload', 'parts'])
      .where('upload_id', '=', attempt.uploadId)
      .where('attempt_id', '=', attempt.attemptId)
      .where('completed_at', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (!upload) return;
    await noteRemovals(transaction, removalsOf(upload), { mayGrow: true });
    await transaction
      .updateTable('atma.uploads')
      .set({
        attempt_id: null,
        object_id: null,
        store_upload: null,
        parts: '[]',
        received_bytes: 0,
      })
      .where('upload_id', '=', attempt.uploadId)
      .execute();
  });
}

/**
 * Gives a version its bytes: from now on it is given. Bytes that another publication has already are
 * kept once.
 *
 * @returns whether the upload was still open
 */
export function completeUpload(
  database: Database,
  upload: Upload,
  attempt: Attempt,
  contentHash: string,
): Promise<boolean> {
  return database.transaction().execute(async (transaction) => {
    await lockFile(transaction, upload);
    const { numUpdatedRows } = await transaction
      .updateTable('atma.uploads')
      .set({ completed_at: sql<Date>`now()`, received_bytes: upload.sizeInBytes, parts: '[]' })
      .where('upload_id', '=', attempt.uploadId)
      .where('attempt_id', '=', attempt.attemptId)
      .where('completed_at', 'is', null)
      // A sign-out may have come while the bytes did.
      .where('expires_at', '>', sql<Date>`now()`)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    if (attempt.rest)
      await noteRemovals(transaction, [removalOf(attempt.rest)], { mayGrow: false });
    const isShared = publisherOfSpace(upload.space) !== undefined;
    const objectId = isShared
      ? await shareContent(transaction, contentHash, attempt.objectId, upload.sizeInBytes)
      : attempt.objectId;
    await transaction
      .updateTable('atma.file_versions')
      .set({ object_id: objectId, content_hash: contentHash })
      .where(isOfFile(upload))
      .where('version', '=', upload.version)
      .execute();
    await raiseNewest(transaction, upload);
    return true;
  });
}

/** @returns the object that all who have these bytes refer to */
export async function shareContent(
  transaction: Database,
  contentHash: string,
  objectId: string,
  sizeInBytes: number,
): Promise<string> {
  const { object_id } = await transaction
    .insertInto('atma.contents')
    .values({ content_hash: contentHash, object_id: objectId, size_in_bytes: sizeInBytes })
    .onConflict((conflict) =>
      // Changes nothing, but waits for its lock and gives the row.
      conflict.column('content_hash').doUpdateSet({ size_in_bytes: sizeInBytes }),
    )
    .returning('object_id')
    .executeTakeFirstOrThrow();
  if (object_id !== objectId) {
    const second = { object_id: objectId, store_upload: null, content_hash: null };
    await noteRemovals(transaction, [second], { mayGrow: true });
  }
  return object_id;
}
