import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../storage/database.ts';

/*
 * Members that a licence entitles. A licence of strategy group entitles the members of one group, or, without a
 * group, those of every group that its owner leads: accepted members with HasLicenses, from the moment that they
 * are members. Everybody is entitled by what they own.
 *
 * These are the only statements of the licence, product and order services that read tables of the
 * group service (docs/decisions/0012).
 */

const groupStrategy = sql`'LICENSE_STRATEGY_GROUP'`;

/** Memberships that count, of a subject. */
const entitled = (subject: RawBuilder<string>) => sql`
  entitled.subject = ${subject} and entitled.membership_state = 'accepted'
    and 'HasLicenses' = any(entitled.membership_types)
`;

/** Leaders of a group, as `leadership`. */
const isLeading = sql`leadership.group_role = 'leader' and leadership.membership_state = 'accepted'`;

/**
 * A subquery with the rows of `lima.licenses` that entitle a subject, each once; `subject` there is the
 * owner. It goes by `gres.subject_groups`, `lima.group_licenses` and `gres.members`, each by its
 * distribution key.
 *
 * @param subject Parameter or column; it is read several times.
 */
export function licensesOfSubject(subject: RawBuilder<string>): RawBuilder<unknown> {
  return sql`(
    select license.* from lima.licenses license where license.subject = ${subject}
    union all
    select license.*
    from gres.subject_groups entitled
      join lima.group_licenses given on given.group_id = entitled.group_id
      join lima.licenses license
        on license.subject = given.subject and license.license_code = given.license_code
    where ${entitled(subject)} and license.subject <> ${subject}
    union all
    select license.*
    from (
      select distinct leadership.subject
      from gres.subject_groups entitled
        join gres.members leadership on leadership.group_id = entitled.group_id
      where ${entitled(subject)} and ${isLeading} and leadership.subject <> ${subject}
    ) leader
      join lima.licenses license on license.subject = leader.subject
    where license.license_strategy = ${groupStrategy} and license.group_id is null
  )`;
}

/**
 * A subquery with the licences of groups: the rows of `lima.licenses`, each with the group that it
 * entitles as `entitled_group_id`. One without a group stands there once for each that its owner leads.
 *
 * @param groupIds An array; it is read several times.
 */
export function licensesOfGroups(groupIds: RawBuilder<readonly string[]>): RawBuilder<unknown> {
  return sql`(
    select given.group_id as entitled_group_id, license.*
    from lima.group_licenses given
      join lima.licenses license
        on license.subject = given.subject and license.license_code = given.license_code
    where given.group_id = any(${groupIds})
    union all
    select leadership.group_id as entitled_group_id, license.*
    from gres.members leadership
      join lima.licenses license on license.subject = leadership.subject
    where leadership.group_id = any(${groupIds}) and ${isLeading}
      and license.license_strategy = ${groupStrategy} and license.group_id is null
  )`;
}

/** True where a subject leads a group, so that a licence of its own can entitle it. */
export async function leadsGroup(
  database: Database,
  subject: string,
  groupId: string,
): Promise<boolean> {
  const { rows } = await sql`
    select from gres.members leadership
    where leadership.group_id = ${groupId} and leadership.subject = ${subject} and ${isLeading}
  `.execute(database);
  return rows.length > 0;
}

/** True where a subject leads any group, so that a licence of strategy group entitles more than itself. */
export async function leadsAnyGroup(database: Database, subject: string): Promise<boolean> {
  const { rows } = await sql`
    select from gres.subject_groups leadership
    where leadership.subject = ${subject} and ${isLeading}
    limit 1
  `.execute(database);
  return rows.length > 0;
}
