import * as z from 'zod/mini';
import { defineCall } from '../define.ts';
import { withStatus } from '../with-status.ts';
import { sharingType } from '../groups/membership.ts';
import { count, identifier, list, subject, text } from '../scalars.ts';
import { basicAnswerType } from './answer.ts';
import { cursorErrors, nextCursor, pageOf } from './paging.ts';
import { issueNotSeen, issueScope } from './scope.ts';

/** Kind of an exercise (specification, section 3). */
export const exerciseType = z.enum([
  'EXERCISE_TYPE_UNDEFINED',
  'EXERCISE_TYPE_ESSAY',
  'EXERCISE_TYPE_SHORTANSWER',
  'EXERCISE_TYPE_MULTICHOICE',
  'EXERCISE_TYPE_SINGLECHOICE',
  'EXERCISE_TYPE_MATCH_KEYBOARD',
  'EXERCISE_TYPE_MATCH_POSITION',
  'EXERCISE_TYPE_MATCH_SINGLE_USE',
  'EXERCISE_TYPE_MATCH_REUSE',
  'EXERCISE_TYPE_SKETCHPAD',
]);

/** How hard an exercise is; `mixed`: its tasks differ (specification, section 3). */
export const difficulty = z.enum(['easy', 'medium', 'hard', 'mixed']);

const exerciseAttributes = z.object({
  exercise_id: identifier('The exercise.'),
  exercise_group_id: identifier('Exercise group that it belongs to, as in the deep link.'),
  topic_id: z.optional(identifier('The topic that it stands in.')),
  title: text(255, 'Title of the exercise.'),
  exercise_type: exerciseType,
  basic_answer_type: z.optional(basicAnswerType),
  difficulty: z.optional(difficulty),
  answers_count: count('Tasks that the subject has answered.'),
  done_answers_count: count('Tasks that the subject has finished.'),
  conflict_copies_count: count("Conflict copies of the subject's answers."),
  group_progress: z.optional(
    z
      .object({
        sharing_members_count: count('Members who share Answers of this issue with the group.'),
        answered_members_count: count('Those of them who have answered a task.'),
        done_members_count: count('Those of them who have finished all tasks.'),
      })
      .check(z.describe('Only where the body names a group (class).')),
  ),
});

export const exerciseTocCalls = {
  exerciseTocGetAttributesForIssueAndGroup: defineCall({
    path: '/v1/exerciseToc/getAttributesForIssueAndGroup',
    summary:
      'Pages through the exercises of an issue in reading order: those of an exercise group, or for a teacher those of the issue with how far a group (class) is, or both.',
    body: z
      .strictObject({
        subject,
        ...issueScope,
        exercise_group_id: z.optional(identifier('Only exercises of this exercise group.')),
        group_dto: z.optional(
          z
            .strictObject({
              provider_id: identifier('Connector id of the provider that the group belongs to.'),
              group_id: identifier('The group.'),
            })
            .check(z.describe('A group (class) that the subject leads: how far are its members?')),
        ),
        difficulty: z.optional(difficulty.check(z.describe('Only exercises as hard as this.'))),
        exercise_types: z.optional(
          list('Only exercises of these kinds.', exerciseType).check(z.maxLength(10)),
        ),
        ...pageOf(500, 200),
      })
      .check(
        z.refine(
          ({ exercise_group_id, group_dto }) =>
            exercise_group_id !== undefined || group_dto !== undefined,
          'One of exercise_group_id and group_dto is required.',
        ),
      ),
    answer: z.object({
      exercises: z.array(exerciseAttributes),
      members_sharing: z.optional(
        list(
          'Only where the body names a group (class).',
          z.object({
            sharing_type: sharingType,
            members_count: count('Members who share this of the issue with the group.'),
          }),
        ),
      ),
      next_cursor: nextCursor,
    }),
    errors: {
      ...cursorErrors,
      ...issueNotSeen,
      ...withStatus(404, {
        EXERCISE_GROUP_NOT_FOUND: 'The issue has no such exercise group.',
        GROUP_NOT_FOUND: 'The subject leads no such group.',
      }),
    },
    permission: 'exercise.read',
    repeatSafe: true,
  }),
} as const;
