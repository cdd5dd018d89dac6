import * as z from 'zod/mini';
import { administered, defineCall } from '../define.ts';
import { withStatus } from '../with-status.ts';
import { identifier, integer, label, list, subject, timestamp } from '../scalars.ts';
import { groupNotFound, joinPolicy, leadersOnly, transactionIndex } from './group.ts';
import {
  displayName,
  groupName,
  groupRole,
  invitedAs,
  membershipTypes,
  sharing,
} from './membership.ts';

/** Most changes that a client makes in one transaction. */
const changesMaximum = 20;

const name = label(255, 'Name that people read.');

const nameChange = { change_type: z.literal('GROUP_NAME_SET') };
const nameSet = z.strictObject({ ...nameChange, name });
const joinPolicySet = z.strictObject({
  change_type: z.literal('JOIN_POLICY_SET'),
  join_policy: joinPolicy,
});
/** The old code opens nothing any more. The log does not hold the new one. */
const joinCodeRenewed = z.strictObject({ change_type: z.literal('JOIN_CODE_RENEWED') });

/** Changes of a group that a leader makes by a transaction; the others have calls of their own. */
const leaderChange = z.discriminatedUnion('change_type', [
  z.strictObject({ ...nameChange, name: groupName }),
  joinPolicySet,
  joinCodeRenewed,
]);

const membershipFields = {
  subject,
  group_role: groupRole,
  membership_types: membershipTypes,
  display_name: z.optional(displayName),
  invited_as: z.optional(invitedAs),
};

/**
 * One change of a group, as the log keeps it: whoever applies all of them in order has the group. Leaders can
 * begin with the first one, members begin with the group as they inspect it. A
 * client inspects the group anew where its own membership was changed (requested, invited, accepted, set
 * or revoked), because it is told more or less from then on, and where a subject is revoked that it does
 * not know: that one was erased or became another subject, also in the older transactions that the
 * client has seen. Leaders inspect it anew, too, where a leader is revoked or becomes a member, whose invitations to
 * lead have ended; other ends of invitations no change tells. A MEMBERSHIP_SET that changes nothing but `invited_as`
 * leaves `changed_at` as it was.
 */
export const groupChange = z.discriminatedUnion('change_type', [
  z.object({
    change_type: z.literal('GROUP_CREATED'),
    provider_id: identifier('Connector id of the provider that the group belongs to.'),
    name,
    join_policy: joinPolicy,
  }),
  nameSet,
  joinPolicySet,
  joinCodeRenewed,
  z.object({
    change_type: z.literal('PROVIDER_SET'),
    provider_id: identifier('Connector id of the provider that the group belongs to now.'),
  }),
  z.object({ change_type: z.literal('MEMBERSHIP_REQUESTED'), ...membershipFields }),
  z.object({ change_type: z.literal('MEMBERSHIP_INVITED'), ...membershipFields }),
  z.object({ change_type: z.literal('MEMBERSHIP_ACCEPTED'), ...membershipFields }),
  z.object({ change_type: z.literal('MEMBERSHIP_SET'), ...membershipFields }),
  z.object({ change_type: z.literal('MEMBERSHIP_REVOKED'), subject }),
  z.object({
    change_type: z.literal('SHARINGS_SET'),
    subject,
    sharings: list('The issues that were set.', sharing),
  }),
  z.object({ change_type: z.literal('GROUP_DELETED') }),
]);

/** Changes of a group that were made together. */
export const transaction = z.object({
  transaction_index: transactionIndex('Place among the transactions of the group.'),
  changes: list(
    'Members are not told of whom leaders invite, and what others request or share, nor of what was before they were members, but of their own membership; somebody who has only asked to join, or is invited, is told of its own membership only. An index is never left out.',
    groupChange,
  ),
  made_by: z.optional(
    subject.check(
      z.describe('Who made them; absent: erased since, nobody by a call, or not to be told.'),
    ),
  ),
  made_at: timestamp('When they were made, by the clock of the database.'),
});

export const transactionsCalls = {
  transactionsCreateNew: defineCall({
    path: '/v1/transactions/createNew',
    summary:
      'Makes changes of a group that the caller leads, all or none. IA_OK: this transaction was made already.',
    body: z.strictObject({
      group_id: identifier('The group.'),
      transaction_id: z
        .uuid()
        .check(z.describe('Chosen by the caller. The same again changes nothing more.')),
      base_index: z.optional(
        transactionIndex(
          'Index that the changes were made on; another one is a conflict. Absent: whatever it is.',
        ),
      ),
      changes: z.array(leaderChange).check(z.minLength(1), z.maxLength(changesMaximum)),
    }),
    answer: z.object({ transaction }),
    errors: {
      ...leadersOnly,
      ...withStatus(409, {
        TRANSACTION_CONFLICT:
          'The group has changed since the index that the changes were made on. Nothing was done.',
        TRANSACTION_ID_TAKEN: 'This transaction id was used for other changes.',
      }),
    },
    permission: 'group.lead',
    ...administered,
  }),
  transactionsGetAfterIndex: defineCall({
    path: '/v1/transactions/getAfterIndex',
    summary:
      "Gives a group's transactions after an index, in order and without a gap: leaders with the permission group.lead all that they say, others what is for members. The last index of a page is where the next one begins.",
    body: z.strictObject({
      subject,
      group_id: identifier('The group.'),
      after_index: transactionIndex('Index that is known already; 0: none.', 0),
      limit: z.optional(integer(1, 200, 'Default 100.')),
    }),
    answer: z.object({
      transactions: z.array(transaction),
      last_index: transactionIndex('Index of the latest transaction of the group.'),
    }),
    errors: {
      ...groupNotFound,
      ...withStatus(409, {
        TRANSACTION_INDEX_UNKNOWN: 'The group has not reached this index: inspect it again.',
      }),
    },
    permission: 'group.read',
    permissionForOthers: 'group.read-any',
    repeatSafe: true,
  }),
} as const;
