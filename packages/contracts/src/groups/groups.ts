import * as z from 'zod/mini';
import { administered, defineCall } from '../define.ts';
import { withStatus } from '../with-status.ts';
import { identifier, label, list, subject, timestamp } from '../scalars.ts';
import {
  displayNameTaken,
  groupDetails,
  groupNotFound,
  groupsOfSubjectMaximum,
  groupsTooMany,
  joinPolicy,
  leadersOnly,
  transactionIndex,
} from './group.ts';
import { joinCode } from './join-code.ts';
import {
  displayName,
  groupMembersMaximum,
  groupName,
  invitedAs,
  membership,
  membershipState,
} from './membership.ts';

const groupId = identifier('The group.');

/** Anybody may invite anybody: who gets many is shown the latest. */
export const invitationsShownMaximum = 20;

export const groupsCalls = {
  groupsCreateNew: defineCall({
    path: '/v1/groups/createNew',
    summary:
      'Creates a group that the subject leads, and its join code. IA_OK: the subject had created it so already.',
    body: z.strictObject({
      subject,
      group_id: z
        .uuid()
        .check(z.describe('Chosen by the caller, so that a repeat creates no second group.')),
      provider_id: identifier('Connector id of the provider that the group belongs to.'),
      name: groupName,
      join_policy: z.optional(
        joinPolicy.check(z.describe('What the join code opens; absent: on_request.')),
      ),
      display_name: z.optional(displayName),
    }),
    answer: z.object({ group: groupDetails }),
    errors: {
      ...groupsTooMany,
      ...withStatus(409, { GROUP_EXISTS: 'Another group has this id.' }),
    },
    permission: 'group.lead',
    ownTokenOnly: true,
    repeatSafe: true,
  }),
  groupsJoin: defineCall({
    path: '/v1/groups/join',
    summary:
      'Joins the subject to the group of a join code: requested, or accepted at once where the group is open and nobody has removed the subject from it. IA_OK: it was requested or accepted already.',
    body: z.strictObject({
      subject,
      join_code: joinCode,
      display_name: z.optional(displayName),
    }),
    answer: z.object({
      group: groupDetails,
      membership,
    }),
    errors: {
      ...groupsTooMany,
      ...displayNameTaken,
      ...withStatus(404, { JOIN_CODE_UNKNOWN: 'No group can be joined by this code.' }),
      ...withStatus(409, {
        GROUP_FULL: `The group has ${groupMembersMaximum} members already, or as many who ask to be.`,
      }),
    },
    permission: 'group.join',
    ownTokenOnly: true,
    repeatSafe: true,
    // Enough for typing errors, too few for guessing.
    rateLimit: { requests: 10, windowInSeconds: 60 },
  }),
  groupsInspect: defineCall({
    path: '/v1/groups/inspect',
    summary:
      'Gives a group of the subject with its memberships: leaders with the permission group.lead see all, members the accepted ones, somebody who has only asked to join, or is invited, its own.',
    body: z.strictObject({ subject, group_id: groupId }),
    answer: z.object({
      group: groupDetails.check(z.describe('As of its transaction_index, like the memberships.')),
      memberships: z.array(
        z.extend(membership, {
          began_at: z.optional(
            timestamp(
              'Since when it is accepted: leaders read nothing that was stored before. Only for the leaders and the subject itself.',
            ),
          ),
          known_name: z.optional(
            label(
              511,
              'Given and family name, as the platform knows them: leaders are told those of members and of people who ask to join, members those of leaders. That of an invited subject is not told, nor that of a member who may do more than a teacher and does not lead.',
            ),
          ),
        }),
      ),
    }),
    errors: groupNotFound,
    permission: 'group.read',
    permissionForOthers: 'group.read-any',
    repeatSafe: true,
  }),
  groupsGetUpdated: defineCall({
    path: '/v1/groups/getUpdated',
    summary:
      "Compares what a client knows of the subject's groups, also those it has asked to join or is invited to, with what is: gives the new and the changed ones, and names those that are no longer its groups.",
    body: z.strictObject({
      subject,
      known_groups: list(
        'Empty: all groups are new.',
        z.strictObject({
          group_id: groupId,
          transaction_index: transactionIndex('Index up to which the client knows the group.'),
        }),
      ).check(z.maxLength(groupsOfSubjectMaximum + invitationsShownMaximum)),
    }),
    answer: z.object({
      groups: list(
        `New ones, and ones with another index than the known one; of invitations the latest ${invitationsShownMaximum}.`,
        z.extend(groupDetails, {
          membership_state: membershipState.check(z.describe('What the subject is in it.')),
          invited_as: z.optional(invitedAs),
          invited_by: z.optional(
            list(
              'Who leads the group. Only of an invitation.',
              label(511, 'Given and family name, as the platform knows them.'),
            ),
          ),
        }),
      ),
      gone_group_ids: list(
        'Known ones that were deleted, or that the subject is no longer in.',
        groupId,
      ),
    }),
    permission: 'group.read',
    permissionForOthers: 'group.read-any',
    repeatSafe: true,
  }),
  groupsDelete: defineCall({
    path: '/v1/groups/delete',
    summary:
      'Deletes a group that the caller leads, with its memberships. IA_OK: it was deleted already.',
    body: z.strictObject({ group_id: groupId }),
    answer: z.object({
      transaction_index: transactionIndex('Index of the last transaction of the group.'),
    }),
    errors: leadersOnly,
    permission: 'group.lead',
    ...administered,
  }),
} as const;
