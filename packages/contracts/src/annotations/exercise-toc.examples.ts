import type { Examples } from '../example.ts';
import type { exerciseTocCalls } from './exercise-toc.ts';

export const exerciseTocExamples: Examples<typeof exerciseTocCalls> = {
  exerciseTocGetAttributesForIssueAndGroup: {
    body: {
      subject: 'demo-thomas',
      course_id_dto: { course_id: 'wasser' },
      issue_id_dto: { issue_id: 'wasser-2026' },
      group_dto: { provider_id: 'BEOOK_1', group_id: 'demo-klasse-5b' },
      difficulty: 'medium',
      limit: 50,
    },
    answer: {
      exercises: [
        {
          exercise_id: 'kreislauf-luecken',
          exercise_group_id: 'kreislauf-luecken',
          topic_id: 'wasserkreislauf-1',
          title: 'Die Reise eines Tropfens',
          exercise_type: 'EXERCISE_TYPE_MATCH_KEYBOARD',
          basic_answer_type: 'match_keyboard',
          difficulty: 'medium',
          answers_count: 0,
          done_answers_count: 0,
          conflict_copies_count: 0,
          group_progress: {
            sharing_members_count: 18,
            answered_members_count: 12,
            done_members_count: 9,
          },
        },
      ],
      members_sharing: [
        { sharing_type: 'Answers', members_count: 18 },
        { sharing_type: 'Notes', members_count: 4 },
      ],
    },
  },
};
