import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { countSizeAnew } from './subject-size.ts';

/** What is to be erased; without an issue all of the course. */
export interface ErasedScope {
  readonly subject: string;
  readonly course_id: string;
  readonly issue_id?: string | undefined;
}

/**
 * Erases all items of a course or of an issue with their conflict copies and removals. Devices begin
 * these issues anew: their cursors do not hold any more. Tells no listeners.
 *
 * The counter stays, without what it counted: what is made from now on gets versions above all that were
 * erased, so that a device that has not heard of it meets a conflict and overwrites nothing unseen.
 *
 * @returns how many items and conflict copies there were; removed items count as none.
 */
export async function eraseItems(
  transaction: Database,
  { subject, course_id, issue_id }: ErasedScope,
): Promise<number> {
  const inScope = sql`
    subject = ${subject} and course_id = ${course_id}
    and ${issue_id === undefined ? sql`true` : sql`issue_id = ${issue_id}`}`;
  // In one order, so that two who erase never wait for each other in a circle.
  await sql`
    select from clag.issue_changes where ${inScope} order by issue_id for update
  `.execute(transaction);
  const { rows } = await sql<{ items: number }>`
    with items as (
      delete from clag.content_items where ${inScope} 
      returning course_id, issue_id, version, content is not null as is_there
    ), local_store as (
      delete from clag.local_store_items where ${inScope}
      returning course_id, issue_id, version, true as is_there
    ), copies as (
      delete from clag.conflict_copies where ${inScope}
      returning course_id, issue_id, version, true as is_there
    ), erased as (
      select * from items union all select * from local_store union all select * from copies
    ), issues as (
      insert into clag.issue_changes as issue (subject, course_id, issue_id, version_floor)
      select ${subject}, course_id, issue_id, max(version) from erased
      group by course_id, issue_id order by issue_id
      on conflict (subject, course_id, issue_id) do update set
        epoch = excluded.epoch, last_index = 0, removed_items = 0, forgotten_through = 0,
        version_floor = greatest(issue.version_floor, excluded.version_floor)
    )
    select count(*) filter (where is_there)::integer as items from erased
  `.execute(transaction);
  await countSizeAnew(transaction, subject);
  return rows[0]!.items;
}
