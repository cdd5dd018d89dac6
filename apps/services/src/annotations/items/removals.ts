import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import type { LockedIssue } from './issue-lock.ts';
import type { Issue } from './item.ts';

/** Of so many removed items of an issue the versions are kept, so that a later change meets them. */
const removalsKept = 5_000;
/** So many more are forgotten together. */
const forgottenTogether = 500;

/**
 * Counts removed items, and forgets the oldest ones where they are too many, so that removed items cannot fill the
 * database. Removed items with conflict copies stay.
 *
 * Devices that have not heard of a forgotten one begin without a cursor, and new items begin above the
 * versions of all forgotten ones, so that no change on an old version is taken for one on a new one.
 *
 * @param added How many more there are; negative where items came back.
 * @returns how many are forgotten, and up to which change.
 */
export async function forgetRemovals(
  transaction: Database,
  { subject, course_id, issue_id }: Issue,
  { removedItems, forgottenThrough, floor }: LockedIssue,
  added: number,
): Promise<{ readonly items: number; readonly forgottenThrough: number }> {
  if (added === 0) return { items: 0, forgottenThrough };
  const removed = removedItems + added;
  const inIssue = sql`subject = ${subject} and course_id = ${course_id} and issue_id = ${issue_id}`;
  const forgotten =
    removed < removalsKept + forgottenTogether
      ? { items: 0, version: null, change_index: null }
      : await forgetOldest(transaction, inIssue, removed - removalsKept);
  const through = Math.max(forgottenThrough, Number(forgotten.change_index ?? 0));
  await transaction
    .updateTable('clag.issue_changes')
    .set({
      removed_items: removed - forgotten.items,
      version_floor: Math.max(floor, forgotten.version ?? 0),
      forgotten_through: through,
    })
    .where(sql<boolean>`${inIssue}`)
    .execute();
  return { items: forgotten.items, forgottenThrough: through };
}

async function forgetOldest(transaction: Database, inIssue: ReturnType<typeof sql>, count: number) {
  const { rows } = await sql<{
    items: number;
    version: number | null;
    change_index: string | null;
  }>`
    with forgotten as (
      delete from clag.content_items item
      where ${inIssue} and content is null
        and change_index <= (
          select change_index from clag.content_items
          where ${inIssue} and content is null
          order by change_index offset ${count - 1} limit 1
        )
        and not exists (
          select 1 from clag.conflict_copies copy
          where copy.subject = item.subject and copy.course_id = item.course_id
            and copy.issue_id = item.issue_id and copy.kind = item.kind
            and copy.model_type = item.model_type and copy.model_id = item.model_id
            and copy.segment = '' and copy.item_id = item.item_id
        )
      returning item.version, item.change_index
    )
    select count(*)::integer as items, max(version) as version, max(change_index) as change_index
    from forgotten
  `.execute(transaction);
  return rows[0]!;
}
