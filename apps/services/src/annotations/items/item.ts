/* The content of a user as the service stores it. `wire.ts` has its forms on the wire. */

/** An issue of a course, of one subject. */
export interface Issue {
  readonly subject: string;
  readonly course_id: string;
  readonly issue_id: string;
}

export const itemKinds = [
  'annotation',
  'note',
  'bookmark',
  'answer',
  'user_topic',
  'topic_attributes',
  'local_store_item',
] as const;
export type ItemKind = (typeof itemKinds)[number];

/** The topic or exercise that something belongs to. */
export interface Model {
  readonly model_type: 'topic' | 'exercise';
  readonly model_id: string;
}

/** Names an item within an issue. */
export interface ItemKey<Kind extends ItemKind = ItemKind> extends Model {
  readonly kind: Kind;
  /** Of a local store item; else empty. */
  readonly segment: string;
  /** The item within its topic or exercise; empty where that has only one of the kind. */
  readonly item_id: string;
}

/** The fields of an item on the wire, without ids and version. */
export type Content = Readonly<Record<string, unknown>>;

export interface ItemChange<Kind extends ItemKind = ItemKind> {
  readonly key: ItemKey<Kind>;
  /** Version that it was made on; 0: the item was new; absent: whichever is stored. */
  readonly base: number | undefined;
  /** Versions of conflict copies that are not needed any more. */
  readonly settled: readonly number[];
  /** null: the item is removed. */
  readonly content: Content | null;
}

/** A version that an item had, by which its change is known when it comes again. */
export interface RecentVersion {
  readonly version: number;
  /** The version that the change was made on. */
  readonly base: number;
  /** Of the content that the change brought, as `policies.ts` makes it. */
  readonly digest: string;
  /** When it was stored, as RFC 3339. */
  readonly at: string;
}

/** An item, which may be removed. */
export interface StoredItem {
  readonly key: ItemKey;
  readonly version: number;
  /** null: the item is removed. */
  readonly content: Content | null;
  /** Of the content as it is counted. */
  readonly bytes: number;
  readonly updatedAt: Date;
  /** Of an answer that is not removed. */
  readonly shared?: LeadersVersion | undefined;
  /** Newest first. */
  readonly recent: readonly RecentVersion[];
}

/** Version and time that leaders see. A change of the private text alone keeps them. */
export interface LeadersVersion {
  readonly version: number;
  readonly at: Date;
}

/** A changed item, for those parts of the service that follow items. */
export interface ChangedItem {
  readonly key: ItemKey;
  /** null: the item is removed. */
  readonly content: Content | null;
}

/** A version of an item that was replaced by a change whose sender did not know it. */
export interface ConflictCopy {
  readonly key: ItemKey;
  readonly version: number;
  readonly content: Content;
  readonly bytes: number;
  readonly updatedAt: Date;
}

/** The key alone, of a row or another value with more fields. */
export function keyOf({ kind, model_type, model_id, segment, item_id }: ItemKey): ItemKey {
  return { kind, model_type, model_id, segment, item_id };
}

/** One text for each key, to look it up by. */
export function keyText({ kind, model_type, model_id, segment, item_id }: ItemKey): string {
  return JSON.stringify([kind, model_type, model_id, segment, item_id]);
}

/** How many bytes of a limit a content takes. */
export function bytesOf(kind: ItemKind, content: Content | null): number {
  if (content === null) return 0;
  const counted = kind === 'local_store_item' ? String(content['value']) : JSON.stringify(content);
  return Buffer.byteLength(counted);
}
