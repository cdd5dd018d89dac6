import type {
  AcceptedAnnotations,
  AnnotationChanges,
  LocalStoreScope,
} from '@lectern/sdk/protocol';
import { BridgeFailure } from '../../bridge/bridge-failure.ts';
import { checkChanges } from '../model/check-size.ts';
import type { Deadline } from '../model/deadline.ts';
import type { Change } from './stored-row.ts';
import type { Desk } from './queue.ts';
import { acceptedAnswer, readChanges } from '../model/change.ts';
import { planChanges } from '../model/change-policy.ts';

/** @throws {BridgeFailure | StorageFull} the deadline's reason where it is over. */
export async function acceptChanges(
  desk: Desk,
  scope: LocalStoreScope,
  changes: AnnotationChanges,
  deadline: Deadline,
): Promise<AcceptedAnnotations> {
  const { became, cabinet, sealing, sending, store, tab } = desk;
  const given = readChanges(changes);
  const sizeInBytes = checkChanges(scope, given);
  const name = await sealing.laneOfAnnotations(scope);
  for (;;) {
    const lane = await cabinet.annotationsLane(name);
    const plan = planChanges(
      lane,
      given,
      {
        became,
        isOwn: ({ row }) => row.writer === tab,
        mayChange: ({ row }) =>
          row.writer === tab && !row.isSent && !row.isTold && !sending.mayHaveLeft(row.id),
      },
      sizeInBytes,
      new Date().toISOString(),
    );
    if (!plan) throw new BridgeFailure('CONFLICT', 'A version is not known any more.');
    const { into, accepted } = plan;
    if (plan.changes.length === 0) return acceptedAnswer(accepted);
    const place = {
      lane: name,
      state: 'waiting',
      isSent: false,
      isTold: false,
      writer: tab,
    } as const;
    const after = await cabinet.draft(into?.row ?? place, {
      kind: 'annotations',
      scope,
      changes: plan.changes,
    });
    const settled = await Promise.all(
      plan.settled.map(async ({ entry: { row, content }, changes: kept }): Promise<Change> =>
        kept.length === 0
          ? { before: row }
          : { before: row, after: await cabinet.draft(row, { ...content, changes: kept }) },
      ),
    );
    // Sent since the lane was read, on a disk without room to say so.
    if (into && sending.mayHaveLeft(into.row.id)) continue;
    const written = [{ ...(into && { before: into.row }), after }, ...settled];
    const premise = { lane: { name, rows: lane.rows } };
    if (!(await store.commit(written, premise, 'accept', deadline))) continue;
    desk.noteChange();
    return acceptedAnswer(accepted);
  }
}
