import * as z from 'zod/mini';
import { defineCall } from '../define.ts';
import { groupRole, membershipType, membershipTypes } from '../groups/membership.ts';
import { flag, identifier, subject } from '../scalars.ts';

export const membershipCalls = {
  gmsMembershipCheck: defineCall({
    path: '/v1/gms/membership/check',
    summary:
      'Says whether a subject is an accepted member of a group. A group that is not there has no members.',
    body: z.strictObject({
      subject,
      provider_id: identifier('Connector id of the provider that the group belongs to.'),
      group_id: identifier('The group.'),
      membership_type: z.optional(
        membershipType.check(z.describe('Only a membership of this type counts.')),
      ),
    }),
    answer: z.object({
      is_member: flag('Whether the subject is such a member now.'),
      group_role: z.optional(groupRole.check(z.describe('Absent where it is not.'))),
      membership_types: z.optional(membershipTypes),
    }),
    permission: 'group.read',
    permissionForOthers: 'group.read-any',
    repeatSafe: true,
  }),
} as const;
