import { randomUUID } from 'node:crypto';
import { greatestVersion } from '@lectern/contracts/calls/limits';
import { sql } from 'kysely';
import type { Database } from '../storage/database.ts';
import type { Announcement } from './announcement.ts';
import { inLockOrder, type FileKey } from './file-key.ts';
import { growGroupStores, hasRoomForMember } from './group-stores.ts';
import { release } from './released.ts';
import {
  insertUpload,
  prolongUpload,
  shareContent,
  type OpenUpload,
  type Announcer,
} from './uploads.ts';
import { takeEmptyFile } from './empty-files.ts';
import {
  deleteVersion,
  describeVersion,
  insertVersion,
  knownVersions,
  raiseNewest,
  type KnownVersion,
} from './versions.ts';

export interface Announced {
  readonly version: number;
  /** Absent: the bytes are there. */
  readonly upload?: OpenUpload;
  /** It was not there before. */
  readonly isNew: boolean;
  /** Nothing had to change. */
  readonly isUnchanged: boolean;
}

/** Why nothing is saved. */
export type AnnouncementRefusal =
  | 'FILE_VERSION_CONFLICT'
  | 'FILE_OF_ANOTHER_MEMBER'
  | 'GROUP_STORE_FULL'
  | 'MEMBER_STORE_FULL';

/** Thrown in the transaction, which is to be rolled back with it. */
export class AnnouncementRefused extends Error {
  override readonly name = 'AnnouncementRefused';
  readonly code: AnnouncementRefusal;

  constructor(code: AnnouncementRefusal) {
    super(code);
    this.code = code;
  }
}

const asNew = { isNew: true, isUnchanged: false } as const;

/** Bytes that files of a publisher may be given, by its space and their hash. */
type Contents = ReadonlyMap<string, { readonly objectId: string; readonly sizeInBytes: number }>;

const nameOfContent = (space: string, hash: string) => `${hash} ${space}`;

/**
 * Saves files, all or none, in the order given.
 *
 * @param announcer Whose uploads follow; absent: all bytes are there.
 * @param owner The member whose files they are; absent: they are a publisher's, whose own files share their
 *   bytes. Members' do not, nor do those of two publishers: knowing a hash would be enough to get the bytes.
 * @throws {AnnouncementRefused}
 */
export async function announceFiles(
  transaction: Database,
  announcements: readonly Announcement[],
  announcer?: Announcer,
  owner?: string,
): Promise<readonly Announced[]> {
  // A version beyond the maximum follows no other.
  if (announcements.some(({ version = 1 }) => version > greatestVersion)) {
    throw new AnnouncementRefused('FILE_VERSION_CONFLICT');
  }
  const results = new Map<Announcement, Announced>();
  const grown = new Map<string, number>();
  const grow = (space: string, bytes: number) => grown.set(space, (grown.get(space) ?? 0) + bytes);
  const newestOf = new Map<Announcement, number>();
  for (const announcement of inLockOrder(announcements)) {
    newestOf.set(announcement, await takeFile(transaction, announcement, owner));
  }
  await growGroupStores(transaction, new Map(announcements.map(({ space }) => [space, 0])));
  // After the locks of the files, the order in which a completed upload takes them.
  await shareStored(transaction, announcements);
  const contents: Contents = owner ? new Map() : await holdContents(transaction, announcements);
  const allReplaced: KnownVersion[] = [];
  for (const announcement of announcements) {
    const newest = newestOf.get(announcement)!;
    const { announced, replaced } = await announce(
      transaction,
      announcement,
      newest,
      contents,
      announcer,
    );
    results.set(announcement, announced);
    if (replaced) allReplaced.push(replaced);
    if (announced.isNew) grow(announcement.space, announcement.size_in_bytes);
  }
  await release(transaction, allReplaced);
  if (!(await growGroupStores(transaction, grown))) {
    throw new AnnouncementRefused('GROUP_STORE_FULL');
  }
  for (const space of owner === undefined ? [] : grown.keys()) {
    if (!(await hasRoomForMember(transaction, space, owner!))) {
      throw new AnnouncementRefused('MEMBER_STORE_FULL');
    }
  }
  return announcements.map((announcement) => results.get(announcement)!);
}

/** Takes the lock of a file. @returns the highest version that ever had bytes */
async function takeFile(transaction: Database, key: FileKey, owner?: string): Promise<number> {
  const file = await transaction
    .insertInto('atma.files')
    .values({
      file_reference: key.file_reference,
      space: key.space,
      asset_stage: key.asset_stage,
      asset_type: key.asset_type,
      subject: owner ?? null,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['file_reference', 'space', 'asset_stage', 'asset_type'])
        // Changes nothing, but waits for its lock and gives the row.
        .doUpdateSet({ subject: sql`files.subject` }),
    )
    .returning(['newest_version', 'subject'])
    .executeTakeFirstOrThrow();
  const isAnothers = owner !== undefined && file.subject !== owner;
  if (isAnothers && !(await takeEmptyFile(transaction, key, owner))) {
    throw new AnnouncementRefused('FILE_OF_ANOTHER_MEMBER');
  }
  return file.newest_version;
}

/** Makes what was stored before bytes that publications have, in the order in which all are locked. */
async function shareStored(
  transaction: Database,
  announcements: readonly Announcement[],
): Promise<void> {
  const stored = announcements
    .filter(({ stored_object_id }) => stored_object_id !== undefined)
    .toSorted((a, b) => (a.content_hash! < b.content_hash! ? -1 : 1));
  for (const { content_hash, stored_object_id, size_in_bytes } of stored) {
    await shareContent(transaction, content_hash!, stored_object_id!, size_in_bytes);
  }
}

/** Keeps bytes that a publisher has already from going until the transaction ends. */
async function holdContents(
  transaction: Database,
  announcements: readonly Announcement[],
): Promise<Contents> {
  const hashes = announcements.flatMap(({ content_hash }) => content_hash ?? []);
  if (hashes.length === 0) return new Map();
  const rows = await transaction
    .selectFrom('atma.contents')
    .select(['content_hash', 'object_id', 'size_in_bytes'])
    .where(sql<boolean>`content_hash = any(${hashes}::text[])`)
    .orderBy('content_hash')
    .forShare()
    .execute();
  const spaces = [...new Set(announcements.map(({ space }) => space))];
  const owned = await transaction
    .selectFrom('atma.file_versions')
    .select(['content_hash', 'space'])
    .distinct()
    .where(sql<boolean>`content_hash = any(${hashes}::text[])`)
    .where(sql<boolean>`space = any(${spaces}::text[])`)
    .where('object_id', 'is not', null)
    .execute();
  const names = new Set([
    ...owned.map(({ space, content_hash }) => nameOfContent(space, content_hash!)),
    // The files of this announcement.
    ...announcements
      .filter(({ stored_object_id }) => stored_object_id !== undefined)
      .map(({ space, content_hash }) => nameOfContent(space, content_hash!)),
  ]);
  return new Map(
    rows.flatMap(({ content_hash, object_id, size_in_bytes }) =>
      spaces
        .map((space) => nameOfContent(space, content_hash))
        .filter((name) => names.has(name))
        .map((name) => [name, { objectId: object_id, sizeInBytes: Number(size_in_bytes) }]),
    ),
  );
}

async function announce(
  transaction: Database,
  announcement: Announcement,
  newest: number,
  contents: Contents,
  announcer: Announcer | undefined,
): Promise<{ readonly announced: Announced; readonly replaced?: KnownVersion }> {
  const { size_in_bytes, media_type, content_hash } = announcement;
  const versions = await knownVersions(transaction, announcement);
  const next = Math.max(newest, ...versions.map(({ version }) => version)) + 1;
  const version = announcement.version ?? next;
  const held = versions.find((row) => row.version === version);
  const isSame =
    held?.content_hash === content_hash &&
    Number(held?.size_in_bytes) === size_in_bytes &&
    held?.media_type === media_type;
  if (held?.object_id && !isSame) throw new AnnouncementRefused('FILE_VERSION_CONFLICT');
  if (!held && version !== next) throw new AnnouncementRefused('FILE_VERSION_CONFLICT');
  const key = { ...announcement, version };

  const content =
    content_hash === undefined
      ? undefined
      : contents.get(nameOfContent(announcement.space, content_hash));
  const objectId = content?.sizeInBytes === size_in_bytes ? content.objectId : null;
  if (held && isSame && (held.object_id !== null || objectId === null)) {
    if (!held.is_same) await describeVersion(transaction, key);
    const isUnchanged = held.is_same && held.object_id !== null;
    if (held.object_id) return { announced: { version, isNew: false, isUnchanged } };
    const upload = await prolongUpload(transaction, held.upload_id!, announcer!);
    return { announced: { version, upload, isNew: false, isUnchanged } };
  }
  const replaced = held ? { replaced: held } : {};
  if (held) await deleteVersion(transaction, key);
  const uploadId = objectId === null ? randomUUID() : null;
  await insertVersion(transaction, key, objectId, uploadId);
  if (uploadId === null) {
    await raiseNewest(transaction, key);
    return { announced: { version, ...asNew }, ...replaced };
  }
  const upload = await insertUpload(transaction, key, uploadId, announcer!);
  return { announced: { version, upload, ...asNew }, ...replaced };
}
