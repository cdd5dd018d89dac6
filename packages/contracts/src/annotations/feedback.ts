import * as z from 'zod/mini';
import { defineCall } from '../define.ts';
import { withStatus } from '../with-status.ts';
import { leadersOnly } from '../groups/group.ts';
import { displayName } from '../groups/membership.ts';
import { greatestVersion } from '../limits.ts';
import { flag, identifier, integer, list, subject, text } from '../scalars.ts';
import { sharedAnswer } from './answer.ts';
import { cursor, cursorErrors, pageOf } from './paging.ts';
import { issueScope } from './scope.ts';
import { batch, versionedItem, type MakeObject } from './versioned-item.ts';

/*
 * Feedback of teachers on the answers of a class. Each names a version of an answer, which stays readable while the
 * answer goes on.
 *
 *   pupil    answer 3 ───────────────────── answer 4
 *   teacher     └─ reads 3 ─ "again" on 3 ─────┴─ reads 4, and 3 as an earlier version
 */

/**
 * Limits of a group, for the answers of one member to one exercise: feedbacks, feedbacks with the removed ones, and bytes
 * of the versions that are kept because feedback names them.
 */
export const feedbackLimits = {
  exercise: 200,
  withRemoved: 2_000,
  namedBytes: 8 * 1024 * 1024,
} as const;

/** Longest text of a feedback, in UTF-16 code units. */
const feedbackMaximumLength = 4_000;

/** How long a version that a leader has read can be named after the answer has gone on. */
export const readVersionLifetimeInDays = 14;

export const feedbackKind = z.enum(['seen', 'comment', 'again']);
const { entries } = feedbackKind.def;

const words = text(feedbackMaximumLength, 'What the author says.');

const ids = {
  // The database keeps and gives it so: comparisons in other letters find no other feedback.
  feedback_id: z
    .uuid()
    .check(
      z.toLowerCase(),
      z.describe(
        'The feedback, in small letters; its sender chooses it, so that a repeat is recognised.',
      ),
    ),
};

function fields(object: MakeObject) {
  return {
    exercise_id: identifier('The exercise.'),
    answer_id: identifier('The task within the exercise.'),
    answer_version: integer(1, greatestVersion, 'Version of the answer that it is about.'),
    content: z.discriminatedUnion('feedback_kind', [
      object({ feedback_kind: z.literal(entries.seen) }),
      object({ feedback_kind: z.literal(entries.comment), text: words }),
      object({
        feedback_kind: z.literal(entries.again).check(z.describe('The task is to be done again.')),
        text: z.optional(words),
      }),
    ]),
  };
}

const item = versionedItem(ids, fields);
/** A change on another version is refused, so there are no conflict copies. */
const noCopies = { settled_versions: true } as const;
const given = z.discriminatedUnion('is_removed', [
  z.omit(item.change, noCopies),
  z.omit(item.removal, noCopies),
]);
const outcome = z.extend(z.omit(item.outcome, { conflict_copy_version: true }), {
  outcome: z.enum(['stored', 'removed', 'unchanged']),
});

/** Feedback as its pupil and the leaders of the class receive it. */
const received = versionedItem(ids, (object) => ({
  ...fields(object),
  group_id: identifier('The group (class) whose leader gave it.'),
  author: object({
    subject,
    display_name: z.optional(
      displayName.check(z.describe('Name that the group sees, or else the name of the user.')),
    ),
  }),
}));
export const storedFeedback = received.stored;

/** Asks for the versions that feedback names beside it. */
export const withEarlierVersions = z.optional(
  flag('Give the versions of answers that the feedback names, too, as far as kept.'),
);
export const earlierVersions = z.optional(
  list('Only where asked for: versions that feedback names, by exercise and task.', sharedAnswer),
);

export const feedbackCalls = {
  feedbackSaveForMember: defineCall({
    path: '/v1/feedback/saveForMember',
    summary:
      'Stores feedback of a leader on the answers that a member shares, all or none. A change on another version than the stored one is refused. IA_OK: all was so already.',
    body: z.strictObject({
      subject,
      ...issueScope,
      group_id: identifier('The group that both are in.'),
      member_subject: subject.check(z.describe('The member.')),
      feedback: batch(given),
    }),
    answer: z.object({ feedback: z.array(outcome) }),
    errors: {
      ...leadersOnly,
      ...withStatus(404, {
        ANSWER_NOT_FOUND:
          'The member shares no such answer with the leaders of the group, or it never had this version. Nothing was stored.',
      }),
      ...withStatus(400, { FEEDBACK_REPEATED: 'The same feedback appears twice in one request.' }),
      ...withStatus(409, {
        FEEDBACK_CONFLICT:
          'The feedback has changed since the version that a change was made on. Nothing was stored.',
      }),
      ...withStatus(403, {
        FEEDBACK_OF_ANOTHER:
          'Feedback is changed by its author, in the group where it was given. Nothing was stored.',
      }),
      ...withStatus(413, {
        FEEDBACK_FULL: `A group has at most ${feedbackLimits.exercise} feedbacks on the answers of a member to an exercise, and ${feedbackLimits.withRemoved} with the removed ones. Nothing was stored.`,
      }),
    },
    permission: 'group.lead',
    ownTokenOnly: true,
    bodyLimitInBytes: 4 * 1024 * 1024,
    // A repeat that arrives late would bring back what was erased with its course in between.
    // A class of 30 that is marked as seen is as many requests.
    rateLimit: { requests: 300, windowInSeconds: 60 },
  }),
  feedbackGetForIssue: defineCall({
    path: '/v1/feedback/getForIssue',
    summary:
      "Gives the feedback on a subject's answers of an issue that is new or has changed since a cursor. Without a cursor it gives all of it.",
    body: z.strictObject({
      subject,
      ...issueScope,
      exercise_ids: z.optional(
        list('Only feedback on answers to these exercises.', identifier('An exercise.')).check(
          z.minLength(1),
          z.maxLength(200),
        ),
      ),
      with_earlier_versions: withEarlierVersions,
      ...pageOf(500, 100),
    }),
    answer: z.object({
      feedback: list('Each once, as it is now, by its last change.', received.changed),
      earlier_versions: earlierVersions,
      next_cursor: cursor.check(
        z.describe('For the next page, or on the last one for what comes later.'),
      ),
      has_more: flag('Whether there is another page by now.'),
    }),
    errors: {
      ...cursorErrors,
      ...withStatus(410, {
        CURSOR_EXPIRED:
          'The issue has begun anew since this cursor. Begin without a cursor and drop what is not given.',
      }),
    },
    permission: 'exercise.read',
    repeatSafe: true,
  }),
} as const;
