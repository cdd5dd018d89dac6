import { BridgeFailure } from '../../bridge/bridge-failure.ts';
import { checkStatement } from '../model/check-size.ts';
import type { Deadline } from '../../deadline.ts';
import type { Content, Given, Target, VersionedKind, Write } from '../model/entry.ts';
import { newStanding, transition } from '../model/entry-machine.ts';
import { planWrites } from '../model/plan.ts';
import type { AcceptPolicy } from '../model/policy.ts';
import { isSameStatement, type PendingStatement } from '../model/statement.ts';
import type { Change, Row } from '../model/row.ts';
import type { OutboxState } from './outbox-state.ts';

/*
 * Entries are sealed before they are put on the disk: within a transaction of the database nothing else may be
 * waited for. The transaction then checks that what the seal was made from is still there; where another
 * tab, or the sender, was faster, everything is done anew.
 */

/**
 * Puts writes on the disk, all or none.
 *
 * @returns the writes as they wait.
 * @throws {BridgeFailure | StorageFull} the deadline's reason where it is over.
 */
export async function acceptWrites<K extends VersionedKind>(
  state: OutboxState,
  policy: AcceptPolicy<K>,
  target: Target<K>,
  given: readonly Given<K>[],
  deadline: Deadline,
): Promise<readonly Write<K>[]> {
  const { lanes, sealing, sending, store } = state;
  const { kind } = policy;
  const sizeInBytes = policy.check(target, given);
  const name = await sealing.laneOf(kind, target);
  const knowledge = state.knowledgeOf(target);
  for (;;) {
    const lane = await lanes.read(kind, name);
    const now = new Date().toISOString();
    const plan = planWrites(policy, lane, given, knowledge, sizeInBytes, now);
    if (!plan) throw new BridgeFailure('CONFLICT', policy.conflict);
    const { into, writes } = plan;
    if (writes.length === 0) return plan.accepted;
    const content: Content<K> = { kind, target, writes };
    const written = into
      ? await lanes.rewritten(into, writes)
      : { after: await lanes.draft({ lane: name, ...newStanding(state.tab) }, content) };
    const settled = await Promise.all(
      plan.settled.map(({ entry, writes }) => lanes.rewritten(entry, writes)),
    );
    // Sent since the lane was read, on a disk without room to say so.
    if (into && sending.mayHaveLeft(into.row.id)) continue;
    const changes = [written, ...settled];
    if (!(await store.commit(changes, lane.premise, 'accept', deadline))) continue;
    state.noteChange();
    return plan.accepted;
  }
}

/**
 * Puts a statement on the disk. Statements are told apart by their ids, in whatever lane they wait.
 *
 * @throws {BridgeFailure | StorageFull} the deadline's reason where it is over.
 */
export async function acceptStatement(
  state: OutboxState,
  about: string,
  write: PendingStatement,
  deadline: Deadline,
): Promise<void> {
  const { lanes, sealing, store } = state;
  const { statement } = write;
  checkStatement(about, statement);
  const lane = await sealing.laneOf('statements', about);
  const mark = await sealing.markOf(statement.id);
  for (;;) {
    const before = await store.marked(mark);
    if (before?.state === 'waiting') {
      const content = await lanes.open(before);
      const isSame =
        content?.kind === 'statements' &&
        content.target === about &&
        content.writes.every((waiting) => isSameStatement(waiting.statement, statement));
      if (isSame) return;
      throw new BridgeFailure('CONFLICT', 'Another statement of this id waits to be delivered.');
    }
    const content: Content<'statements'> = { kind: 'statements', target: about, writes: [write] };
    const after = await lanes.draft({ lane, mark, ...newStanding(state.tab) }, content);
    // A refused statement of this id is tried again as it is now.
    const changes: readonly Change[] = before ? [{ before }, { after }] : [{ after }];
    const premise = before ? {} : { noMark: mark };
    if (!(await store.commit(changes, premise, 'accept', deadline))) continue;
    const isLate =
      deadline.signal.aborted && (await takeBack(state, mark, before).catch(() => false));
    state.noteChange();
    if (isLate) deadline.signal.throwIfAborted();
    return;
  }
}

/**
 * Forgets a statement that was on the disk too late. Its content may say it again, and if it gave no id, as
 * another one.
 *
 * @param before What it has taken the place of.
 * @returns false: it is on its way already, and stays accepted. So does one where the disk fails with this.
 */
async function takeBack(
  { sending, store, tab }: OutboxState,
  mark: string,
  before: Row | undefined,
): Promise<boolean> {
  const row = await store.marked(mark);
  if (row?.writer !== tab || !transition(row, 'sent') || sending.mayHaveLeft(row.id)) return false;
  return store.commit([{ before: row, ...(before && { after: before }) }], {}, 'decide');
}
