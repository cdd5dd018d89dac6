import { changesMaximum } from '@lectern/sdk/protocol';
import { log } from '../../logging/log.ts';
import type { AnnotationsLane, Entry } from '../disk/lanes.ts';
import type { Change, Row } from '../disk/stored-row.ts';
import { mergedMaximumInBytes } from '../model/plan.ts';
import type { Desk } from '../disk/queue.ts';
import type { Attempt } from './sender.ts';
import { isOfWaiting, type AnnotationsContent, type PendingChange } from '../model/change.ts';

const done: Attempt = { kind: 'done' };

/** Sends an entry, or the part of it that goes in one request, and does what follows from the answer. */
export async function sendChanges(
  desk: Desk,
  row: Row,
  content: AnnotationsContent,
): Promise<Attempt> {
  const { sending } = desk;
  const { scope } = content;
  const portion = sending.portionOf(row.id, content.changes);
  // What one of them was made on may have been lost, unreadable: version 0 then, so that the service keeps
  // whatever it has as a conflict copy.
  const based = portion.map((change) =>
    isOfWaiting(change.base)
      ? { ...change, base: desk.became.of(change, change.base) ?? 0 }
      : change,
  );
  const verdict = await desk.deliverChanges(scope, based);
  if (verdict.kind === 'later' || (verdict.kind === 'refused' && desk.isClosed))
    return { kind: 'later', ...verdict.failure };
  if (verdict.kind === 'delivered') {
    // Before the disk forgets it: content may name the version at any time.
    desk.became.note(verdict.delivered);
    const isDone = await settle(desk, row, portion, (lane) => ({
      bases: new Map(verdict.delivered.map(({ accepted, version }) => [accepted, version])),
      aside: [],
      lane,
    }));
    if (isDone) desk.tell({ kind: 'annotations delivered', scope, changes: verdict.delivered });
    return done;
  }
  const { failure } = verdict;
  // Once for the entry: its parts are refused for the same reason.
  if (!sending.isDivided(row.id)) log('error', 'Could not store annotations.', failure.error);
  if (portion.length > 1 && failure.mayConcernSome) {
    sending.halve(row.id, portion.length);
    return done;
  }
  const { reason } = failure;
  const aside = await settle(desk, row, portion, (lane) => {
    const builtOn = new Set(
      lane.queue.flatMap(({ content: { changes } }) => changes.map(({ base }) => base)),
    );
    return {
      // What was made on a refused change goes on what that was made on, and takes its place.
      bases: new Map(based.map(({ version, base }) => [version, base])),
      aside: based.filter(({ version }) => !builtOn.has(version)),
      lane,
      reason,
    };
  });
  if (aside && aside.length > 0)
    desk.tell({ kind: 'annotations refused', scope, changes: aside, reason });
  return done;
}

interface Settlement {
  readonly lane: AnnotationsLane;
  /** By the version of a change that waited: what a later change that was made on it goes on. */
  readonly bases: ReadonlyMap<number, number>;
  readonly aside: readonly PendingChange[];
  readonly reason?: string;
}

/**
 * Takes what was sent out of its entry.
 *
 * @returns what was set aside; nothing where the entry is gone.
 */
async function settle(
  { cabinet, noteChange, sending, store }: Desk,
  { id, lane: name }: Row,
  sent: readonly PendingChange[],
  decide: (lane: AnnotationsLane) => Settlement,
): Promise<readonly PendingChange[] | undefined> {
  const settled = new Set(sent.map((change) => JSON.stringify(change)));
  for (;;) {
    const lane = await cabinet.annotationsLane(name);
    const head = lane.queue.find(({ row }) => row.id === id);
    if (!head) return undefined;
    const { bases, aside, reason } = decide(lane);
    const rest = head.content.changes.filter((change) => !settled.has(JSON.stringify(change)));
    const commits: Change[] = [
      rest.length === 0
        ? { before: head.row }
        : {
            before: head.row,
            after: await cabinet.draft(head.row, { ...head.content, changes: rest }),
          },
    ];
    for (const { row, content } of lane.queue) {
      if (row.id <= id) continue;
      const changes = content.changes.map((change) => {
        const base = bases.get(change.base);
        return base === undefined ? change : { ...change, base };
      });
      if (changes.some((change, place) => change !== content.changes[place]))
        commits.push({ before: row, after: await cabinet.draft(row, { ...content, changes }) });
    }
    if (aside.length > 0) commits.push(await setAside(cabinet, lane, head, aside, reason ?? ''));
    const premise = { lane: { name, rows: lane.rows } };
    const purpose = aside.length > 0 ? 'decide' : 'note';
    if (!(await store.commit(commits, premise, purpose))) continue;
    if (rest.length === 0) sending.forget(id);
    else sending.double(id);
    noteChange();
    return aside;
  }
}

/** What is refused in parts for the same reason is shown as one. */
async function setAside(
  cabinet: Desk['cabinet'],
  lane: AnnotationsLane,
  { content }: Entry<AnnotationsContent>,
  aside: readonly PendingChange[],
  reason: string,
): Promise<Change> {
  const before = lane.aside.find(
    (entry) =>
      entry.content.reason === reason &&
      entry.content.changes.length + aside.length <= changesMaximum &&
      entry.row.sealed.byteLength <= mergedMaximumInBytes,
  );
  const place = {
    lane: lane.name,
    state: 'refused',
    isSent: true,
    isTold: true,
    writer: '',
  } as const;
  const changes = [...(before?.content.changes ?? []), ...aside];
  const after = await cabinet.draft(place, { ...content, changes, reason });
  return { ...(before && { before: before.row }), after };
}
