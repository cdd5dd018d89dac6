import * as z from 'zod/mini';
import { defineCall } from '../define.ts';
import { withStatus } from '../with-status.ts';
import { distributionChannel } from '../files/asset.ts';
import { identifier, list, text } from '../scalars.ts';

const issueReference = {
  course_reference: identifier('The course, as its publisher names it.'),
  issue_reference: z.optional(
    identifier('The issue, as its publisher names it; absent: the newest one of the course.'),
  ),
  distribution_channel: z.optional(
    distributionChannel.check(z.describe('Only issues that are published there.')),
  ),
};

/** A place in an issue, with what a deep link to it needs (specification, section 2). */
const place = {
  course_id: identifier('The course.'),
  issue_id: identifier('The issue.'),
  topic_id: identifier('The topic, for an exercise that which it stands in.'),
  thema_id: identifier('`themaId` of a deep link.'),
  sub_thema_number: z
    .int()
    .check(z.gte(1), z.describe('`subThemaNumber` of a deep link: the place in the thema.')),
  title: text(255, 'Title of the topic or exercise.'),
  path: list('Titles of what it stands in, outermost first.', text(255, 'A title.')),
};

const notFound = withStatus(404, {
  LINK_TARGET_NOT_FOUND:
    'The reference leads to nothing in such an issue, or its titles are only for users to whom a licence opens it.',
});

const resolveCall = {
  headers: 'correlation-id',
  bodyUnchecked: true,
  errors: notFound,
  permission: 'link.resolve',
  repeatSafe: true,
  // Enough for readers; walking through all references of a publisher needs more.
  rateLimit: { requests: 120, windowInSeconds: 60 },
} as const;

export const linkCalls = {
  linkResolveExercise: defineCall({
    ...resolveCall,
    path: '/v1/link/resolveExercise',
    summary: 'Finds the place of an exercise in an issue.',
    body: z.strictObject({
      ...issueReference,
      exercise_reference: identifier('The exercise, as its publisher names it.'),
    }),
    answer: z.object({
      place: z.object({
        ...place,
        exercise_id: identifier('The exercise.'),
        exercise_group_id: identifier('`exerciseGroupId` of a deep link.'),
      }),
    }),
  }),
  linkResolveTopic: defineCall({
    ...resolveCall,
    path: '/v1/link/resolveTopic',
    summary: 'Finds the place of a topic in an issue.',
    body: z.strictObject({
      ...issueReference,
      topic_reference: identifier('The topic, as its publisher names it.'),
    }),
    answer: z.object({ place: z.object(place) }),
  }),
} as const;
