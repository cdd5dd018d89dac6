import type { groupChange } from '@lectern/contracts/calls/groups/transactions';
import type * as z from 'zod/mini';
import { invitedAs, type Part, type Standing } from './group-row.ts';

/** A change of the contract's log, as `gres.transactions` keeps it. */
export type StoredChange = z.output<typeof groupChange> & {
  /** It is about no more than a request or an invitation; for this service alone. */
  readonly of_request?: true;
};

type MembershipChangeType =
  | 'MEMBERSHIP_REQUESTED'
  | 'MEMBERSHIP_INVITED'
  | 'MEMBERSHIP_ACCEPTED'
  | 'MEMBERSHIP_SET';

/** How the log tells of a membership as it is from now on. */
export function membershipChange(
  change_type: MembershipChangeType,
  member: Omit<Standing, 'sharings' | 'origin' | 'began_at'>,
): StoredChange {
  const { subject, group_role, membership_types, display_name } = member;
  const invited_as = invitedAs(member);
  return {
    change_type,
    subject,
    group_role,
    // The tables hold nothing else: every writer is checked by the contract.
    membership_types: membership_types as ('MaySupport' | 'HasLicenses')[],
    ...(display_name !== null && { display_name }),
    ...(invited_as && { invited_as }),
  };
}

/** How the log tells that a membership is taken away. */
export function revokedChange({
  subject,
  membership_state,
}: {
  readonly subject: string;
  readonly membership_state: string;
}): StoredChange {
  return {
    change_type: 'MEMBERSHIP_REVOKED',
    subject,
    ...(membership_state !== 'accepted' && { of_request: true }),
  };
}

/** Reader of a group's log. */
export interface Reader {
  readonly subject: string;
  readonly part: Part;
}

/**
 * Changes of a transaction as a reader sees them. Invitations of leaders, requests and sharings of others are
 * hidden from members; a subject that is no member yet sees its own membership alone.
 */
export function changesFor(
  { subject, part }: Reader,
  changes: readonly StoredChange[],
): StoredChange[] {
  const seesAll = (change: StoredChange) =>
    part === 'leader' || ('subject' in change && change.subject === subject);
  return changes
    .filter((change) => seesAll(change) || (part === 'member' && isForMembers(change)))
    .map(({ of_request: _, ...change }) => {
      if (seesAll(change) || !('invited_as' in change)) return change;
      const { invited_as: __, ...shown } = change;
      return shown;
    });
}

/** Changes of which no other member is told, as are those of requests. */
export const forLeaders: readonly StoredChange['change_type'][] = [
  'MEMBERSHIP_REQUESTED',
  'MEMBERSHIP_INVITED',
  'SHARINGS_SET',
];

function isForMembers({ change_type, of_request }: StoredChange): boolean {
  return !forLeaders.includes(change_type) && !of_request;
}
