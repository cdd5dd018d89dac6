import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../storage/database.ts';

/** Roles of a subject in groups that it is an accepted member of. */
export async function groupStandings(
  database: Database,
  subject: string,
  groupIds: readonly string[],
): Promise<ReadonlyMap<string, 'leader' | 'member'>> {
  const { rows } = await sql<{ group_id: string; group_role: 'leader' | 'member' }>`
    select own.group_id, own.group_role
    from gres.subject_groups own join gres.groups living using (group_id)
    where own.subject = ${subject} and own.membership_state = 'accepted'
      and own.group_id = any(${groupIds}::text[]) and living.deleted_at is null
  `.execute(database);
  return new Map(rows.map(({ group_id, group_role }) => [group_id, group_role]));
}

/** @throws errors of `leadersOnly` in the contract, where a subject does not lead a group. */
export async function requireLeading(
  database: Database,
  subject: string,
  groupId: string,
  refusal: (code: 'GROUP_NOT_FOUND' | 'GROUP_NOT_LED') => Error,
): Promise<void> {
  const standing = (await groupStandings(database, subject, [groupId])).get(groupId);
  if (!standing) throw refusal('GROUP_NOT_FOUND');
  if (standing !== 'leader') throw refusal('GROUP_NOT_LED');
}

/** A subquery with `group_id` and `name` of the groups in which a subject is an accepted member, and no leader. */
export function memberGroups(subject: string): RawBuilder<unknown> {
  return sql`(
    select own.group_id, living.name
    from gres.subject_groups own join gres.groups living using (group_id)
    where own.subject = ${subject} and own.membership_state = 'accepted'
      and own.group_role = 'member' and living.deleted_at is null
  )`;
}

/**
 * True where the group of a row is not deleted.
 *
 * @param row What the statement calls the row, with its `group_id`.
 */
export function isLivingGroup(row: string): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from gres.groups living
    where living.group_id = ${sql.ref(`${row}.group_id`)} and living.deleted_at is null
  )`;
}

export async function leadsProvidedGroup(
  database: Database,
  subject: string,
  { provider_id, group_id }: { readonly provider_id: string; readonly group_id: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from gres.subject_groups own join gres.groups living using (group_id)
    where own.subject = ${subject} and own.membership_state = 'accepted'
      and own.group_role = 'leader' and own.group_id = ${group_id}
      and living.provider_id = ${provider_id} and living.deleted_at is null
  `.execute(database);
  return rows.length > 0;
}

/** True where a subject leads a group, so that a licence of its own can entitle it. */
export async function leadsGroup(
  database: Database,
  subject: string,
  groupId: string,
): Promise<boolean> {
  const { rows } = await sql`
    select from gres.members leadership
    where leadership.group_id = ${groupId} and leadership.subject = ${subject} and leadership.group_role = 'leader'
      and leadership.membership_state = 'accepted'
  `.execute(database);
  return rows.length > 0;
}

/** True where a subject leads any group, so that a licence of strategy group entitles more than itself. */
export async function leadsAnyGroup(database: Database, subject: string): Promise<boolean> {
  const { rows } = await sql`
    select from gres.subject_groups leadership
    where leadership.subject = ${subject} and leadership.group_role = 'leader'
      and leadership.membership_state = 'accepted'
    limit 1
  `.execute(database);
  return rows.length > 0;
}

/**
 * Conditions of which one is true where a subject leads a group, or one of its memberships has changed since a time.
 * Each is an `exists` of its own, which the planner joins.
 *
 * @param subject Column.
 */
export function leadsOrChangedSince(
  subject: RawBuilder<string>,
  time: RawBuilder<Date>,
): readonly RawBuilder<boolean>[] {
  return [
    sql<boolean>`exists (
      select from gres.subject_groups own
      where own.subject = ${subject} and own.group_role = 'leader'
    )`,
    sql<boolean>`exists (
      select from gres.subject_groups own join gres.members held using (group_id, subject)
      where own.subject = ${subject} and held.changed_at >= ${time}
    )`,
  ];
}
