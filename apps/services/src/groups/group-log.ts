import { sql, type UpdateObject } from 'kysely';
import type { Database } from '../storage/database.ts';
import type { Tables } from '../storage/tables.ts';
import type { StoredChange } from './changes.ts';
import type { GroupRow, Standing } from './group-row.ts';
import {
  membershipsNamed,
  membershipsOf,
  revokeMemberships,
  writeMemberships,
  writeSharings,
} from './membership-store.ts';

/*
 * The log of a group: one transaction for all that is changed together. Whoever changes a group holds the
 * lock of its row, so that the next index is one more, and nobody else takes it or overtakes it.
 */

/** Locks a group until the transaction ends; deleted ones, too. */
export function lockGroup(transaction: Database, groupId: string): Promise<GroupRow | undefined> {
  return transaction
    .selectFrom('gres.groups')
    .selectAll()
    .where('group_id', '=', groupId)
    .forUpdate()
    .executeTakeFirst();
}

/** Changes made together in one group. */
export interface GroupUpdate {
  /** Entries of its log. */
  readonly changes: readonly StoredChange[];
  /** Null: nobody's request. */
  readonly madeBy: string | null;
  /** Chosen by the client. */
  readonly transactionId?: string;
  readonly set?: UpdateObject<Tables, 'gres.groups'>;
  readonly write?: readonly Standing[];
  /** Sharings of members, by subject. */
  readonly share?: ReadonlyMap<string, NonNullable<Standing['sharings']>>;
  /** Subjects whose memberships are taken away. */
  readonly revoke?: readonly string[];
}

/** A group as it is after an update, and when that was made, in milliseconds by the database's clock. */
export interface UpdatedGroup {
  readonly row: GroupRow;
  readonly madeAt: Date;
}

/** Changes a group that is locked, and writes its next transaction. */
export async function updateGroup(
  transaction: Database,
  groupId: string,
  { changes, madeBy, transactionId, set, write, share, revoke }: GroupUpdate,
): Promise<UpdatedGroup> {
  // The clock is read once the lock is held, so that later transactions are not from earlier times.
  const { made_at, ...row } = await transaction
    .updateTable('gres.groups')
    .set({ ...set, transaction_index: sql<number>`transaction_index + 1` })
    .where('group_id', '=', groupId)
    .returningAll()
    .returning(sql<Date>`date_trunc('milliseconds', clock_timestamp())`.as('made_at'))
    .executeTakeFirstOrThrow();
  if (revoke?.length)
    await revokeMemberships(transaction, membershipsNamed(groupId, revoke), madeBy);
  if (write?.length) {
    await writeMemberships(transaction, membershipsOf(groupId, write, made_at));
  }
  for (const [subject, sharings] of share ?? []) {
    await writeSharings(transaction, groupId, subject, sharings);
  }
  await transaction
    .insertInto('gres.transactions')
    .values({
      group_id: groupId,
      transaction_index: row.transaction_index,
      transaction_id: transactionId ?? null,
      changes: JSON.stringify(changes),
      made_by: madeBy,
      made_at,
    })
    .execute();
  return { row, madeAt: made_at };
}
