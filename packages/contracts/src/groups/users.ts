import * as z from 'zod/mini';
import { defineCall } from '../define.ts';
import { withStatus } from '../with-status.ts';
import { identifier, list, subject } from '../scalars.ts';
import { displayNameTaken, groupNotFound, transactionIndex } from './group.ts';
import { displayName, membership, sharing } from './membership.ts';

/** Most issues whose sharing one request sets, and one membership holds. */
export const sharingsMaximum = 50;

export const usersCalls = {
  usersUpdate: defineCall({
    path: '/v1/users/update',
    summary:
      "Sets how the subject appears in a group and what it shares with the group's leaders. IA_OK: it was so already.",
    body: z.strictObject({
      subject,
      group_id: identifier('The group.'),
      display_name: z.optional(displayName),
      sharings: z.optional(
        list('Issues whose sharing is set; that of others stays.', sharing).check(
          z.minLength(1),
          z.maxLength(sharingsMaximum),
        ),
      ),
    }),
    answer: z.object({
      membership,
      transaction_index: transactionIndex('Index of the latest transaction of the group.'),
    }),
    errors: {
      ...groupNotFound,
      ...displayNameTaken,
      ...withStatus(409, {
        SHARINGS_TOO_MANY: `A membership holds sharings of at most ${sharingsMaximum} issues. Nothing was done.`,
      }),
    },
    permission: 'group.join',
    ownTokenOnly: true,
    repeatSafe: true,
    // Enough for every box of a member; the log of the group keeps each change.
    rateLimit: { requests: 60, windowInSeconds: 60 },
  }),
} as const;
