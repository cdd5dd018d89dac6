import * as z from 'zod/mini';
import { defineCall } from '../define.ts';
import { withStatus } from '../with-status.ts';
import { distributionChannel } from '../files/asset.ts';
import { count, flag, identifier, list, subject, text, timestamp } from '../scalars.ts';
import { annotationColorIndex } from './annotation.ts';
import { cursorErrors, nextCursor, pageOf } from './paging.ts';
import { issueNotSeen, issueScope } from './scope.ts';
import {
  batchErrors,
  contentFullError,
  versionedItem,
  withConflictCopies,
} from './versioned-item.ts';

/** A subject's note about a topic in the table of contents. */
export const topicAttributes = versionedItem({ topic_id: identifier('The topic.') }, () => ({
  is_done: z.optional(flag('Worked through, as the subject says.')),
  is_hidden: z.optional(flag('Left out of the table of contents.')),
  progress_in_percent: z.optional(
    z.number().check(z.gte(0), z.lte(100), z.describe('How far the subject has read.')),
  ),
  last_opened_at: z.optional(timestamp('When the subject last opened it, by its own clock.')),
}));

/** Limits of a subject's attributes of one topic, conflict copies included. */
export const topicAttributesLimits = { items: 500, bytes: 256 * 1024 } as const;

export const topicAttributesFullError = withStatus(413, {
  TOPIC_ATTRIBUTES_FULL: `A topic has attributes with at most ${topicAttributesLimits.items - 1} conflict copies, ${topicAttributesLimits.bytes} bytes together. Settle some of them. Nothing was stored.`,
});

const tocEntry = z.object({
  topic_id: identifier('The topic.'),
  parent_topic_id: z.optional(identifier('The topic above it; absent at the top.')),
  title: text(255, 'Title of the topic.'),
  thema_id: z.optional(identifier('The thema it belongs to, as in the deep link.')),
  sub_thema_number: z.optional(count('Its place in the thema from 1, as in the deep link.')),
  exercises_count: count('Exercises in the topic.'),
  annotations_count: count("The subject's annotations in it."),
  notes_count: count("The subject's notes in it."),
  bookmark_color_index: z.optional(
    annotationColorIndex.check(z.describe('Colour of its newest bookmark; absent: it has none.')),
  ),
  user_attributes: z.optional(
    topicAttributes.stored.check(z.describe('Absent: the subject never saved any.')),
  ),
});

export const topicTocCalls = {
  topicTocGetAttributesForIssue: defineCall({
    path: '/v1/topicToc/getAttributesForIssue',
    summary:
      'Pages through the topics of an issue in reading order, with what a subject has noted there.',
    body: z.strictObject({
      subject,
      ...issueScope,
      with_conflict_copies: withConflictCopies,
      ...pageOf(1_000, 500),
    }),
    answer: z.object({
      issue_attributes: z.object({
        title: text(255, 'Title of the issue.'),
        distribution_channel: distributionChannel,
      }),
      topics: z.array(tocEntry),
      conflict_copies: z.optional(list('Of the topics of this page.', topicAttributes.stored)),
      next_cursor: nextCursor,
    }),
    errors: {
      ...cursorErrors,
      ...issueNotSeen,
    },
    permission: 'topic.read',
    repeatSafe: true,
  }),
  topicTocSaveAttributesForTopic: defineCall({
    path: '/v1/topicToc/saveAttributesForTopic',
    summary:
      'Replaces what a subject has noted about a topic in the table of contents. IA_OK: it was so already.',
    body: z.strictObject({ subject, ...issueScope, topic_attributes: topicAttributes.given }),
    answer: z.object({ topic_attributes: topicAttributes.outcome }),
    errors: {
      VERSION_UNKNOWN: batchErrors.VERSION_UNKNOWN,
      ...topicAttributesFullError,
      ...contentFullError,
    },
    permission: 'topic.write',
    ownTokenOnly: true,
    // A repeat that arrives late would stand above what was stored in between.
  }),
} as const;
