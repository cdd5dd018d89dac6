import * as z from 'zod/mini';
import { identifier } from '../scalars.ts';
import { withStatus } from '../with-status.ts';

/*
 * Scope of a user's content (specification, section 3): an issue of a course, and within it a topic or an
 * exercise.
 */

export const courseIdDto = z.strictObject({ course_id: identifier('The course.') });
export const issueIdDto = z.strictObject({
  issue_id: identifier('The issue (edition) of the course.'),
});
export const topicDto = z.strictObject({ topic_id: identifier('The topic (page).') });
export const exerciseDto = z.strictObject({ exercise_id: identifier('The exercise.') });

/** Fields of a body that speaks of one issue. */
export const issueScope = { course_id_dto: courseIdDto, issue_id_dto: issueIdDto };

/** Fields of what belongs to a topic or an exercise; see {@link exactlyOneModel}. */
export const model = {
  topic_dto: z.optional(topicDto),
  exercise_dto: z.optional(exerciseDto),
};

/** Section 3: items are scoped by either a topic or an exercise. */
export const exactlyOneModel = z.refine<{ topic_dto?: unknown; exercise_dto?: unknown }>(
  ({ topic_dto, exercise_dto }) => (topic_dto === undefined) !== (exercise_dto === undefined),
  'Exactly one of topic_dto and exercise_dto is required.',
);

/** Of a call that gives out titles. */
export const issueNotSeen = withStatus(404, {
  ISSUE_NOT_FOUND:
    'No such issue is known, or its titles are only for users to whom a licence opens it.',
});

/** Of a member, as leaders read it. */
export const withoutCourse = z.optional(
  z
    .literal(true)
    .check(
      z.describe(
        'The class does not use the course with this member. Only where the caller sees the titles of the issue.',
      ),
    ),
);
