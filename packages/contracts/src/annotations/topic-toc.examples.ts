import type { Examples } from '../example.ts';
import type { topicTocCalls } from './topic-toc.ts';

const issue = {
  subject: 'demo-mia',
  course_id_dto: { course_id: 'wasser' },
  issue_id_dto: { issue_id: 'wasser-2026' },
};
const attributes = {
  topic_id: 'wasserkreislauf-1',
  is_done: true,
  progress_in_percent: 100,
  last_opened_at: '2026-11-21T10:28:00+01:00',
};
const updated_at = '2026-11-21T09:30:00.000Z';

export const topicTocExamples: Examples<typeof topicTocCalls> = {
  topicTocSaveAttributesForTopic: {
    body: { ...issue, topic_attributes: { ...attributes, version: 0 } },
    answer: {
      topic_attributes: {
        topic_id: attributes.topic_id,
        version: 1,
        updated_at,
        outcome: 'stored',
      },
    },
  },
  topicTocGetAttributesForIssue: {
    body: { ...issue, limit: 500 },
    answer: {
      issue_attributes: { title: 'Wasser entdecken', distribution_channel: 'WEBPUB' },
      topics: [
        {
          topic_id: 'wasserkreislauf-1',
          title: 'Woher kommt der Regen?',
          thema_id: 'wasserkreislauf',
          sub_thema_number: 1,
          exercises_count: 2,
          annotations_count: 1,
          notes_count: 1,
          bookmark_color_index: 'ANNOTATION_COLOR_3',
          user_attributes: { ...attributes, version: 1, updated_at },
        },
        {
          topic_id: 'wasserkreislauf-2',
          title: 'Wolken und Niederschlag',
          thema_id: 'wasserkreislauf',
          sub_thema_number: 2,
          exercises_count: 2,
          annotations_count: 0,
          notes_count: 0,
        },
      ],
    },
  },
};
