import { groupsOfSubjectMaximum } from '@lectern/contracts/calls/groups/group';
import { groupMembersMaximum } from '@lectern/contracts/calls/groups/membership';
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../storage/database.ts';
import type { Standing } from './group-row.ts';

/** A group has room for one more in each state apart: invitations and requests take none of the members'. */
export function isFullOf(
  members: ReadonlyMap<string, Pick<Standing, 'membership_state'>>,
  state: Standing['membership_state'],
): boolean {
  let count = 0;
  for (const { membership_state } of members.values()) if (membership_state === state) count++;
  return count >= groupMembersMaximum;
}

/**
 * From how many groups on those who give a subject one more wait for each other: more than this many
 * cannot be under way for one subject at a time.
 */
const writersAtOnceMaximum = 100;
const nearlyTooMany = groupsOfSubjectMaximum - writersAtOnceMaximum;

/**
 * Finds those of the subjects who are in as many groups as they can be. Nobody else makes it one more
 * until the transaction ends. Comes after the locks of groups.
 *
 * @param subjects An array.
 */
export async function subjectsInTooManyGroups(
  transaction: Database,
  subjects: RawBuilder<readonly string[]>,
): Promise<ReadonlySet<string>> {
  const near = await countGroups(transaction, subjects, nearlyTooMany);
  if (near.length === 0) return new Set();
  // In order, so that nobody waits in a circle.
  await sql`
    select count(pg_advisory_xact_lock(hashtextextended('groups-of:' || subject, 0)))
    from (select subject from unnest(${near}::text[]) subject order by subject) near
  `.execute(transaction);
  return new Set(await countGroups(transaction, sql`${near}`, groupsOfSubjectMaximum));
}

/** Subjects in at least so many groups. */
async function countGroups(
  transaction: Database,
  subjects: RawBuilder<readonly string[]>,
  minimum: number,
): Promise<readonly string[]> {
  const { rows } = await sql<{ subject: string }>`
    select subject from gres.subject_groups
    where subject = any(${subjects}::text[]) and membership_state in ('requested', 'accepted')
    group by subject having count(*) >= ${minimum}
  `.execute(transaction);
  return rows.map(({ subject }) => subject);
}
