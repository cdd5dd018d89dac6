import type { Examples } from '../example.ts';
import type { exerciseForGroupCalls } from './exercise-for-group.ts';
import type { feedbackCalls } from './feedback.ts';

const issue = {
  course_id_dto: { course_id: 'wasser' },
  issue_id_dto: { issue_id: 'wasser-2026' },
};
const group_id = 'demo-klasse-5b';
const ids = { exercise_id: 'kreislauf-essay', answer_id: 'essay' };
const feedback_id = '0b7c7a0e-6a4e-4d0b-8a55-2f1f4f6f5b01';
const updated_at = '2026-11-29T09:30:00.000Z';
const about = {
  feedback_id,
  ...ids,
  answer_version: 3,
  content: { feedback_kind: 'again' as const, text: 'Wo bleibt der Dampf?' },
};
const received = {
  ...about,
  version: 1,
  updated_at,
  group_id,
  author: { subject: 'demo-thomas', display_name: 'Thomas Meier' },
};
const sharedAnswer = (shared_text: string, version: number) => ({
  ...ids,
  content: { basic_answer_type: 'essay' as const, shared_text },
  is_done: true,
  version,
  updated_at,
});
const earlier_versions = [sharedAnswer('Es regnet ins Meer.', 3)];

export const feedbackExamples: Examples<typeof feedbackCalls & typeof exerciseForGroupCalls> = {
  feedbackSaveForMember: {
    body: {
      subject: 'demo-thomas',
      ...issue,
      group_id,
      member_subject: 'demo-mia',
      feedback: [{ ...about, version: 0 }],
    },
    answer: { feedback: [{ feedback_id, version: 1, updated_at, outcome: 'stored' }] },
  },
  feedbackGetForIssue: {
    body: { subject: 'demo-mia', ...issue, with_earlier_versions: true },
    answer: {
      feedback: [received],
      earlier_versions,
      next_cursor: 'WyJmZWVkYmFjayIsIjEiXQ',
      has_more: false,
    },
  },
  exerciseGetForGroup: {
    body: {
      subject: 'demo-thomas',
      ...issue,
      group_id,
      exercise_ids: ['kreislauf-essay'],
      with_earlier_versions: true,
    },
    answer: {
      members_count: 2,
      members: [
        {
          subject: 'demo-ben',
          display_name: 'Ben',
          answers: [],
          feedback: [],
          earlier_versions: [],
        },
        {
          subject: 'demo-mia',
          display_name: 'Mia',
          shared_since: '2026-09-01T06:00:00.000Z',
          answers: [sharedAnswer('Wasser verdunstet, steigt auf und regnet ins Meer.', 4)],
          feedback: [received],
          earlier_versions,
        },
      ],
    },
  },
};
