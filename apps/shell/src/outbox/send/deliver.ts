import type { LocalStoreItem as StoredItem } from '@lectern/contracts';
import { localStoreItemsMaximum } from '@lectern/contracts/calls/annotations/localStoreItem';
import { log } from '../../logging/log.ts';
import { sendChanges } from './send-changes.ts';
import type { Entry, ItemsLane } from '../disk/lanes.ts';
import type { Change, Row } from '../disk/stored-row.ts';
import {
  keyOf,
  type ItemsContent,
  type PendingItem,
  type StatementContent,
} from '../model/entry.ts';
import { merge, mergedMaximumInBytes } from '../model/plan.ts';
import type { Desk } from '../disk/queue.ts';
import type { Attempt } from './sender.ts';
import { keptItem } from '../view/set-aside.ts';
import { StorageFull } from '../disk/storage-full.ts';
import {
  laterThan,
  settleConflict,
  settleDelivered,
  settleRefused,
  type Settlement,
} from '../model/settle.ts';
import { tryLimitInMs } from './try-in-time.ts';
import type { ItemsVerdict } from '../model/verdict.ts';

const done: Attempt = { kind: 'done' };

/** Sends the head of a lane once, and does what follows from the service's answer. */
export async function sendHead(desk: Desk, lane: string): Promise<Attempt> {
  const { cabinet, store } = desk;
  const begunAt = Date.now();
  const row = await store.head(lane);
  if (!row) return done;
  const content = await cabinet.open(row);
  if (!content) {
    const unreadable = { ...row, state: 'unreadable' } as const;
    const isDone = await store.commit([{ before: row, after: unreadable }], {}, 'decide');
    if (isDone) desk.noteChange();
    return done;
  }
  // From here on a service may know of it: nothing is added any more.
  const isAsFound = row.isSent || (await markAsSent(desk, row));
  // Where the page has stood still meanwhile, another tab may have sent it, and what came after it.
  const isLate = Date.now() - begunAt > tryLimitInMs;
  if (!isAsFound || isLate || desk.isClosed) return done;
  if (content.kind === 'items') return sendItems(desk, row, content);
  if (content.kind === 'annotations') return sendChanges(desk, row, content);
  return sendStatement(desk, row.id, lane, content);
}

/** @returns false where something has changed it meanwhile. */
async function markAsSent({ noteSentUnmarked, sending, store }: Desk, row: Row): Promise<boolean> {
  // Before the disk is asked: what this tab is about to add is not added any more.
  sending.noteLeaving(row.id);
  try {
    const after = { ...row, isSent: true };
    const isDone = await store.commit([{ before: row, after }], {}, 'note');
    if (!isDone) sending.forget(row.id);
    return isDone;
  } catch (error) {
    if (!(error instanceof StorageFull)) throw error;
    // Delivering is what makes room.
    noteSentUnmarked(row.id);
    return true;
  }
}

async function sendStatement(
  desk: Desk,
  id: number,
  lane: string,
  content: StatementContent,
): Promise<Attempt> {
  const { about, statement } = content;
  const { kind, failure } = await desk.courier.statement(content);
  if (kind === 'later' || (kind === 'refused' && desk.isClosed))
    return { kind: 'later', ...failure };
  const reason = failure?.reason ?? '';
  if (kind === 'refused') log('error', 'Could not post the learning statement.', failure?.error);
  for (;;) {
    const row = await desk.store.head(lane);
    if (row?.id !== id) return done;
    const refused = { ...row, state: 'refused' } as const;
    const change: Change =
      kind === 'delivered'
        ? { before: row }
        : { before: row, after: await desk.cabinet.draft(refused, { ...content, reason }) };
    const purpose = kind === 'delivered' ? 'note' : 'decide';
    const isDone = await desk.store.commit([change], {}, purpose);
    if (!isDone) continue;
    desk.sending.forget(id);
    desk.noteChange();
    desk.tell(
      kind === 'delivered'
        ? { kind: 'statement delivered', about, id: statement.id }
        : { kind: 'statement refused', about, id: statement.id, reason },
    );
    return done;
  }
}

async function sendItems(desk: Desk, row: Row, content: ItemsContent): Promise<Attempt> {
  const { courier, sending, store } = desk;
  const portion = { ...content, items: sending.portionOf(row.id, content.items) };
  const isStillHead = async () => (await store.head(row.lane))?.id === row.id;
  const verdict = await courier.items(row.lane, portion, isStillHead);
  const { kind, failure } = verdict;
  if (kind === 'later' || (kind !== 'delivered' && desk.isClosed))
    return { kind: 'later', ...failure };
  if (kind === 'gone') return done;
  // Once for the entry: its parts are refused for the same reason.
  if (kind === 'refused' && !sending.isDivided(row.id))
    log('error', 'Could not store local store items.', failure?.error);
  const count = portion.items.length;
  if (kind === 'refused' && count > 1 && failure?.mayConcernSome) {
    sending.halve(row.id, count);
    return done;
  }
  const aside = await decide(desk, row, portion, verdict);
  if (aside) tell(desk, content, verdict, aside);
  return done;
}

/**
 * @param content What was sent.
 * @returns what was set aside; nothing where the entry is gone, or another one than was sent.
 */
async function decide(
  { cabinet, sending, store, noteChange, noteUnsure }: Desk,
  { id, lane: name }: Row,
  content: ItemsContent,
  { kind, arrived, conflicts, rest, failure }: ItemsVerdict,
): Promise<readonly PendingItem[] | undefined> {
  const settle = (later: ReturnType<typeof laterThan>, writer: string): Settlement => {
    if (kind === 'conflict') return settleConflict(later, conflicts, arrived, writer);
    if (kind === 'refused') return settleRefused(later, rest, arrived);
    return settleDelivered(later, arrived);
  };
  const sent = new Set(content.items.map((item) => JSON.stringify(item)));
  for (;;) {
    const lane = await cabinet.lane(name);
    const head = lane.queue.find(({ row }) => row.id === id);
    if (!head) return undefined;
    const unsent = head.content.items.filter((item) => !sent.has(JSON.stringify(item)));
    if (unsent.length + sent.size > head.content.items.length) return undefined;
    const { changes, aside } = settle(laterThan(lane, id), head.row.writer);
    const kept = kind === 'conflict' ? [...rest, ...unsent] : unsent;
    const changed = [...changes, [head, kept] as const];
    const commits = await Promise.all(
      changed.map(async ([{ row, content }, items]): Promise<Change> =>
        items.length === 0
          ? { before: row }
          : { before: row, after: await cabinet.draft(row, { ...content, items }) },
      ),
    );
    if (aside.length > 0) {
      const state = kind === 'conflict' ? 'conflict' : 'refused';
      const reason = failure?.reason ?? 'LOCAL_STORE_ITEM_CONFLICT';
      const place = { lane: name, state, isSent: true, isTold: true, writer: '' } as const;
      const items = aside.map((item) => ({ ...item, isChained: undefined }));
      const before = sending.isDivided(id)
        ? asideFor(lane, state, reason, items.length)
        : undefined;
      const all = before ? merge(before.content.items, items) : items;
      const after = await cabinet.draft(place, { ...content, items: all, reason });
      commits.push({ ...(before && { before: before.row }), after });
    }
    const premise = { lane: { name, rows: lane.rows } };
    const purpose = kind === 'delivered' ? 'note' : 'decide';
    const isDone = await store.commit(commits, premise, purpose);
    if (!isDone) continue;
    if (kept.length === 0) sending.forget(id);
    else sending.double(id);
    noteUnsure(content.scope, kind === 'refused' ? rest : conflicts);
    noteChange();
    return aside;
  }
}

/** What was set aside for the same reason and takes more: what was refused in parts is shown as one. */
function asideFor(
  { aside }: ItemsLane,
  state: Row['state'],
  reason: string,
  more: number,
): Entry<ItemsContent> | undefined {
  return aside.find(
    ({ row, content }) =>
      row.state === state &&
      content.reason === reason &&
      content.items.length + more <= localStoreItemsMaximum &&
      row.sealed.byteLength <= mergedMaximumInBytes,
  );
}

function tell(
  desk: Desk,
  { scope }: ItemsContent,
  { kind, arrived, stored, failure }: ItemsVerdict,
  aside: readonly PendingItem[],
): void {
  if (arrived.length > 0) desk.tell({ kind: 'items delivered', scope, items: arrived });
  if (aside.length === 0) return;
  const items = aside.map(keptItem);
  if (kind === 'conflict') {
    const keys = new Set(aside.map(keyOf));
    const others: readonly StoredItem[] = stored.filter((item) => keys.has(keyOf(item)));
    desk.tell({ kind: 'items in conflict', scope, items, stored: others });
  } else {
    desk.tell({ kind: 'items refused', scope, items, reason: failure?.reason ?? '' });
  }
}
