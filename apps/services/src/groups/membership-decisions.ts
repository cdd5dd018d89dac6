import type { Answer, Body, Contract } from '@lectern/contracts';
import { invitationLifetimeInDays } from '@lectern/contracts/calls/groups/membership';
import type { Caller } from '../authorization/authorize.ts';
import { membershipChange, revokedChange, type StoredChange } from './changes.ts';
import { beginning, invitedAs, type Standing } from './group-row.ts';
import { isFullOf } from './limits.ts';
import { chosenName } from './names-of-others.ts';

type Calls = Contract['gres'];
type Result = Answer<Calls['groupsAddMemberships']>['results'][number];
type Named<Name extends keyof Calls> =
  Body<Calls[Name]> extends {
    memberships: readonly (infer Item)[];
  }
    ? Item
    : never;

/** A group while a request changes it, one membership after the other. */
export interface ChangingGroup {
  /** As they are by now. */
  readonly members: ReadonlyMap<string, Standing>;
  /** Its leaders before the request. */
  readonly leaders: readonly string[];
}

/** Outcome for one membership. `write` and `revoke` are done together with their log entries. */
export type Decision =
  | { readonly outcome: 'UNCHANGED' }
  | { readonly outcome: 'REFUSED'; readonly refusal: NonNullable<Result['refusal']> }
  | { readonly outcome: 'CHANGED'; readonly change: StoredChange; readonly write: Standing }
  | { readonly outcome: 'CHANGED'; readonly change: StoredChange; readonly revoke: Standing };

const unchanged = { outcome: 'UNCHANGED' } as const;
const refused = (refusal: NonNullable<Result['refusal']>) =>
  ({ outcome: 'REFUSED', refusal }) as const;

/** Facts of a subject outside the group. */
export interface Elsewhere {
  /** True for a subject in as many groups as allowed. */
  readonly isFull: boolean;
  /** True for a subject that has declined an invitation of this group. */
  readonly hasDeclined: boolean;
  /** The subject was erased, and is no user since. */
  readonly isErased: boolean;
}

/**
 * A leader's addition is an invitation, unless the subject has asked to join; any other one is the school's word.
 *
 * @param leader Who adds; null: the school.
 */
export function decideAdding(
  { members }: ChangingGroup,
  { subject, group_role, membership_types, display_name }: Named<'groupsAddMemberships'>,
  leader: string | null,
  { isFull, hasDeclined, isErased }: Elsewhere,
): Decision {
  const held = members.get(subject);
  const isSchool = leader === null;
  if (held?.membership_state === 'accepted') return unchanged;
  if (held?.membership_state === 'invited' && !isSchool) {
    const isToLead = group_role === 'leader' && invitedAs(held) === 'leader';
    if (!isToLead || held.invited_by === leader) return unchanged;
    // It holds by the word of the leader who invites last.
    return written('MEMBERSHIP_INVITED', { ...held, invited_until: null, invited_by: leader });
  }
  const isAccepted = isSchool || held?.membership_state === 'requested';
  if (isFullOf(members, isAccepted ? 'accepted' : 'invited')) return refused('GROUP_FULL');
  // A leader is not told who was erased.
  if (isErased) return refused(isSchool ? 'SUBJECT_ERASED' : 'INVITATION_DECLINED');
  if (!held && isSchool && isFull) return refused('GROUPS_TOO_MANY');
  if (!held && !isSchool && hasDeclined) return refused('INVITATION_DECLINED');
  const added: Omit<Standing, 'membership_state' | 'origin'> = {
    ...beginning,
    subject,
    group_role,
    membership_types,
    display_name: chosenName(display_name) ?? held?.display_name ?? null,
    sharings: held?.sharings ?? [],
  };
  if (isAccepted) {
    const origin = held?.membership_state === 'requested' ? held.origin : 'school';
    const isLed = group_role === 'leader' && !isSchool;
    return written('MEMBERSHIP_ACCEPTED', {
      ...(isLed ? invitedToLead(added, leader) : added),
      membership_state: 'accepted',
      origin,
    });
  }
  return written('MEMBERSHIP_INVITED', {
    ...added,
    membership_state: 'invited',
    origin: 'leader',
    invited_by: group_role === 'leader' ? leader : null,
  });
}

/** @param isFull Whether the subject is in as many groups as it can be. */
export function decideAccepting(
  { members }: ChangingGroup,
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
  const isInvited = held?.membership_state === 'invited' && isOwn;
  if (!isInvited && held?.membership_state !== 'requested')
    return refused('MEMBERSHIP_NOT_REQUESTED');
  if (isFullOf(members, 'accepted')) return refused('GROUP_FULL');
  if (isInvited) {
    if (isFull) return refused('GROUPS_TOO_MANY');
    const accepted = acceptedByItself(held);
    if (!group_role || invitedAs(accepted) !== 'leader')
      return written('MEMBERSHIP_ACCEPTED', accepted);
    return answeredToLead('MEMBERSHIP_ACCEPTED', accepted, group_role);
  }
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
    ...(!isToLead && notInvited),
  };
}

const notInvited = { invited_until: null, invited_by: null } as const;

/**
 * A member that a leader wants as a leader, too. The licences of a leader entitle the whole group: by a leader's
 * word alone any teacher could take the licences of another one.
 */
function invitedToLead<Some extends Pick<Standing, 'group_role' | 'invited_until' | 'invited_by'>>(
  member: Some,
  invited_by: string,
): Some {
  const invited_until = new Date(Date.now() + invitationLifetimeInDays * 86_400_000);
  return { ...member, group_role: 'member', invited_until, invited_by };
}

function answeredToLead(
  changeType: 'MEMBERSHIP_ACCEPTED' | 'MEMBERSHIP_SET',
  member: Standing,
  group_role: 'leader' | 'member',
): Decision {
  const declines_to_lead = group_role === 'member';
  const write = { ...member, ...notInvited, group_role, declines_to_lead };
  return changeType === 'MEMBERSHIP_SET' ? set(member, write) : written(changeType, write);
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

/** @param leader Who sets; null: the school. */
export function decideSetting(
  group: ChangingGroup,
  { subject, group_role, membership_types: given }: Named<'groupsSetMemberships'>,
  leader: string | null,
): Decision {
  const held = group.members.get(subject);
  if (!held) return refused('MEMBERSHIP_NOT_FOUND');
  if (held.membership_state !== 'accepted') return refused('MEMBERSHIP_NOT_ACCEPTED');
  const wanted = invitedAs(held) ?? held.group_role;
  const isSame = areSame(held.membership_types, given);
  const isInvitedBySelf = invitedAs(held) === undefined || held.invited_by === leader;
  if (wanted === group_role && isSame && isInvitedBySelf) return unchanged;
  if (group_role !== 'leader' && isLastLeader(group, subject)) return refused('LAST_LEADER');
  // In the order in which members know them.
  const membership_types = isSame ? held.membership_types : given;
  if (group_role === 'member' || held.group_role === 'leader' || leader === null) {
    return set(held, { ...held, ...notInvited, group_role, membership_types });
  }
  if (held.declines_to_lead) return refused('INVITATION_DECLINED');
  return set(held, { ...invitedToLead(held, leader), membership_types });
}

/** Sets a membership under a former name: it keeps nothing beyond what the person's membership is set to. */
export function decideTaking(
  group: ChangingGroup,
  { subject, group_role, membership_types }: Named<'groupsSetMemberships'>,
): Decision {
  const held = group.members.get(subject);
  if (held?.membership_state !== 'accepted') return unchanged;
  const isLed = group_role === 'leader';
  if (!isLed && isLastLeader(group, subject)) return refused('LAST_LEADER');
  const write = {
    ...held,
    ...(!isLed && { ...notInvited, group_role }),
    membership_types: held.membership_types.filter((type) =>
      (membership_types as readonly string[]).includes(type),
    ),
  };
  const isSame =
    write.group_role === held.group_role &&
    write.invited_until === held.invited_until &&
    areSame(write.membership_types, held.membership_types);
  return isSame ? unchanged : set(held, write);
}

export function decideRevoking(
  group: ChangingGroup,
  { subject, only_in_state: state }: Named<'groupsRevokeMemberships'>,
): Decision {
  const held = group.members.get(subject);
  if (!held) return unchanged;
  if (state && held.membership_state !== state) return refused('MEMBERSHIP_CHANGED');
  if (isLastLeader(group, subject)) return refused('LAST_LEADER');
  return { outcome: 'CHANGED', change: revokedChange(held), revoke: held };
}

function written(
  changeType: 'MEMBERSHIP_INVITED' | 'MEMBERSHIP_ACCEPTED' | 'MEMBERSHIP_SET',
  member: Standing,
) {
  const change = membershipChange(changeType, member);
  return { outcome: 'CHANGED' as const, change, write: member };
}

/** A member that goes by the name that the platform knows. */
export function unnamed(member: Standing): Decision {
  return written('MEMBERSHIP_SET', { ...member, display_name: null });
}

/** A membership that is written without a name of its own. */
export function withoutName({
  outcome,
  change,
  write,
}: Extract<Decision, { readonly write: Standing }>): Decision {
  const { display_name: _, ...nameless } = change as StoredChange & { display_name?: string };
  return {
    outcome,
    change: nameless as StoredChange,
    write: { ...write, display_name: null },
  };
}

/** A subject is the last leader where no other one leads: a member who leads no more cannot give the group a leader. */
function isLastLeader({ members, leaders }: ChangingGroup, subject: string): boolean {
  const staying = leaders.filter((leader) => members.get(leader)?.group_role === 'leader');
  return staying.length === 1 && staying[0] === subject;
}

/** True for lists of the same texts in any order, none of them twice. */
export function areSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((text) => others.includes(text));
}
