import type { OutboxState } from '../disk/outbox-state.ts';
import type { AnyContent, Content, KindName } from '../model/entry.ts';
import { requireTransition, transition } from '../model/entry-machine.ts';
import { keptItem } from '../model/item.ts';
import type { SetAside } from '../model/outcome.ts';
import { policies } from '../model/policies.ts';
import type { Policy } from '../model/policy.ts';
import type { Change, Premise, Row } from '../model/row.ts';

/** Lists the entries that could not be delivered, and does what users decide about them. */
export function createSetAside(state: OutboxState) {
  const { lanes, store } = state;
  /** The entry of each that was listed, as it was then. */
  const rowsOf = new WeakMap<SetAside, Row>();
  let last: readonly SetAside[] = [];

  /** @returns false where something has changed meanwhile. */
  async function commit(changes: readonly Change[], premise: Premise = {}): Promise<boolean> {
    const isDone = await store.commit(changes, premise, 'decide');
    if (isDone) state.noteChange();
    return isDone;
  }

  /**
   * Puts an entry that can be read again back to what waits: what came later has the last word, and where
   * something is stored by now, it is in conflict. Statements stand alone: about two of one id the service decides.
   */
  async function putBack<K extends KindName>(row: Row, content: Content<K>): Promise<boolean> {
    const policy: Policy<K> = policies[content.kind];
    const lane = await lanes.read(content.kind, row.lane);
    const beside = content.kind === 'statements' ? [] : [...lane.queue, ...lane.aside];
    const later = beside.filter((entry) => entry.row.id > row.id);
    const keys = new Set(later.flatMap((entry) => entry.content.writes.map(policy.keyOf)));
    const writes = content.writes.filter((write) => !keys.has(policy.keyOf(write)));
    const standing = { ...row, ...requireTransition(row, 'retried') };
    const change = await lanes.rewritten({ row: standing, content }, writes.map(policy.restored));
    return commit([{ ...change, before: row }], lane.premise);
  }

  return {
    async list(): Promise<readonly SetAside[]> {
      const listed: SetAside[] = [];
      // One after the other: what is put back changes its lane.
      for (const row of await store.asideOfUser()) {
        const content = await lanes.open(row);
        if (row.state === 'unreadable' && content && (await putBack(row, content))) continue;
        const described = describe(row, content);
        rowsOf.set(described, row);
        listed.push(described);
      }
      last = listed;
      return last;
    },

    /** Puts what was refused back to what waits: as sent, so that it stays what it is. */
    async retry(): Promise<void> {
      for (const row of await store.asideOfUser()) {
        const standing = transition(row, 'retried');
        const content = standing && (await lanes.open(row));
        if (!standing || !content) continue;
        if (row.state === 'unreadable') await putBack(row, content);
        else {
          const after = await lanes.draft(
            { ...row, ...standing },
            { ...content, reason: undefined },
          );
          // Where something has changed it since, that has decided about it.
          await commit([{ before: row, after }]);
        }
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
        while (before && isOfCourse(await lanes.open(before), courseId)) {
          if (await commit([{ before }])) {
            forgotten++;
            break;
          }
          // It has changed meanwhile.
          const { queue, aside } = await store.lane(row.lane);
          before = [...queue, ...aside].find(({ id }) => id === row.id);
        }
      }
      return forgotten;
    },

    /** The user has decided about what was listed, and about nothing else. */
    async discard(listed = last): Promise<void> {
      for (const entry of listed) {
        const before = rowsOf.get(entry);
        if (before) await commit([{ before }]);
      }
    },
  };
}

/** Readable entries of a course, which statements are not: they are about anything. */
function isOfCourse(content: AnyContent | undefined, courseId: string): boolean {
  return (
    content !== undefined &&
    content.kind !== 'statements' &&
    content.target.course_id_dto.course_id === courseId
  );
}

function describe({ state }: Row, content: AnyContent | undefined): SetAside {
  if (!content || state === 'unreadable') return { kind: 'unreadable' };
  const { kind, reason = '' } = content;
  switch (kind) {
    case 'statements':
      return {
        kind: 'statement',
        reason,
        about: content.target,
        statement: content.writes[0]!.statement,
      };
    case 'annotations':
    case 'answers':
    case 'assignments':
    case 'feedback':
      return { kind, reason, scope: content.target, changes: content.writes };
    case 'items': {
      const why = state === 'conflict' ? 'conflict' : 'refused';
      const items = content.writes.map(keptItem);
      return { kind, why, reason, scope: content.target, items };
    }
  }
}
