import { log } from '../../logging/log.ts';
import { transition, type EntryEvent, type Standing } from '../model/entry-machine.ts';
import type { AnyContent, Content, Entry, KindName, Lane, Write } from '../model/entry.ts';
import type { Change, Draft, Row } from '../model/row.ts';
import type { EntryStore } from './entry-store.ts';
import type { Sealing } from './sealing.ts';
import { contentFrom, storedContentOf } from './stored-content.ts';

/** The store's entries, opened and sealed. */
export type Lanes = ReturnType<typeof createLanes>;

export function createLanes(store: EntryStore, sealing: Sealing) {
  /** The contents of the lane that was read last: it is read again with every write to it. */
  let recent = new Map<string, AnyContent>();
  let hasLogged = false;

  /** @returns nothing where it is unreadable. */
  async function open(row: Row): Promise<AnyContent | undefined> {
    const content = recent.get(nameOf(row));
    if (content) return content;
    try {
      // Set aside it is in shape again: then it may turn out to be readable.
      if (row.isDamaged && row.state === 'waiting') throw new Error('It is damaged.');
      return contentFrom(await sealing.open(row.lane, row));
    } catch (error) {
      if (!hasLogged) log('error', 'Something in the outbox cannot be read.', error);
      hasLogged = true;
      return undefined;
    }
  }

  async function openAll<K extends KindName>(
    kind: K,
    rows: readonly Row[],
  ): Promise<readonly Entry<K>[]> {
    const contents = await Promise.all(rows.map(open));
    return rows.flatMap((row, place) => {
      const content = contents[place];
      return content?.kind === kind ? [{ row, content: content as Content as Content<K> }] : [];
    });
  }

  /** Seals what an entry is to carry. */
  async function draft(
    place: Standing & Pick<Draft, 'lane' | 'mark'>,
    content: Content,
  ): Promise<Draft> {
    const sealed = await sealing.seal(place.lane, storedContentOf(content as AnyContent));
    return { ...place, count: content.writes.length, ...sealed };
  }

  return {
    open,
    draft,

    /** Statements know nothing of each other: of their lanes the head alone is read. */
    async read<K extends KindName>(kind: K, name: string): Promise<Lane<K>> {
      if (kind === 'statements') {
        const head = await store.head(name);
        return { name, premise: {}, queue: await openAll(kind, head ? [head] : []), aside: [] };
      }
      const rows = await store.lane(name);
      const [queue, aside] = await Promise.all([
        openAll(kind, rows.queue),
        openAll(kind, rows.aside),
      ]);
      recent = new Map(
        queue.map(({ row, content }) => [nameOf(row), content as Content as AnyContent]),
      );
      return { name, premise: { lane: { name, rows } }, queue, aside };
    },

    /** The entry with other writes; it goes where there are none. */
    async rewritten<K extends KindName>(
      { row, content }: Entry<K>,
      writes: readonly Write<K>[],
    ): Promise<Change> {
      if (writes.length === 0) return { before: row };
      return { before: row, after: await draft(row, { ...content, writes }) };
    },
  };
}

/** The entry after an event, with the same content; nothing where the event does not fit. */
export function moved(row: Row, event: EntryEvent): Change | undefined {
  const standing = transition(row, event);
  return standing && { before: row, after: { ...row, ...standing } };
}

function nameOf({ id, revision }: Row): string {
  return `${id}.${revision}`;
}
