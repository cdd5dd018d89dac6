import * as z from 'zod/mini';
import { defineCall } from '../define.ts';
import { withStatus } from '../with-status.ts';
import { flag, subject } from '../scalars.ts';
import { annotationsFullError } from './annotations.ts';
import { answersFullError } from './exercise.ts';
import { changeOutcomes, conflictCopies, givenChanges, receivedChanges } from './issue-changes.ts';
import { localStoreItemCalls } from './local-store-item.ts';
import { cursor, cursorErrors, pageOf } from './paging.ts';
import { issueScope } from './scope.ts';
import { topicAttributesFullError } from './topic-toc.ts';
import { userTopicsFullError } from './user-topic.ts';
import { batchErrors, withConflictCopies } from './versioned-item.ts';

const { LOCAL_STORE_FULL } = localStoreItemCalls.localStoreItemSetForModel.errors;

/** Most bytes of content that the changes of one exchange meet. */
export const changedTogetherMaximumInBytes = 16 * 1024 * 1024;

export const cloudCalls = {
  cloudSynchForIssue: defineCall({
    path: '/v1/cloud/synchForIssue',
    summary:
      "Stores a device's changes of an issue, all or none, and gives what other devices changed since a cursor. Without a cursor it gives everything, without changes it only gives.",
    body: z.strictObject({
      subject,
      ...issueScope,
      ...pageOf(1_000, 200),
      changes: z.optional(
        givenChanges.check(z.describe('With the first page; the pages after carry none.')),
      ),
      with_conflict_copies: withConflictCopies,
    }),
    answer: z.object({
      outcomes: changeOutcomes,
      changes: receivedChanges.check(
        z.describe('Each item once, as it is now; without what this request changed.'),
      ),
      conflict_copies: z.optional(
        conflictCopies.check(
          z.describe(
            'All of each item in `outcomes` and `changes`. One that was known and is not given is settled.',
          ),
        ),
      ),
      next_cursor: cursor.check(
        z.describe('For the next page, or on the last one for the next exchange.'),
      ),
      has_more: flag('Whether there is another page by now.'),
    }),
    errors: {
      ...cursorErrors,
      ...withStatus(410, {
        CURSOR_EXPIRED:
          'Removals since this cursor are forgotten. Begin without a cursor and drop what is not given. Nothing was stored.',
      }),
      ...withStatus(413, {
        CHANGED_TOO_LARGE: `The items that the changes are to hold more than ${changedTogetherMaximumInBytes} bytes, together with their conflict copies where these are asked for. Send fewer changes; a single one is never refused for this. Nothing was stored.`,
      }),
      ...batchErrors,
      ...annotationsFullError,
      ...answersFullError,
      ...userTopicsFullError,
      ...topicAttributesFullError,
      LOCAL_STORE_FULL,
    },
    permission: 'content.sync',
    ownTokenOnly: true,
    // A repeat that arrives late would stand above what was stored in between.
    bodyLimitInBytes: 4 * 1024 * 1024,
  }),
} as const;
