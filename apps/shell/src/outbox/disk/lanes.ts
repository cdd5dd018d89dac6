import { log } from '../../logging/log.ts';
import type { AnnotationsContent } from '../model/change.ts';
import type { Content, ItemsContent } from '../model/entry.ts';
import type { EntryStore, LaneRows } from './entry-store.ts';
import type { Draft, Row } from './stored-row.ts';
import type { Sealing } from './sealing.ts';

/** An entry with what it carries. */
export interface Entry<C extends Content = Content> {
  readonly row: Row;
  readonly content: C;
}

/**
 * A lane, readable: what waits in the order of acceptance, and what is set aside in the order in
 * which that was done.
 */
export interface Lane<C extends Content> {
  readonly name: string;
  /** As it was found, for the premise of a commit. */
  readonly rows: LaneRows;
  readonly queue: readonly Entry<C>[];
  readonly aside: readonly Entry<C>[];
}
export type ItemsLane = Lane<ItemsContent>;
export type AnnotationsLane = Lane<AnnotationsContent>;

/** The store's entries, opened and sealed. */
export type Cabinet = ReturnType<typeof createCabinet>;

export function createCabinet(store: EntryStore, sealing: Sealing) {
  /** The contents of the lane that was read last: it is read again with every write to it. */
  let recent = new Map<string, Content>();
  let hasLogged = false;

  /** @returns nothing where it is unreadable. */
  async function open(row: Row): Promise<Content | undefined> {
    const known = recent.get(nameOf(row));
    if (known) return known;
    try {
      // Set aside it is in shape again: then it may turn out to be readable.
      if (row.isDamaged && row.state === 'waiting') throw new Error('It is damaged.');
      return await sealing.open(row.lane, row);
    } catch (error) {
      if (!hasLogged) log('error', 'Something in the outbox cannot be read.', error);
      hasLogged = true;
      return undefined;
    }
  }

  async function openAll<C extends Content>(
    rows: readonly Row[],
    isKind: (content: Content) => content is C,
  ): Promise<readonly Entry<C>[]> {
    const contents = await Promise.all(rows.map(open));
    return rows.flatMap((row, place) => {
      const content = contents[place];
      return content && isKind(content) ? [{ row, content }] : [];
    });
  }

  async function readLane<C extends Content>(
    name: string,
    isKind: (content: Content) => content is C,
  ): Promise<Lane<C>> {
    const rows = await store.lane(name);
    const [queue, aside] = await Promise.all([
      openAll(rows.queue, isKind),
      openAll(rows.aside, isKind),
    ]);
    recent = new Map(queue.map(({ row, content }) => [nameOf(row), content]));
    return { name, rows, queue, aside };
  }

  return {
    open,

    /** A lane of items. */
    lane: (name: string): Promise<ItemsLane> => readLane(name, isItems),
    annotationsLane: (name: string): Promise<AnnotationsLane> => readLane(name, isAnnotations),

    /** Seals what an entry is to carry. */
    async draft(
      place: Pick<Draft, 'lane' | 'state' | 'isSent' | 'isTold' | 'writer' | 'mark'>,
      content: Content,
    ): Promise<Draft> {
      return { ...place, count: countOf(content), ...(await sealing.seal(place.lane, content)) };
    },
  };
}

function countOf(content: Content): number {
  if (content.kind === 'items') return content.items.length;
  return content.kind === 'annotations' ? content.changes.length : 1;
}

function isItems(content: Content): content is ItemsContent {
  return content.kind === 'items';
}

function isAnnotations(content: Content): content is AnnotationsContent {
  return content.kind === 'annotations';
}

function nameOf({ id, revision }: Row): string {
  return `${id}.${revision}`;
}
