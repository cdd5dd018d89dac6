import * as z from 'zod/mini';
import { defineCall } from '../define.ts';
import { groupNotFound } from '../groups/group.ts';
import { member } from '../groups/membership.ts';
import { identifier, subject, text } from '../scalars.ts';

export const membersCalls = {
  gmsMembersGet: defineCall({
    method: 'POST',
    path: '/v1/gms/members/get',
    summary: 'Pages through the accepted members of a group of the subject, leaders first.',
    headers: 'caller',
    body: z.strictObject({
      subject,
      provider_id: identifier('Connector id of the provider that the group belongs to.'),
      group_id: identifier('The group.'),
      cursor: z.optional(text(1024, '`next_cursor` of the page before.')),
      limit: z.optional(z.int().check(z.gte(1), z.lte(200), z.describe('Default 100.'))),
    }),
    answer: z.object({
      members: z.array(member),
      next_cursor: z.optional(text(1024, 'Absent on the last page.')),
    }),
    errors: groupNotFound,
    permission: 'group.read',
    permissionForOthers: 'group.read-any',
    repeatSafe: true,
  }),
} as const;
