import type { Answer, Body, Contract } from '@lectern/contracts';
import {
  groupMembersMaximum,
  invitationLifetimeInDays,
} from '@lectern/contracts/calls/groups/membership';
import type { Caller } from '../authorization/authorize.ts';
import { membershipChange, revokedChange, type StoredChange } from './changes.ts';
import { invitedAs, type Standing } from './group-row.ts';
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
  isSchool: boolean,
  { isFull, hasDeclined, isErased }: Elsewhere,
): Decision {
  const held = members.get(subject);
  if (held?.membership_state === 'accepted') return unchanged;
  if (held?.membership_state === 'invited' && !isSchool) return unchanged;
  if (!held && members.size >= groupMembersMaximum) return refused('GROUP_FULL');
  // A leader is not told who was erased.
  if (isErased) return refused(isSchool ? 'SUBJECT_ERASED' : 'INVITATION_DECLINED');
  if (!held && isSchool && isFull) return refused('GROUPS_TOO_MANY');
  if (!held && !isSchool && hasDeclined) return refused('INVITATION_DECLINED');
  const added: Omit<Standing, 'membership_state' | 'origin'> = {
    subject,
    group_role,
    membership_types,
    display_name: display_name ?? held?.display_name ?? null,
    sharings: held?.sharings ?? [],
    began_at: null,
    invited_until: null,
  };
  if (held?.membership_state === 'requested') {
    const accepted = { membership_state: 'accepted', origin: held.origin } as const;
    const isLed = group_role === 'leader' && !isSchool;
    return written('MEMBERSHIP_ACCEPTED', {
      ...(isLed ? invitedToLead(added) : added),
      ...accepted,
    });
  }
  return isSchool
    ? written('MEMBERSHIP_ACCEPTED', { ...added, membership_state: 'accepted', origin: 'school' })
    : written('MEMBERSHIP_INVITED', { ...added, membership_state: 'invited', origin: 'leader' });
}

/** @param isFull Whether the subject is in as many groups as it can be. */
export function decideAccepting(
  members: Standings,
  { subject, membership_types, group_role }: Named<'groupsAcceptMemberships'>,
  caller: Caller,
  isFull: boolean,
): Decision {
  const held = members.get(subject);
  const isOwn = subject === caller.subject;
  if (held?.membership_state === 'accepted') {
    if (!isOwn || !group_role || invitedAs(held) !== 'leader') return unchanged;
    return answeredToLead('MEMBERSHIP_SET', held, group_role);
  }
  if (held?.membership_state === 'invited' && isOwn) {
    if (isFull) return refused('GROUPS_TOO_MANY');
    const accepted = acceptedByItself(held);
    if (!group_role || invitedAs(accepted) !== 'leader')
      return written('MEMBERSHIP_ACCEPTED', accepted);
    return answeredToLead('MEMBERSHIP_ACCEPTED', accepted, group_role);
  }
  if (held?.membership_state !== 'requested') return refused('MEMBERSHIP_NOT_REQUESTED');
  return written('MEMBERSHIP_ACCEPTED', {
    ...held,
    membership_state: 'accepted',
    membership_types,
  });
}

/**
 * An invitation that its subject has accepted, or met by joining: what it says holds from now on. To be a
 * member is no word about leading, so that an invitation to lead stays open.
 */
export function acceptedByItself(invited: Standing): Standing {
  const isToLead = invitedAs(invited) === 'leader';
  return {
    ...invited,
    group_role: 'member',
    membership_state: 'accepted',
    origin: 'self',
    began_at: null,
    invited_until: isToLead ? invited.invited_until : null,
  };
}

/**
 * A member that a leader wants as a leader, too. The licences of a leader entitle the whole group: by a leader's
 * word alone any teacher could take the licences of another one.
 */
function invitedToLead<Some extends Pick<Standing, 'group_role' | 'invited_until'>>(
  member: Some,
): Some {
  const invited_until = new Date(Date.now() + invitationLifetimeInDays * 86_400_000);
  return { ...member, group_role: 'member', invited_until };
}

function answeredToLead(
  changeType: 'MEMBERSHIP_ACCEPTED' | 'MEMBERSHIP_SET',
  member: Standing,
  group_role: 'leader' | 'member',
): Decision {
  const write = { ...member, group_role, invited_until: null };
  const { change } =
    changeType === 'MEMBERSHIP_SET' ? set(member, write) : written(changeType, write);
  const isDeclined = group_role === 'member';
  return {
    outcome: 'CHANGED',
    change: { ...change, ...(isDeclined && { declines_to_lead: true }) },
    write,
  };
}

/** A membership that differs in nothing but an invitation to lead is of interest to no other member. */
function set(held: Standing, write: Standing) {
  const decision = written('MEMBERSHIP_SET', write);
  const isSame =
    held.group_role === write.group_role && areSame(held.membership_types, write.membership_types);
  return isSame
    ? { ...decision, change: { ...decision.change, of_request: true as const } }
    : decision;
}

/** @param hasDeclined Whether the member has declined to lead the group. */
export function decideSetting(
  members: Standings,
  { subject, group_role, membership_types }: Named<'groupsSetMemberships'>,
  isSchool: boolean,
  hasDeclined: boolean,
): Decision {
  const held = members.get(subject);
  if (!held) return refused('MEMBERSHIP_NOT_FOUND');
  if (held.membership_state !== 'accepted') return refused('MEMBERSHIP_NOT_ACCEPTED');
  const wanted = invitedAs(held) ?? held.group_role;
  if (wanted === group_role && areSame(held.membership_types, membership_types)) return unchanged;
  if (group_role !== 'leader' && isLastLeader(members, held)) return refused('LAST_LEADER');
  if (group_role === 'member' || isLeader(held) || isSchool) {
    return set(held, { ...held, group_role, membership_types, invited_until: null });
  }
  if (hasDeclined) return refused('INVITATION_DECLINED');
  return set(held, { ...invitedToLead(held), membership_types });
}

/** What a member keeps under a former name when the person's membership is set: nothing beyond that. */
export function decideTaking(
  members: Standings,
  { subject, group_role, membership_types }: Named<'groupsSetMemberships'>,
): Decision {
  const held = members.get(subject);
  if (held?.membership_state !== 'accepted') return unchanged;
  const isLed = group_role === 'leader';
  if (!isLed && isLastLeader(members, held)) return refused('LAST_LEADER');
  const write = {
    ...held,
    group_role: isLed ? held.group_role : group_role,
    membership_types: held.membership_types.filter((type) =>
      (membership_types as readonly string[]).includes(type),
    ),
    invited_until: isLed ? held.invited_until : null,
  };
  const isSame =
    write.group_role === held.group_role &&
    write.invited_until === held.invited_until &&
    areSame(write.membership_types, held.membership_types);
  return isSame ? unchanged : set(held, write);
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
) {
  const change = membershipChange(changeType, member);
  return { outcome: 'CHANGED' as const, change, write: member };
}

/** Takes back what somebody is invited as and has not accepted. */
export function endInvitation(held: Standing): Decision {
  return held.membership_state === 'accepted'
    ? set(held, { ...held, invited_until: null })
    : { outcome: 'CHANGED', change: revokedChange(held), revoke: held };
}

/** A membership that is written without a name of its own. */
export function withoutName({
  outcome,
  change,
  write,
}: Extract<Decision, { readonly write: Standing }>): Decision {
  const { display_name: _, ...unnamed } = change as StoredChange & { display_name?: string };
  return {
    outcome,
    change: unnamed as StoredChange,
    write: { ...write, display_name: null },
  };
}

function isLastLeader(members: Standings, member: Standing): boolean {
  return isLeader(member) && leadersOf(members) === 1;
}

function areSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((one) => others.includes(one));
}
