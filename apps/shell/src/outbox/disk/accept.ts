import type { LocalStoreItem, LocalStoreItemInput, LocalStoreScope } from '@lectern/sdk/protocol';
import { BridgeFailure } from '../../bridge/bridge-failure.ts';
import { checkItems, checkStatement } from '../model/check-size.ts';
import type { Deadline } from '../model/deadline.ts';
import type { Content, StatementContent, IdentifiedStatement } from '../model/entry.ts';
import type { Change, Row } from './stored-row.ts';
import { merge, planItems } from '../model/plan.ts';
import type { StatementOptions } from '../outbox.ts';
import type { Desk } from './queue.ts';

/*
 * What is put on the disk is sealed before: within a transaction of the database nothing else may be
 * waited for. The transaction then checks that what the seal was made from is still there; where another
 * tab, or the sender, was faster, everything is done anew.
 */

/** @throws {BridgeFailure | StorageFull} the deadline's reason where it is over. */
export async function acceptItems(
  desk: Desk,
  scope: LocalStoreScope,
  items: readonly LocalStoreItemInput[],
  deadline: Deadline,
): Promise<readonly LocalStoreItem[]> {
  const { cabinet, store, sealing, tab } = desk;
  const sizeInBytes = checkItems(scope, items);
  const name = await sealing.laneOfItems(scope);
  for (;;) {
    const lane = await cabinet.lane(name);
    const plan = planItems(
      lane,
      items,
      desk.knowledgeOf(scope),
      sizeInBytes,
      new Date().toISOString(),
    );
    if (!plan) throw new BridgeFailure('CONFLICT', 'An item has changed since that version.');
    const { into, accepted } = plan;
    if (plan.items.length === 0) return accepted;
    const written: Change = into
      ? {
          before: into.row,
          after: await cabinet.draft(into.row, {
            ...into.content,
            items: merge(into.content.items, plan.items),
          }),
        }
      : {
          after: await cabinet.draft(
            { lane: name, state: 'waiting', isSent: false, isTold: false, writer: tab },
            { kind: 'items', scope, items: plan.items },
          ),
        };
    const settled = await Promise.all(
      plan.settled.map(async ({ entry: { row, content }, items }) =>
        items.length === 0
          ? { before: row }
          : { before: row, after: await cabinet.draft(row, { ...content, items }) },
      ),
    );
    const premise = { lane: { name, rows: lane.rows } };
    // Sent since the lane was read, on a disk without room to say so.
    if (into && desk.sending.mayHaveLeft(into.row.id)) continue;
    const isDone = await store.commit([written, ...settled], premise, 'accept', deadline);
    if (!isDone) continue;
    desk.noteChange();
    return accepted;
  }
}

/** @throws {BridgeFailure | StorageFull} the deadline's reason where it is over. */
export async function acceptStatement(
  desk: Desk,
  about: string,
  statement: IdentifiedStatement,
  { isTimeMade = false }: StatementOptions,
  deadline: Deadline,
): Promise<void> {
  const { cabinet, store, sealing, tab } = desk;
  checkStatement(about, statement);
  const content: StatementContent = {
    kind: 'statement',
    about,
    statement,
    ...(isTimeMade ? { isTimeMade } : {}),
  };
  const lane = await sealing.laneOfStatements(about);
  const mark = await sealing.markOf(statement.id);
  for (;;) {
    const known = await store.marked(mark);
    if (known?.state === 'waiting') {
      if (isSame(await cabinet.open(known), content)) return;
      throw new BridgeFailure('CONFLICT', 'Another statement of this id waits to be delivered.');
    }
    const place = {
      lane,
      mark,
      state: 'waiting',
      isSent: false,
      isTold: false,
      writer: tab,
    } as const;
    const after = await cabinet.draft(place, content);
    // What was refused under this id is tried again as it is now.
    const changes: readonly Change[] = known ? [{ before: known }, { after }] : [{ after }];
    const premise = known ? {} : { noMark: mark };
    const isDone = await store.commit(changes, premise, 'accept', deadline);
    if (!isDone) continue;
    const isLate =
      deadline.signal.aborted && (await takeBack(desk, mark, known).catch(() => false));
    desk.noteChange();
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
  { sending, store, tab }: Desk,
  mark: string,
  before: Row | undefined,
): Promise<boolean> {
  const row = await store.marked(mark);
  if (row?.writer !== tab || row.isSent || sending.mayHaveLeft(row.id)) return false;
  return store.commit([{ before: row, ...(before && { after: before }) }], {}, 'decide');
}

/**
 * Whether it is the same statement, whatever the order of its members. The time is the shell's where
 * the content gave none, so it tells nothing apart.
 */
function isSame(known: Content | undefined, { about, statement }: StatementContent): boolean {
  return (
    known?.kind === 'statement' &&
    known.about === about &&
    textOf(known.statement) === textOf(statement)
  );
}

function textOf(statement: IdentifiedStatement): string {
  return JSON.stringify({ ...statement, timestamp: undefined }, (_name, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}
