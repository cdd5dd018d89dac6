import * as z from 'zod/mini';
import { defineCall } from '../define.ts';
import { withStatus } from '../with-status.ts';
import { identifier, list, subject, text } from '../scalars.ts';
import { linkTarget } from './link-target.ts';
import { cursorErrors, nextCursor, pageOf } from './paging.ts';
import { issueScope } from './scope.ts';
import { batch, batchErrors, versionedItem, withConflictCopies } from './versioned-item.ts';
import type { MakeObject } from './versioned-item.ts';

/** Form of a topic (specification, section 3). */
export const topicType = z.enum([
  'STATIC_HTML',
  'EDITABLE_HTML',
  'LINK',
  'EDITABLE_STANDALONE_HTML',
]);

/** Longest page of a user, in UTF-16 code units. */
const htmlMaximumLength = 262_144;
/** Most topics of one subject in one issue, and their bytes. */
export const userTopicLimits = { topics: 1_000, bytes: 32 * 1024 * 1024 } as const;

export const userTopicsFullError = withStatus(413, {
  USER_TOPICS_FULL: `An issue holds at most ${userTopicLimits.topics} topics of a user, and ${userTopicLimits.bytes} bytes of them, conflict copies included. Nothing was stored.`,
});

const { entries } = topicType.def;

/** The content of a user's topic; its fields depend on the topic type. */
function topicContent(object: MakeObject) {
  return z.discriminatedUnion('topic_type', [
    object({
      topic_type: z.literal([
        entries.STATIC_HTML,
        entries.EDITABLE_HTML,
        entries.EDITABLE_STANDALONE_HTML,
      ]),
      html: z
        .string()
        .check(
          z.maxLength(htmlMaximumLength),
          z.describe('HTML as it was given: to be sanitized before it is shown.'),
        ),
    }),
    object({ topic_type: z.literal(entries.LINK), link: linkTarget(object) }),
  ]);
}

/** A topic that a user has made within an issue, or a user's own text of one of the issue. */
export const userTopic = versionedItem(
  { topic_id: identifier('The topic; for a new one a UUID that who writes it has made.') },
  (object) => ({
    title: text(255, 'Title of the topic.'),
    content: topicContent(object),
    parent_topic_id: z.optional(identifier('The topic that it stands under; absent: at the top.')),
    previous_topic_id: z.optional(
      identifier('The topic that it follows under the same parent; absent: it is the first.'),
    ),
  }),
);

export const userTopicCalls = {
  userTopicGetData: defineCall({
    path: '/v1/userTopic/getData',
    summary: "Pages through a subject's own topics of an issue.",
    body: z.strictObject({
      subject,
      ...issueScope,
      topic_ids: z.optional(
        list('Only these.', identifier('A topic.')).check(z.minLength(1), z.maxLength(200)),
      ),
      topic_types: z.optional(list('Only topics of these types.', topicType).check(z.maxLength(4))),
      with_conflict_copies: withConflictCopies,
      ...pageOf(200, 50),
    }),
    answer: z.object({
      user_topics: z.array(userTopic.stored),
      conflict_copies: z.optional(list('Of the topics of this page.', userTopic.stored)),
      next_cursor: nextCursor,
    }),
    errors: cursorErrors,
    permission: 'topic.read',
    repeatSafe: true,
  }),
  userTopicSaveData: defineCall({
    path: '/v1/userTopic/saveData',
    summary:
      "Stores, changes and removes a subject's own topics of an issue, all or none. IA_OK: all was so already.",
    body: z.strictObject({ subject, ...issueScope, user_topics: batch(userTopic.given) }),
    answer: z.object({ user_topics: z.array(userTopic.outcome) }),
    errors: { ...batchErrors, ...userTopicsFullError },
    permission: 'topic.write',
    ownTokenOnly: true,
    // A repeat that arrives late would stand above what was stored in between.
    bodyLimitInBytes: 4 * 1024 * 1024,
  }),
} as const;
