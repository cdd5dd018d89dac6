import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { countSizeAnew } from './subject-size.ts';

/** An issue, or without it a whole course. */
export interface ErasedScope {
  readonly subject: string;
  readonly course_id: string;
  readonly issue_id?: string | undefined;
}

/**
 * Erases all items of a course or of an issue with their conflict copies and removals, the feedback on answers, and their
 * counters.
 * Devices begin these issues anew, because their cursors do not hold any more.
 *
 * The subject keeps the greatest erased version: later items get versions above it, so that a device that has not
 * heard of the erasing meets a conflict and overwrites nothing unseen.
 *
 * @returns how many items and conflict copies there were; removed items count as none.
 */
export async function eraseItems(
  transaction: Database,
  { subject, course_id, issue_id }: ErasedScope,
): Promise<number> {
  const inCourse = sql`subject = ${subject} and course_id = ${course_id}`;
  // In one order, so that two erasings never wait for each other in a circle.
  const { rows: locked } = await sql<{ issue_id: string }>`
    select issue_id from clag.issue_changes
    where ${inCourse} and ${issue_id === undefined ? sql`true` : sql`issue_id = ${issue_id}`}
    order by issue_id for update
  `.execute(transaction);
  // An issue that begins meanwhile is not erased.
  const issueIds = locked.map((issue) => issue.issue_id);
  const inScope = sql`${inCourse} and issue_id = any(${issueIds}::text[])`;
  const { rows } = await sql<{ items: number; version_floor: number }>`
    with items as (
      delete from clag.content_items where ${inScope}
      returning version, content is not null as is_there
    ), local_store as (
      delete from clag.local_store_items where ${inScope} returning version, true as is_there
    ), copies as (
      delete from clag.conflict_copies where ${inScope} returning version, true as is_there
    ), feedback as (
      delete from clag.feedback where ${inScope} returning version, false as is_there
    ), read as (
      delete from clag.answer_versions where ${inScope}
    ), counters as (
      delete from clag.issue_changes where ${inScope}
      returning version_floor as version, false as is_there
    ), erased as (
      select * from items union all select * from local_store
      union all select * from copies union all select * from feedback union all select * from counters
    )
    select count(*) filter (where is_there)::integer as items,
      coalesce(max(version), 0) as version_floor
    from erased
  `.execute(transaction);
  const [{ items, version_floor }] = rows as [(typeof rows)[0]];
  await countSizeAnew(transaction, subject, version_floor);
  return items;
}
