import type { Annotation, Bookmark, Note } from '@lectern/sdk';
import { groupBy } from '../group-by.ts';

/** The three lists in which the container has what somebody leaves on a page. */
export const kinds = ['annotations', 'notes', 'bookmarks'] as const;
export type Kind = (typeof kinds)[number];

type Kept = 'version' | 'updated_at' | 'delivered';

/** A marked passage, a note or a bookmark, by what a learner has made of it. */
export type Item =
  | {
      readonly kind: 'annotations';
      readonly id: string;
      readonly content: Omit<Annotation, 'annotation_id' | Kept>;
    }
  | { readonly kind: 'notes'; readonly id: string; readonly content: Omit<Note, 'note_id' | Kept> }
  | {
      readonly kind: 'bookmarks';
      readonly id: string;
      readonly content: Omit<Bookmark, 'bookmark_id' | Kept>;
    };

export type Mark = Extract<Item, { readonly kind: 'annotations' }>;
export type NoteItem = Extract<Item, { readonly kind: 'notes' }>;

/** An item, or a copy of one, as the container tells it. */
export interface StoredItem {
  readonly item: Item;
  readonly version: number;
  /** RFC 3339. */
  readonly updatedAt: string;
  readonly delivered: boolean;
}

/** Two versions of an item, made by devices that did not know of each other. */
export interface Conflict {
  readonly kind: Kind;
  readonly id: string;
  /** Undefined: removed on the device that came last. */
  readonly current: StoredItem | undefined;
  /** Of the copies that say something else the newest. */
  readonly other: StoredItem;
  /** Versions of the copies that say what one of the two says: a choice between these is about no others. */
  readonly settles: readonly number[];
}

/** Lists as the container gives them → items. Fields of a later release stay with the content. */
export function itemsIn(lists: {
  readonly annotations: readonly Annotation[];
  readonly notes: readonly Note[];
  readonly bookmarks: readonly Bookmark[];
}): readonly StoredItem[] {
  return [
    ...lists.annotations.map(
      ({
        annotation_id: id,
        version,
        updated_at: updatedAt,
        delivered,
        ...content
      }): StoredItem => ({
        item: { kind: 'annotations', id, content },
        version,
        updatedAt,
        delivered,
      }),
    ),
    ...lists.notes.map(
      ({ note_id: id, version, updated_at: updatedAt, delivered, ...content }): StoredItem => ({
        item: { kind: 'notes', id, content },
        version,
        updatedAt,
        delivered,
      }),
    ),
    ...lists.bookmarks.map(
      ({ bookmark_id: id, version, updated_at: updatedAt, delivered, ...content }): StoredItem => ({
        item: { kind: 'bookmarks', id, content },
        version,
        updatedAt,
        delivered,
      }),
    ),
  ];
}

/** A content as text that is the same for the same content. */
export function written(content: unknown): string {
  return JSON.stringify(content, (_key, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}

/** The open questions: a copy with the same content as the item asks nothing. */
export function conflictsIn(
  standing: ReadonlyMap<string, StoredItem>,
  copies: readonly StoredItem[],
): readonly Conflict[] {
  const byId = groupBy(copies, ({ item }) => item.id);
  return [...byId].flatMap(([id, ofItem]) => {
    const current = standing.get(id);
    const says = ({ item }: StoredItem, stored: StoredItem | undefined) =>
      stored !== undefined && written(item.content) === written(stored.item.content);
    const [other] = ofItem
      .filter((copy) => !says(copy, current))
      .sort((a, b) => b.version - a.version);
    if (!other) return [];
    const settles = ofItem
      .filter((copy) => says(copy, current) || says(copy, other))
      .map(({ version }) => version);
    return [{ kind: other.item.kind, id, current, other, settles }];
  });
}
