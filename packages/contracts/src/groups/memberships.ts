import * as z from 'zod/mini';
import { administered, defineCall } from '../define.ts';
import { identifier, list, subject } from '../scalars.ts';
import { leadersOnly, transactionIndex } from './group.ts';
import {
  displayName,
  groupMembersMaximum,
  groupRole,
  invitationLifetimeInDays,
  membership,
  membershipTypes,
} from './membership.ts';

/*
 * The calls of the groups family that change memberships. Each request is one transaction of one
 * group: what can be done is done together, and what cannot is refused member by member (WARNING).
 */

/** Most memberships that one request changes. */
const membershipChangesMaximum = 200;

export const membershipOutcome = z.enum(['CHANGED', 'UNCHANGED', 'REFUSED']);

/**
 * Why one membership was refused. LAST_LEADER: nobody else leads the group now; a leader without a role that leads
 * does not count. GROUP_FULL: as many are in it, or are invited, as can be. NOT_FOUND: the subject is
 * neither accepted, nor invited, nor has asked to be. NOT_ACCEPTED: it is only invited, or has only asked.
 * NOT_REQUESTED: there is nothing that the caller could accept. GROUPS_TOO_MANY: the subject is in as many
 * groups as it can be. INVITATION_DECLINED: the subject has declined an invitation of this group, and can
 * only join by itself; or, as the member that it is now, to lead it. SUBJECT_ERASED: the person
 * was erased, and is nobody here until the next sign-in; leaders are not told, and hear INVITATION_DECLINED.
 * MEMBERSHIP_CHANGED: it is in another state than the one that the caller names.
 */
export const membershipRefusal = z.enum([
  'MEMBERSHIP_NOT_FOUND',
  'MEMBERSHIP_NOT_ACCEPTED',
  'MEMBERSHIP_NOT_REQUESTED',
  'LAST_LEADER',
  'GROUP_FULL',
  'GROUPS_TOO_MANY',
  'INVITATION_DECLINED',
  'SUBJECT_ERASED',
  'MEMBERSHIP_CHANGED',
]);

const answer = z.object({
  results: list(
    'In the order of the request. A subject that was linked to another one stands there as that one, unless it still has a membership of its own.',
    z.object({
      subject,
      outcome: membershipOutcome,
      refusal: z.optional(membershipRefusal),
      membership: z.optional(membership.check(z.describe('As it is now; absent: none.'))),
    }),
  ),
  transaction_index: transactionIndex(
    'Index of the transaction; of the latest one where nothing had to change.',
  ),
});

function request<Item extends z.ZodMiniType<{ subject: string }>>(item: Item) {
  return z.strictObject({
    group_id: identifier('The group.'),
    memberships: z.array(item).check(
      z.minLength(1),
      z.maxLength(membershipChangesMaximum),
      z.refine(
        (items) => new Set(items.map(({ subject }) => subject)).size === items.length,
        'A subject appears twice.',
      ),
    ),
  });
}

const changesMemberships = {
  answer,
  errors: leadersOnly,
  ...administered,
} as const;

export const membershipsCalls = {
  groupsAddMemberships: defineCall({
    ...changesMemberships,
    path: '/v1/groups/addMemberships',
    summary: `Invites subjects to a group that the caller leads, and accepts those who have asked to join, as members; a group has at most ${groupMembersMaximum} members, and as many invitations. An invitation opens nothing until its subject accepts it, and ends after ${invitationLifetimeInDays} days; one to lead ends, too, once its inviter leads the group no more. UNCHANGED: was a member or invited already; role and types stay. Those that a holder of group.migrate adds to a group without leaders are members at once.`,
    body: request(
      z.strictObject({
        subject,
        group_role: groupRole,
        membership_types: membershipTypes,
        display_name: z.optional(displayName),
      }),
    ),
    permission: 'group.lead',
  }),
  groupsAcceptMemberships: defineCall({
    ...changesMemberships,
    path: '/v1/groups/acceptMemberships',
    summary:
      "Accepts memberships: leaders requested ones, whoever is invited the own one, with the types that the invitation says. A display_name that is another member's is left out. UNCHANGED: was accepted already, with whatever types.",
    body: request(
      z.strictObject({
        subject,
        membership_types: membershipTypes,
        group_role: z.optional(
          groupRole.check(
            z.describe(
              'How the own invitation to lead is answered: leader accepts it, member declines it for good. Absent: a member, and the invitation stays open. Of other memberships it says nothing.',
            ),
          ),
        ),
      }),
    ),
    permission: 'group.join',
  }),
  groupsSetMemberships: defineCall({
    ...changesMemberships,
    path: '/v1/groups/setMemberships',
    summary: `Sets role and types of accepted memberships of a group that the caller leads. Who is to become a leader is invited to be one, and leads once that is accepted by acceptMemberships, within ${invitationLifetimeInDays} days, and as long as its inviter leads; the role member takes such an invitation back. Those whom a holder of group.migrate sets in a group without leaders lead at once.`,
    body: request(
      z.strictObject({ subject, group_role: groupRole, membership_types: membershipTypes }),
    ),
    permission: 'group.lead',
  }),
  groupsRevokeMemberships: defineCall({
    ...changesMemberships,
    path: '/v1/groups/revokeMemberships',
    summary:
      'Revokes memberships, also requested and invited ones: leaders those of anybody, others only their own, which is how one leaves, and declines for good. With a leader go its invitations to lead. UNCHANGED: was no member.',
    body: request(
      z.strictObject({
        subject,
        only_in_state: z.optional(
          z
            .enum(['requested', 'invited'])
            .check(
              z.describe(
                'Refuses the request, or takes back the invitation, only while it is one: a membership that was accepted meanwhile is refused (MEMBERSHIP_CHANGED). Absent: in any state.',
              ),
            ),
        ),
      }),
    ),
    permission: 'group.join',
  }),
} as const;
