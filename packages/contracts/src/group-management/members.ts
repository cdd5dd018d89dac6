import * as z from 'zod/mini';
import { cursorErrors, nextCursor, pageOf } from '../annotations/paging.ts';
import { defineCall } from '../define.ts';
import { groupNotFound } from '../groups/group.ts';
import { member } from '../groups/membership.ts';
import { identifier, subject } from '../scalars.ts';

export const membersCalls = {
  gmsMembersGet: defineCall({
    path: '/v1/gms/members/get',
    summary: 'Pages through the accepted members of a group of the subject, leaders first.',
    body: z.strictObject({
      subject,
      provider_id: identifier('Connector id of the provider that the group belongs to.'),
      group_id: identifier('The group.'),
      ...pageOf(200, 100),
    }),
    answer: z.object({
      members: z.array(member),
      next_cursor: nextCursor,
    }),
    errors: { ...groupNotFound, ...cursorErrors },
    permission: 'group.read',
    permissionForOthers: 'group.read-any',
    repeatSafe: true,
  }),
} as const;
