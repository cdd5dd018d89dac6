import * as z from 'zod/mini';
import { defineCall } from '../define.ts';
import { flag, identifier, label } from '../scalars.ts';

/** Most groups that one answer holds; there is no body that could ask for a next page. */
export const groupsMaximum = 10_000;

const providerGroup = z.object({
  identity_provider_identifier: identifier('Connector id of the identity provider.'),
  group: label(255, 'Group there, such as aua_group_sv_pandalogin.'),
});

export const groupCalls = {
  groupList: defineCall({
    path: '/group/list',
    summary: `Gives the groups at identity providers that a user was seen in, by provider, then by group; at most ${groupsMaximum}.`,
    answer: z.object({
      groups: z.array(providerGroup).check(z.maxLength(groupsMaximum)),
      truncated: flag('Whether there are more groups than given.'),
    }),
    permission: 'provider.read',
    repeatSafe: true,
  }),
} as const;
