import type { Answer, Contract } from '@lectern/contracts';

type Inspected = Answer<Contract['gres']['groupsInspect']>;
type Transaction = Answer<Contract['gres']['transactionsGetAfterIndex']>['transactions'][number];
type Change = Transaction['changes'][number];
type Membership = Inspected['memberships'][number];

const issueOf = ({ course_id, issue_id }: { course_id: string; issue_id: string }) =>
  `${course_id} ${issue_id}`;

/** A group as a client knows it. */
export interface KnownGroup {
  readonly index: number;
  readonly name: string | undefined;
  readonly join_policy: string | undefined;
  readonly provider_id: string | undefined;
  readonly memberships: ReadonlyMap<string, Membership>;
}

export const nothingKnown: KnownGroup = {
  index: 0,
  name: undefined,
  join_policy: undefined,
  provider_id: undefined,
  memberships: new Map(),
};

export function knownFrom({ group, memberships }: Inspected): KnownGroup {
  const { name, join_policy, provider_id, transaction_index } = group;
  const bySubject = new Map(memberships.map((membership) => [membership.subject, membership]));
  return { index: transaction_index, name, join_policy, provider_id, memberships: bySubject };
}

/**
 * Applies transactions as the contract says.
 *
 * @returns `undefined` where the contract says that the group is to be inspected anew.
 */
export function applyAll(
  known: KnownGroup,
  self: string,
  transactions: readonly Transaction[],
): KnownGroup | undefined {
  let now = known;
  for (const { transaction_index, changes, made_at } of transactions) {
    if (transaction_index !== now.index + 1) throw new Error(`A gap before ${transaction_index}.`);
    for (const change of changes) {
      if (isForAnew(now, self, change)) return undefined;
      now = applied(now, change, made_at);
    }
    now = { ...now, index: transaction_index };
  }
  return now;
}

function isForAnew({ memberships, index }: KnownGroup, self: string, change: Change): boolean {
  if (index === 0 || !change.change_type.startsWith('MEMBERSHIP_') || !('subject' in change)) {
    return false;
  }
  const isOwn = change.subject === self;
  const held = memberships.get(change.subject);
  const leads = 'group_role' in change && change.group_role === 'leader';
  // With a leader go its invitations to lead.
  if (held?.membership_state === 'accepted' && held.group_role === 'leader' && !leads) return true;
  return isOwn || (change.change_type === 'MEMBERSHIP_REVOKED' && !memberships.has(change.subject));
}

const stateAfter = {
  MEMBERSHIP_REQUESTED: 'requested',
  MEMBERSHIP_INVITED: 'invited',
  MEMBERSHIP_ACCEPTED: 'accepted',
  MEMBERSHIP_SET: 'accepted',
} as const;

/** Members are told the same of both: an invitation to lead is told to leaders alone. */
function isToldAlike(
  held: Membership,
  fields: Omit<Membership, 'membership_state' | 'changed_at'>,
) {
  return (
    held.group_role === fields.group_role &&
    held.display_name === fields.display_name &&
    held.membership_types.join() === fields.membership_types.join()
  );
}

function applied(group: KnownGroup, change: Change, made_at: string): KnownGroup {
  const memberships = new Map(group.memberships);
  switch (change.change_type) {
    case 'GROUP_CREATED': {
      const { name, join_policy, provider_id } = change;
      return { ...group, name, join_policy, provider_id, memberships: new Map() };
    }
    case 'GROUP_NAME_SET':
      return { ...group, name: change.name };
    case 'JOIN_POLICY_SET':
      return { ...group, join_policy: change.join_policy };
    case 'PROVIDER_SET':
      return { ...group, provider_id: change.provider_id };
    case 'JOIN_CODE_RENEWED':
      return group;
    case 'GROUP_DELETED':
      return { ...nothingKnown, index: group.index };
    case 'MEMBERSHIP_REVOKED':
      memberships.delete(change.subject);
      return { ...group, memberships };
    case 'SHARINGS_SET': {
      const held = memberships.get(change.subject);
      if (!held) return group;
      const { sharings: before = [], ...rest } = held;
      const sharings = new Map(before.map((sharing) => [issueOf(sharing), sharing]));
      for (const sharing of change.sharings) {
        if (sharing.sharing_types.length > 0) sharings.set(issueOf(sharing), sharing);
        else sharings.delete(issueOf(sharing));
      }
      const all = [...sharings.values()];
      memberships.set(change.subject, { ...rest, ...(all.length > 0 && { sharings: all }) });
      return { ...group, memberships };
    }
    case 'MEMBERSHIP_REQUESTED':
    case 'MEMBERSHIP_INVITED':
    case 'MEMBERSHIP_ACCEPTED':
    case 'MEMBERSHIP_SET': {
      const { change_type, ...fields } = change;
      const held = memberships.get(change.subject);
      const sharings = held?.sharings;
      const isOlder = held && change_type === 'MEMBERSHIP_SET' && isToldAlike(held, fields);
      memberships.set(change.subject, {
        ...fields,
        membership_state: stateAfter[change_type],
        ...(sharings && { sharings }),
        changed_at: isOlder ? held.changed_at : made_at,
      });
      return { ...group, memberships };
    }
  }
}
