import type { Answer, Body, Contract } from '@lectern/contracts';
import { groupMembersMaximum } from '@lectern/contracts/calls/groups/membership';
import type { Caller } from '../authorization/authorize.ts';
import { membershipChange, revokedChange, type StoredChange } from './changes.ts';
import type { Standing } from './group-row.ts';
import { isLeader, leadersOf } from './led-group.ts';

type Calls = Contract['gres'];
type Result = Answer<Calls['groupsAddMemberships']>['results'][number];
type Named<Name extends keyof Calls> =
  Body<Calls[Name]> extends {
    memberships: readonly (infer Item)[];
  }
    ? Item
    : never;

/** Memberships of a group by subject. */
type Standings = ReadonlyMap<string, Standing>;

/** What becomes of one membership. `write` and `revoke` are done together with what the log says. */
export type Decision =
  | { readonly outcome: 'UNCHANGED' }
  | { readonly outcome: 'REFUSED'; readonly refusal: NonNullable<Result['refusal']> }
  | { readonly outcome: 'CHANGED'; readonly change: StoredChange; readonly write: Standing }
  | { readonly outcome: 'CHANGED'; readonly change: StoredChange; readonly revoke: Standing };

const unchanged = { outcome: 'UNCHANGED' } as const;
const refused = (refusal: NonNullable<Result['refusal']>) =>
  ({ outcome: 'REFUSED', refusal }) as const;

/** What is known of a subject outside the group. */
export interface Elsewhere {
  /** Whether it is in as many groups as it can be. */
  readonly isFull: boolean;
  /** Whether it has declined an invitation of this group. */
  readonly hasDeclined: boolean;
  /** The subject was erased, and is no user since. */
  readonly isErased: boolean;
}

/** Whom a leader adds is invited, unless it has asked to join; anybody else adds in the name of the school. */
export function decideAdding(
  members: Standings,
  { subject, group_role, membership_types, display_name }: Named<'groupsAddMemberships'>,
  caller: Caller,
  { isFull, hasDeclined, isErased }: Elsewhere,
): Decision {
  const held = members.get(subject);
  const isSchool = !isLeader(members.get(caller.subject));
  if (held?.membership_state === 'accepted') return unchanged;
  if (held?.membership_state === 'invited' && !isSchool) return unchanged;
  if (!held && members.size >= groupMembersMaximum) return refused('GROUP_FULL');
  // A leader is not told who was erased.
  if (isErased) return refused(isSchool ? 'SUBJECT_ERASED' : 'INVITATION_DECLINED');
  if (!held && isSchool && isFull) return refused('GROUPS_TOO_MANY');
  if (!held && !isSchool && hasDeclined) return refused('INVITATION_DECLINED');
  const added = {
    subject,
    group_role,
    membership_types,
    display_name: display_name ?? held?.display_name ?? null,
    sharings: held?.sharings ?? [],
    began_at: null,
  };
  if (held?.membership_state === 'requested') {
    return written('MEMBERSHIP_ACCEPTED', {
      ...added,
      membership_state: 'accepted',
      origin: held.origin,
    });
  }
  return isSchool
    ? written('MEMBERSHIP_ACCEPTED', { ...added, membership_state: 'accepted', origin: 'school' })
    : written('MEMBERSHIP_INVITED', { ...added, membership_state: 'invited', origin: 'leader' });
}

/** @param isFull Whether the subject is in as many groups as it can be. */
export function decideAccepting(
  members: Standings,
  { subject, membership_types }: Named<'groupsAcceptMemberships'>,
  caller: Caller,
  isFull: boolean,
): Decision {
  const held = members.get(subject);
  if (held?.membership_state === 'accepted') return unchanged;
  if (held?.membership_state === 'invited' && subject === caller.subject) {
    if (isFull) return refused('GROUPS_TOO_MANY');
    return written('MEMBERSHIP_ACCEPTED', acceptedByItself(held));
  }
  if (held?.membership_state !== 'requested') return refused('MEMBERSHIP_NOT_REQUESTED');
  return written('MEMBERSHIP_ACCEPTED', {
    ...held,
    membership_state: 'accepted',
    membership_types,
  });
}

/** An invitation that its subject has accepted, or met by joining: what it says holds from now on. */
export function acceptedByItself(invited: Standing): Standing {
  return { ...invited, membership_state: 'accepted', origin: 'self', began_at: null };
}

export function decideSetting(
  members: Standings,
  { subject, group_role, membership_types }: Named<'groupsSetMemberships'>,
  caller: Caller,
): Decision {
  const held = members.get(subject);
  if (!held) return refused('MEMBERSHIP_NOT_FOUND');
  if (held.membership_state !== 'accepted') return refused('MEMBERSHIP_NOT_ACCEPTED');
  if (held.group_role === group_role && areSame(held.membership_types, membership_types)) {
    return unchanged;
  }
  if (group_role === 'leader' && !isLeader(held) && !mayBecomeLeader(held, caller)) {
    return refused('LEADER_WITHOUT_CONSENT');
  }
  if (group_role !== 'leader' && isLastLeader(members, held)) return refused('LAST_LEADER');
  return written('MEMBERSHIP_SET', { ...held, group_role, membership_types });
}

export function decideRevoking(
  members: Standings,
  { subject }: Named<'groupsRevokeMemberships'>,
): Decision {
  const held = members.get(subject);
  if (!held) return unchanged;
  if (isLastLeader(members, held)) return refused('LAST_LEADER');
  return { outcome: 'CHANGED', change: revokedChange(held), revoke: held };
}

function written(
  changeType: 'MEMBERSHIP_INVITED' | 'MEMBERSHIP_ACCEPTED' | 'MEMBERSHIP_SET',
  member: Standing,
): Decision {
  return { outcome: 'CHANGED', change: membershipChange(changeType, member), write: member };
}

/**
 * Whether the caller may make a leader of a subject. The licences of a leader entitle the whole group:
 * without its own act any teacher could take the licences of another one.
 */
function mayBecomeLeader(held: Standing | undefined, { permissions }: Caller): boolean {
  return held?.origin === 'self' || permissions.has('group.migrate');
}

function isLastLeader(members: Standings, member: Standing): boolean {
  return isLeader(member) && leadersOf(members) === 1;
}

function areSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((one) => others.includes(one));
}
