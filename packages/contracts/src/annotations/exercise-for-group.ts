import * as z from 'zod/mini';
import { defineCall } from '../define.ts';
import { leadersOnly } from '../groups/group.ts';
import { displayName } from '../groups/membership.ts';
import { count, identifier, list, subject, timestamp } from '../scalars.ts';
import { sharedAnswer } from './answer.ts';
import { earlierVersions, storedFeedback, withEarlierVersions } from './feedback.ts';
import { cursorErrors, nextCursor, pageOf } from './paging.ts';
import { issueScope, withoutCourse } from './scope.ts';

/** Most exercises of one request about a group. */
export const groupExercisesMaximum = 20;

const member = z.object({
  subject,
  display_name: z.optional(
    displayName.check(z.describe('Name that the group sees, or else the name of the user.')),
  ),
  shared_since: z.optional(
    timestamp(
      'The member shares Answers of the issue, and those stored since then are given; absent: it does not.',
    ),
  ),
  without_course: withoutCourse,
  answers: list('As they are now, by exercise and task.', sharedAnswer),
  feedback: list('Of the leaders of the group on answers to these exercises.', storedFeedback),
  earlier_versions: earlierVersions,
});

export const exerciseForGroupCalls = {
  exerciseGetForGroup: defineCall({
    path: '/v1/exercise/getForGroup',
    summary:
      'Pages through the accepted members of a group that the subject leads, with the answers to some exercises that they share with its leaders, and the feedback on these.',
    body: z.strictObject({
      subject,
      ...issueScope,
      group_id: identifier('The group.'),
      exercise_ids: list('The exercises.', identifier('An exercise.')).check(
        z.minLength(1),
        z.maxLength(groupExercisesMaximum),
      ),
      member_subject: z.optional(subject.check(z.describe('Only this member.'))),
      with_earlier_versions: withEarlierVersions,
      ...pageOf(100, 100),
    }),
    answer: z.object({
      members_count: count('Accepted members of the group, without its leaders.'),
      members: list(
        'In the order of their subjects. One whose exercises do not all fit stands on the next page again, with the others.',
        member,
      ),
      next_cursor: nextCursor,
    }),
    errors: { ...leadersOnly, ...cursorErrors },
    permission: 'group.lead',
    ownTokenOnly: true,
    repeatSafe: true,
    oneAtATime: true,
  }),
} as const;
