import * as z from 'zod/mini';
import { group } from '../group-management/groups.ts';
import { text, timestamp } from '../scalars.ts';
import { withStatus } from '../with-status.ts';

/** Effect of a join code: none, a request that a leader accepts, or membership. */
export const joinPolicy = z.enum(['closed', 'on_request', 'open']);

/** How long a join code opens its group. A new one is made by the change JOIN_CODE_RENEWED. */
export const joinCodeLifetimeInDays = 30;

/** Most groups that a subject is in, requested memberships included; invitations do not count. */
export const groupsOfSubjectMaximum = 500;

/** One group more for this subject would be too many. */
export const groupsTooMany = withStatus(409, {
  GROUPS_TOO_MANY: `The subject has ${groupsOfSubjectMaximum} groups already.`,
});

/**
 * How a member calls itself in a group is not how another one there is called. Who is no member yet is not told: it
 * comes in without the name.
 */
export const displayNameTaken = withStatus(409, {
  DISPLAY_NAME_TAKEN:
    'Another member of the group is called so, or nobody would see the name: choose another display_name. Nothing was done.',
});

/** Index of the first transaction of a group, its creation. */
export const firstTransactionIndex = 1;

/** An index of a group's transactions. They begin with 1, grow by one, and leave none out. */
export function transactionIndex(description: string, minimum = firstTransactionIndex) {
  return z.int().check(z.gte(minimum), z.describe(description));
}

/** A group as its members see it, and what only leaders see of it. */
export const groupDetails = z.extend(group, {
  join_policy: joinPolicy,
  join_code: z.optional(text(32, 'Code to join by, with dashes to read it by. Only for leaders.')),
  join_code_expires_at: z.optional(
    timestamp(
      `Until when the code opens the group: ${joinCodeLifetimeInDays} days after it was made. Only for leaders.`,
    ),
  ),
  transaction_index: transactionIndex('Index of the latest transaction of the group.'),
  created_at: timestamp('When the group was created.'),
});

/** The group is not there for this caller: it never was, was deleted, or is one of others. */
export const groupNotFound = withStatus(404, { GROUP_NOT_FOUND: 'The subject has no such group.' });

/**
 * Changes of a group are for those who lead it; those of a group that nobody leads now, for who holds group.migrate:
 * its leaders were erased, are called otherwise since a link, have no role any more that leads, or a roster says so.
 */
export const leadersOnly = {
  ...groupNotFound,
  ...withStatus(403, { GROUP_NOT_LED: 'The subject is in the group and does not lead it.' }),
} as const;
