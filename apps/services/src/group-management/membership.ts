import type { membershipCalls } from '@lectern/contracts/calls/group-management/membership';
import { sql } from 'kysely';
import type { Connections } from '../storage/connections.ts';
import type { Handlers } from '../http/routes.ts';
import { parameter, prepareShort } from '../storage/prepared.ts';

/** A subject's role in a group. */
interface Membership {
  readonly group_role: 'leader' | 'member';
  readonly membership_types: ('MaySupport' | 'HasLicenses')[];
}

/** Role of a subject in a group of a provider, where it is an accepted member. */
export type FindMembership = (
  subject: string,
  providerId: string,
  groupId: string,
) => Promise<Membership | undefined>;

/** One prepared statement, by the key of the subject and by that of the group. */
export function createFindMembership(pool: Connections): FindMembership {
  const statement = prepareShort<Membership>(
    pool,
    'membership-of-subject',
    sql`
      select group_role, membership_types
      from gres.subject_groups own join gres.groups using (group_id)
      where own.subject = ${parameter(1, 'text')} and group_id = ${parameter(3, 'text')}
        and membership_state = 'accepted' and deleted_at is null
        and provider_id = ${parameter(2, 'text')}
    `,
  );
  return async (...named) => (await statement(named))[0];
}

export function membershipHandlers(
  findMembership: FindMembership,
): Handlers<typeof membershipCalls> {
  return {
    async gmsMembershipCheck({ body: { subject, provider_id, group_id, membership_type } }) {
      const membership = await findMembership(subject, provider_id, group_id);
      const isMember =
        membership !== undefined &&
        (membership_type === undefined || membership.membership_types.includes(membership_type));
      return isMember ? { is_member: true, ...membership } : { is_member: false };
    },
  };
}
