import { sql, type RawBuilder } from 'kysely';
import { licensesOfGroups } from './entitling-groups.ts';

/**
 * A subquery with the licences of groups and each subject that has usages of them now: `license_code`, `seats`,
 * `subject`, `obtained_at` of its first usage, and `usages`. A licence without usages stands there once, without a
 * subject.
 *
 * @param groupIds An array; it is read several times.
 */
export function seatsOfGroups(groupIds: RawBuilder<readonly string[]>): RawBuilder<unknown> {
  return sql`(
    select license.license_code, license.seats, used.*
    from ${licensesOfGroups(groupIds)} license
      left join lateral (
        select subject, min(obtained_at) as obtained_at, count(*) as usages
        from lima.license_usages
        where license_code = license.license_code and ended_at is null
          and expires_at > clock_timestamp()
        group by subject
      ) used on true
  )`;
}
