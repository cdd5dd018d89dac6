import type { Examples } from '../example.ts';
import type { cloudCalls } from './cloud.ts';

const exercise_dto = { exercise_id: 'kreislauf-luecken' };
const topic_dto = { topic_id: 'wasserkreislauf-1' };
const bookmark_id = '7d1f7a52-5b0c-4b3a-9d5e-0c6a1f2e3b03';
const stored = { updated_at: '2026-11-21T09:30:00.000Z', outcome: 'stored' } as const;
const storeKey = { segment: 'match_keyboard', key: 'done' };

export const cloudExamples: Examples<typeof cloudCalls> = {
  cloudSynchForIssue: {
    body: {
      subject: 'demo-mia',
      course_id_dto: { course_id: 'wasser' },
      issue_id_dto: { issue_id: 'wasser-2026' },
      changes: {
        models: [{ exercise_dto, local_store_items: [{ ...storeKey, value: 'true', version: 0 }] }],
      },
      with_conflict_copies: true,
    },
    answer: {
      outcomes: {
        models: [
          {
            exercise_dto,
            annotations: [],
            notes: [],
            bookmarks: [],
            local_store_items: [{ ...storeKey, version: 1, ...stored }],
          },
        ],
        answers: [],
        user_topics: [],
        topic_attributes: [],
      },
      changes: {
        models: [
          {
            topic_dto,
            annotations: [],
            notes: [],
            bookmarks: [
              {
                bookmark_id,
                version: 2,
                updated_at: '2026-11-21T09:12:00.000Z',
                is_removed: true,
              },
            ],
            local_store_items: [],
          },
        ],
        answers: [],
        user_topics: [],
        topic_attributes: [],
      },
      conflict_copies: {
        models: [],
        answers: [],
        user_topics: [],
        topic_attributes: [],
      },
      next_cursor: 'MTc0Mg',
      has_more: false,
    },
  },
};
