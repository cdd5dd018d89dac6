import { sql, type RawBuilder } from 'kysely';

/*
 * Members whom licences entitle: accepted ones with HasLicenses, from the moment that they are members. By the licences
 * of its leaders, too (docs/decisions/0012-entitlements.md).
 */

/** Memberships that count, of a subject. */
const isEntitled = (subject: RawBuilder<string>) => sql`
  entitled.subject = ${subject} and entitled.membership_state = 'accepted'
    and 'HasLicenses' = any(entitled.membership_types)
`;

const isLeading = sql`leadership.group_role = 'leader' and leadership.membership_state = 'accepted'`;

/**
 * A subquery with the `group_id` of each group whose licences entitle a subject.
 *
 * @param subject Parameter or column; it is read once.
 */
export function groupsEntitling(subject: RawBuilder<string>): RawBuilder<unknown> {
  return sql`(
    select entitled.group_id from gres.subject_groups entitled where ${isEntitled(subject)}
  )`;
}

/**
 * A subquery with the `subject` of each other leader of these groups, once.
 *
 * @param subject Parameter or column; it is read several times.
 */
export function leadersEntitling(subject: RawBuilder<string>): RawBuilder<unknown> {
  return sql`(
    select distinct leadership.subject
    from gres.subject_groups entitled
      join gres.members leadership on leadership.group_id = entitled.group_id
    where ${isEntitled(subject)} and ${isLeading} and leadership.subject <> ${subject}
  )`;
}

/** A subquery with `group_id` and `subject` of the leaders of groups. */
export function leadersOfGroups(groupIds: RawBuilder<readonly string[]>): RawBuilder<unknown> {
  return sql`(
    select leadership.group_id, leadership.subject from gres.members leadership
    where leadership.group_id = any(${groupIds}) and ${isLeading}
  )`;
}

/** A subquery with the names that groups see of their members: `group_id`, `subject`, `display_name`. */
export const memberNames: RawBuilder<unknown> = sql`(
  select group_id, subject, display_name from gres.members where membership_state = 'accepted'
)`;

/**
 * A subquery with the accepted members, but not the leaders, of the groups that a subject leads: `group_id`, `subject`,
 * `display_name`, `began_at`, `sharings`.
 */
export function membersLedBy(leader: string): RawBuilder<unknown> {
  return sql`(
    select member.group_id, member.subject, member.display_name, member.began_at, member.sharings
    from gres.subject_groups own
      join gres.groups living using (group_id)
      join gres.members member using (group_id)
    where own.subject = ${leader} and own.group_role = 'leader'
      and own.membership_state = 'accepted' and living.deleted_at is null
      and member.group_role = 'member' and member.membership_state = 'accepted'
  )`;
}
