import { log } from '../../logging/log.ts';
import { moved } from '../disk/lanes.ts';
import type { OutboxState } from '../disk/outbox-state.ts';
import { StorageFull } from '../disk/storage-full.ts';
import { withDeadline } from '../../deadline.ts';
import {
  entryMaximumInBytes,
  storingFaults,
  type Content,
  type Entry,
  type KindName,
  type Lane,
  type Write,
} from '../model/entry.ts';
import { requireTransition } from '../model/entry-machine.ts';
import { tryLimitInMs } from '../model/limits.ts';
import { policies } from '../model/policies.ts';
import type { Policy } from '../model/policy.ts';
import type { Change, Row } from '../model/row.ts';
import { settle } from '../model/settle.ts';
import { failed, type Verdict } from '../model/verdict.ts';
import type { Attempt } from './sender.ts';
import type { Transport, Transports } from './transport.ts';

const done: Attempt = { kind: 'done' };

/** Sends the head of a lane once, and does what follows from the service's answer. */
export async function sendHead(
  state: OutboxState,
  transports: Transports,
  lane: string,
): Promise<Attempt> {
  const { lanes, store } = state;
  const begunAt = Date.now();
  const row = await store.head(lane);
  if (!row) return done;
  const content = await lanes.open(row);
  if (!content) {
    const after = { ...row, ...requireTransition(row, 'found unreadable') };
    if (await store.commit([{ before: row, after }], {}, 'decide')) state.noteChange();
    return done;
  }
  // From here on a service may know of it: nothing is added any more. An entry that is tried again is marked already.
  const sent = moved(row, 'sent');
  const isAsFound = !sent || (await markAsSent(state, row, sent));
  // While a page stands still, another tab may send this entry and later ones.
  const isLate = Date.now() - begunAt > tryLimitInMs;
  if (!isAsFound || isLate || state.isClosed) return done;
  return sendEntry(state, transportOf(transports, content.kind), row, content);
}

function transportOf<K extends KindName>(transports: Transports, kind: K): Transport<K> {
  return transports[kind];
}

/** @returns false where something has changed it meanwhile. */
async function markAsSent(
  { noteSentUnmarked, sending, store }: OutboxState,
  row: Row,
  change: Change,
): Promise<boolean> {
  // Before the disk is asked: what this tab is about to add is not added any more.
  sending.noteLeaving(row.id);
  try {
    const isDone = await store.commit([change], {}, 'note');
    if (!isDone) sending.forget(row.id);
    return isDone;
  } catch (error) {
    if (!(error instanceof StorageFull)) throw error;
    // Delivering is what makes room.
    noteSentUnmarked(row.id);
    return true;
  }
}

/** Sends an entry, or the part of it that goes in one request. */
async function sendEntry<K extends KindName>(
  state: OutboxState,
  transport: Transport<K>,
  row: Row,
  content: Content<K>,
): Promise<Attempt> {
  const { sending, store } = state;
  const entryKind: KindName = content.kind;
  const policy: Policy<K> = policies[content.kind];
  const portion = { ...content, writes: sending.portionOf(row.id, content.writes) };
  const isStillHead = async () => (await store.head(row.lane))?.id === row.id;
  const verdict = await tryToDeliver(transport, row.lane, portion, isStillHead);
  const { kind, failure, rest, conflicts } = verdict;
  if (kind === 'later' || (kind !== 'delivered' && state.isClosed))
    return { kind: 'later', ...failure };
  if (kind === 'gone') return done;
  // Once for the entry: its parts are refused for the same reason.
  if (kind === 'refused' && !sending.isDivided(row.id))
    log('error', storingFaults[entryKind], failure?.error);
  if (kind === 'refused' && portion.writes.length > 1 && failure?.mayConcernSome) {
    sending.halve(row.id, portion.writes.length);
    return done;
  }
  const aside = await decide(state, policy, row, portion, verdict);
  if (!aside) return done;
  const unsure = (kind === 'refused' ? rest : conflicts).map(policy.keyOf);
  state.noteUnsure(content, unsure);
  state.noteChange();
  for (const outcome of transport.outcomes(content.target, verdict, aside)) state.tell(outcome);
  return done;
}

/** One try, given up at its limit. What it has not sent by then it sends no more. Never rejects. */
export function tryToDeliver<K extends KindName>(
  transport: Transport<K>,
  lane: string,
  content: Content<K>,
  isStillHead: () => Promise<boolean>,
): Promise<Verdict<K>> {
  return withDeadline(
    tryLimitInMs,
    new Error('The try to deliver it has taken too long.'),
    ({ signal, notAfter }) => transport.deliver(lane, content, { signal, notAfter }, isStillHead),
  ).catch((error: unknown) => failed(error, content.writes));
}

/**
 * Takes what is decided out of its entry.
 *
 * @param sent What the verdict is about.
 * @returns what was set aside; nothing where the entry is gone, or another one than was sent.
 */
async function decide<K extends KindName>(
  { lanes, sending, store }: OutboxState,
  policy: Policy<K>,
  { id, lane: name }: Row,
  { kind, writes: sent }: Content<K>,
  verdict: Verdict<K>,
): Promise<readonly Write<K>[] | undefined> {
  const texts = new Set(sent.map((write) => JSON.stringify(write)));
  for (;;) {
    const lane = await lanes.read(kind, name);
    const head = lane.queue.find(({ row }) => row.id === id);
    if (!head) return undefined;
    const { writes } = head.content;
    const unsent = writes.filter((write) => !texts.has(JSON.stringify(write)));
    if (unsent.length + sent.length > writes.length) return undefined;
    const later = lane.queue.filter(({ row }) => row.id > id);
    const { changes, aside } = settle(policy, verdict, sent, later, head.row.writer);
    // After a conflict the others are sent again, without what is in it.
    const kept = verdict.kind === 'conflict' ? [...verdict.rest, ...unsent] : unsent;
    const rewritten = [[head, kept] as const, ...changes].map(([entry, writes]) =>
      lanes.rewritten(entry, writes),
    );
    const commits = await Promise.all(rewritten);
    if (aside.length > 0) {
      const isDivided = sending.isDivided(id);
      const change = await setAside(lanes, policy, lane, head, aside, verdict, isDivided);
      // A statement keeps its number: sent again it goes before those that waited behind it.
      if (kind === 'statements') commits[0] = { ...change, before: head.row };
      else commits.push(change);
    }
    const purpose = verdict.kind === 'delivered' ? 'note' : 'decide';
    if (!(await store.commit(commits, lane.premise, purpose))) continue;
    if (kept.length === 0) sending.forget(id);
    else sending.double(id);
    return aside;
  }
}

/**
 * @param isDivided The entry was refused in parts: with those that are refused for the same reason it is shown as
 *   one.
 */
async function setAside<K extends KindName>(
  lanes: OutboxState['lanes'],
  { fit, keyOf }: Policy<K>,
  lane: Lane<K>,
  { row, content }: Entry<K>,
  aside: readonly Write<K>[],
  { kind, failure }: Verdict<K>,
  isDivided: boolean,
): Promise<Change> {
  const standing = requireTransition(row, kind === 'conflict' ? 'in conflict' : 'refused');
  const reason = failure?.reason ?? 'LOCAL_STORE_ITEM_CONFLICT';
  const keys = new Set(aside.map(keyOf));
  const before = lane.aside.find(
    (entry) =>
      isDivided &&
      entry.row.state === standing.state &&
      entry.content.reason === reason &&
      entry.row.sealed.byteLength <= entryMaximumInBytes &&
      fit([...entry.content.writes, ...aside]) &&
      !entry.content.writes.some((write) => keys.has(keyOf(write))),
  );
  const writes = [...(before?.content.writes ?? []), ...aside];
  const after = await lanes.draft({ ...row, ...standing }, { ...content, writes, reason });
  return { ...(before && { before: before.row }), after };
}
