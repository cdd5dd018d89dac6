import { sql, type RawBuilder } from 'kysely';
import { groupsEntitling, leadersEntitling, leadersOfGroups } from '../groups/public.ts';

/*
 * A licence of strategy group entitles the members of one group, or, without a group, those of every group that its
 * owner leads. Everybody is entitled by what they own (docs/decisions/0012-entitlements.md).
 */

const isOfAllGroups = sql`
  license.license_strategy = 'LICENSE_STRATEGY_GROUP' and license.group_id is null
`;

/**
 * A subquery with the rows of `lima.licenses` that entitle a subject, each once; `subject` there is the
 * owner. Each table is read by its distribution key.
 *
 * @param subject Parameter or column; it is read several times.
 */
export function licensesOfSubject(subject: RawBuilder<string>): RawBuilder<unknown> {
  return sql`(
    select license.* from lima.licenses license where license.subject = ${subject}
    union all
    select license.*
    from ${groupsEntitling(subject)} entitled
      join lima.group_licenses given on given.group_id = entitled.group_id
      join lima.licenses license
        on license.subject = given.subject and license.license_code = given.license_code
    where license.subject <> ${subject}
    union all
    select license.*
    from ${leadersEntitling(subject)} leader
      join lima.licenses license on license.subject = leader.subject
    where ${isOfAllGroups}
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
    from ${leadersOfGroups(groupIds)} leadership
      join lima.licenses license on license.subject = leadership.subject
    where ${isOfAllGroups}
  )`;
}
