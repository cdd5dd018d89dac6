import { keyOf as keyOfChange } from '../model/change.ts';
import { keyOf, type Content, type PendingItem, type KeptItem } from '../model/entry.ts';
import type { LaneRows } from '../disk/entry-store.ts';
import type { Row } from '../disk/stored-row.ts';
import type { SetAside } from '../outbox.ts';
import type { Desk } from '../disk/queue.ts';

/** What becomes of what could not be delivered. */
export function createSetAside(desk: Desk) {
  const { cabinet, store } = desk;
  /** What each of the lists is about, as it was then. */
  const rowsOf = new WeakMap<SetAside, Row>();
  let last: readonly SetAside[] = [];

  async function list(): Promise<readonly SetAside[]> {
    const rows = await store.asideOfUser();
    const listed: SetAside[] = [];
    // One after the other: what is put back changes its lane.
    for (const row of rows) {
      const content = await cabinet.open(row);
      if (row.state === 'unreadable' && content && (await putBack(desk, row, content))) continue;
      const described = describe(row, content);
      rowsOf.set(described, row);
      listed.push(described);
    }
    last = listed;
    return last;
  }

  return {
    list,

    /** Puts what was refused back to what waits: as sent, so that it stays what it is. */
    async retry(): Promise<void> {
      for (const row of await store.asideOfUser()) {
        if (row.state === 'conflict') continue;
        const content = await cabinet.open(row);
        if (!content) continue;
        if (row.state === 'unreadable') {
          await putBack(desk, row, content);
          continue;
        }
        const place = { ...row, state: 'waiting', isSent: true } as const;
        const after = await cabinet.draft(place, { ...content, reason: undefined });
        // Whatever has changed it since has decided about it.
        const isDone = await store.commit([{ before: row, after }], {}, 'decide');
        if (isDone) desk.noteChange();
      }
    },

    /**
     * Forgets what waits and what is set aside of a course.
     *
     * @returns how many entries were forgotten.
     */
    async forgetCourse(courseId: string): Promise<number> {
      let forgotten = 0;
      for (const row of [...(await store.waitingOfUser()), ...(await store.asideOfUser())]) {
        let before: Row | undefined = row;
        while (before && isOfCourse(await cabinet.open(before), courseId)) {
          if (await store.commit([{ before }], {}, 'decide')) {
            forgotten++;
            desk.noteChange();
            break;
          }
          // It has changed meanwhile.
          const { queue, aside }: LaneRows = await store.lane(row.lane);
          before = [...queue, ...aside].find(({ id }) => id === row.id);
        }
      }
      return forgotten;
    },

    /** Somebody has decided about what was listed, and about nothing else. */
    async discard(listed = last): Promise<void> {
      for (const one of listed) {
        const before = rowsOf.get(one);
        const isDone = before && (await store.commit([{ before }], {}, 'decide'));
        if (isDone) desk.noteChange();
      }
    },
  };
}

/**
 * What was unreadable and is not any more waits again. Writes that came after it could not know of it:
 * it gives way to those that are still here, and conflicts with whatever has been stored since.
 *
 * @returns false where something has changed meanwhile.
 */
async function putBack(
  { cabinet, noteChange, store }: Desk,
  row: Row,
  content: Content,
): Promise<boolean> {
  const isOfAnnotations = content.kind === 'annotations';
  const lane = await (isOfAnnotations ? cabinet.annotationsLane : cabinet.lane)(row.lane);
  const later = [...lane.queue, ...lane.aside].filter((entry) => entry.row.id > row.id);
  const rest = without(content, new Set(later.flatMap((entry) => keysIn(entry.content))));
  const place = { ...row, state: 'waiting', isSent: true } as const;
  const change = { before: row, ...(rest && { after: await cabinet.draft(place, rest) }) };
  // A statement is about nothing that others are, too.
  const isAlone = content.kind === 'statement';
  const premise = isAlone ? {} : { lane: { name: row.lane, rows: lane.rows } };
  const isDone = await store.commit([change], premise, 'decide');
  if (isDone) noteChange();
  return isDone;
}

/** Says what an entry is about, in its lane. */
function keysIn(content: Content): readonly string[] {
  if (content.kind === 'items') return content.items.map(keyOf);
  return content.kind === 'annotations' ? content.changes.map(keyOfChange) : [];
}

/** What is left of an entry that gives way to what others are about; nothing where that is all of it. */
function without(content: Content, keys: ReadonlySet<string>): Content | undefined {
  if (content.kind === 'statement') return content;
  if (content.kind === 'annotations') {
    const changes = content.changes.filter((change) => !keys.has(keyOfChange(change)));
    return changes.length > 0 ? { ...content, changes } : undefined;
  }
  const items = content.items
    .filter((item) => !keys.has(keyOf(item)))
    .map((item) => ({ ...item, base: item.base ?? 0 }));
  return items.length > 0 ? { ...content, items } : undefined;
}

/** Readable entries that belong to a course: items and annotations; statements are about anything. */
function isOfCourse(content: Content | undefined, courseId: string): boolean {
  return (
    content !== undefined &&
    content.kind !== 'statement' &&
    content.scope.course_id_dto.course_id === courseId
  );
}

function describe({ state }: Row, content: Content | undefined): SetAside {
  if (!content || state === 'unreadable') return { kind: 'unreadable' };
  const { reason = '' } = content;
  if (content.kind === 'statement') {
    const { about, statement } = content;
    return { kind: 'statement', reason, about, statement };
  }
  if (content.kind === 'annotations') {
    const { scope, changes } = content;
    return { kind: 'annotations', reason, scope, changes };
  }
  const { scope, items } = content;
  const why = state === 'conflict' ? 'conflict' : 'refused';
  return { kind: 'items', why, reason, scope, items: items.map(keptItem) };
}

export function keptItem({ segment, key, value, updated_at }: PendingItem): KeptItem {
  return { segment, key, value, updated_at };
}
