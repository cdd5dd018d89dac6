import type { Examples } from '../example.ts';
import type { exerciseCalls } from './exercise.ts';

const issue = {
  subject: 'demo-mia',
  course_id_dto: { course_id: 'wasser' },
  issue_id_dto: { issue_id: 'wasser-2026' },
};
const exercise_ids = ['kreislauf-luecken'];
const ids = { exercise_id: 'kreislauf-luecken', answer_id: 'luecken' };
const updated_at = '2026-11-21T09:30:00.000Z';

const basic_answer_type = 'match_keyboard' as const;
const sun = { gap_id: 'sonne', text: 'Sonne' };
const vapour = { gap_id: 'dampf', text: 'Wasserdampf' };
/** Text of the other device, written without knowing the first. */
const newer = [
  { gap_id: 'dampf', text: 'Dampf' },
  { gap_id: 'wolke', text: 'Wolke' },
];
const begun = { ...ids, content: { basic_answer_type, gaps: [sun, vapour] }, is_done: false };
const merged = { ...ids, content: { basic_answer_type, gaps: [sun, ...newer] }, is_done: false };

export const exerciseExamples: Examples<typeof exerciseCalls> = {
  exerciseSaveUserData: {
    body: { ...issue, answers: [{ ...begun, version: 0 }] },
    answer: { answers: [{ ...ids, version: 1, updated_at, outcome: 'stored' }] },
  },
  exerciseGetUserData: {
    body: { ...issue, exercise_ids, limit: 50 },
    answer: { answers: [{ ...begun, version: 1, updated_at }] },
  },
  exerciseSaveAndGetUserData: {
    body: {
      ...issue,
      exercise_ids,
      answers: [{ ...merged, content: { basic_answer_type, gaps: newer }, version: 0 }],
      with_conflict_copies: true,
    },
    answer: {
      outcomes: [{ ...ids, version: 2, updated_at, outcome: 'merged', conflict_copy_version: 1 }],
      answers: [{ ...merged, version: 2, updated_at }],
      conflict_copies: [{ ...begun, version: 1, updated_at: '2026-11-21T09:29:10.000Z' }],
    },
  },
  exerciseDeleteUserData: {
    body: { ...issue, exercise_ids },
    answer: { answers: [{ ...ids, version: 3, updated_at, outcome: 'removed' }] },
  },
};
