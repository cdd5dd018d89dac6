import * as z from 'zod/mini';
import { defineCall } from '../define.ts';
import { withStatus } from '../with-status.ts';
import { identifier, list, subject } from '../scalars.ts';
import { answer } from './answer.ts';
import { cursorErrors, nextCursor, pageOf } from './paging.ts';
import { issueScope } from './scope.ts';
import { batch, batchErrors, withConflictCopies } from './versioned-item.ts';

/** Most answers of one subject to one exercise, and their bytes. */
export const exerciseLimits = { answers: 500, bytes: 4 * 1024 * 1024 } as const;

export const answersFullError = withStatus(413, {
  ANSWERS_FULL: `An exercise holds at most ${exerciseLimits.answers} answers, and ${exerciseLimits.bytes} bytes of them, conflict copies included. Nothing was stored.`,
});

/** Most bytes of answers that one answer of a service gives together. */
export const answersTogetherMaximumInBytes = 16 * 1024 * 1024;

/** Most exercises of one request. */
export const exercisesMaximum = 200;

const exerciseIds = (description: string) =>
  list(description, identifier('An exercise.')).check(
    z.minLength(1),
    z.maxLength(exercisesMaximum),
  );

const scope = { subject, ...issueScope };

const saveCall = {
  errors: { ...batchErrors, ...answersFullError },
  permission: 'exercise.write',
  ownTokenOnly: true,
  // A repeat that arrives late would stand above what was stored in between.
  bodyLimitInBytes: 4 * 1024 * 1024,
} as const;

export const exerciseCalls = {
  exerciseGetUserData: defineCall({
    path: '/v1/exercise/getUserData',
    summary: "Pages through a subject's answers of an issue, by exercise and task.",
    body: z.strictObject({
      ...scope,
      exercise_ids: z.optional(exerciseIds('Only answers to these exercises.')),
      with_conflict_copies: withConflictCopies,
      ...pageOf(500, 100),
    }),
    answer: z.object({
      answers: z.array(answer.stored),
      conflict_copies: z.optional(list('Of the answers of this page.', answer.stored)),
      next_cursor: nextCursor,
    }),
    errors: cursorErrors,
    permission: 'exercise.read',
    repeatSafe: true,
  }),
  exerciseSaveUserData: defineCall({
    ...saveCall,
    path: '/v1/exercise/saveUserData',
    summary:
      'Stores answers of a subject, all or none; each replaces what was there. IA_OK: all was so already.',
    body: z.strictObject({ ...scope, answers: batch(answer.given) }),
    answer: z.object({ answers: z.array(answer.outcome) }),
  }),
  exerciseSaveAndGetUserData: defineCall({
    ...saveCall,
    path: '/v1/exercise/saveAndGetUserData',
    summary:
      'Stores answers of a subject, all or none, and gives all of the exercises named. Gaps, labels and cards of an answer made on an older version are united with the stored ones, the newer deciding where both have the same and on the order; so are choices, where one of the answers has all of the other. Other choices, texts and drawings are replaced. Whatever is lost by that stays in a conflict copy.',
    body: z.strictObject({
      ...scope,
      exercise_ids: exerciseIds('Whose answers to give. Changes may be to these only.'),
      answers: z.optional(batch(answer.given)),
      with_conflict_copies: withConflictCopies,
    }),
    answer: z.object({
      outcomes: list('Of each change, in the same order.', answer.outcome),
      answers: list('As they are now.', answer.stored),
      conflict_copies: z.optional(z.array(answer.stored)),
    }),
    errors: {
      ...saveCall.errors,
      ...withStatus(400, {
        EXERCISE_NOT_NAMED: 'An answer is to an exercise that exercise_ids does not name.',
      }),
      ...withStatus(413, {
        ANSWERS_TOO_LARGE: `The exercises hold more than ${answersTogetherMaximumInBytes} bytes of answers. Name fewer of them. Nothing was stored.`,
      }),
    },
  }),
  exerciseDeleteUserData: defineCall({
    path: '/v1/exercise/deleteUserData',
    summary:
      "Removes a subject's answers to exercises with their conflict copies, whatever their versions. IA_OK: there were none.",
    body: z.strictObject({
      ...scope,
      exercise_ids: exerciseIds('The exercises to start again.'),
    }),
    answer: z.object({
      answers: list('Those that were removed.', answer.outcome),
    }),
    permission: 'exercise.write',
    ownTokenOnly: true,
    // A repeat that arrives late would remove what was answered in between.
  }),
} as const;
