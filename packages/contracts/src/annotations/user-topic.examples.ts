import type { Examples } from '../example.ts';
import type { userTopicCalls } from './user-topic.ts';

const issue = {
  subject: 'demo-thomas',
  course_id_dto: { course_id: 'wasser' },
  issue_id_dto: { issue_id: 'wasser-2026' },
};
const updated_at = '2026-11-21T09:30:00.000Z';

const excursion = {
  topic_id: '7d1f7a52-5b0c-4b3a-9d5e-0c6a1f2e3c01',
  title: 'Ausflug an den Bach',
  content: {
    topic_type: 'EDITABLE_HTML',
    html: '<p>Treffpunkt am Montag um 8 Uhr. Nehmt Gummistiefel mit.</p>',
  },
  previous_topic_id: 'bach-3',
} as const;

const film = {
  topic_id: '7d1f7a52-5b0c-4b3a-9d5e-0c6a1f2e3c02',
  title: 'Film: Leben unter Steinen',
  content: {
    topic_type: 'LINK',
    link: { link_type: 'LINK_TYPE_WEBSITE', address: 'https://www.example.org/bachtiere' },
  },
  parent_topic_id: excursion.topic_id,
} as const;

export const userTopicExamples: Examples<typeof userTopicCalls> = {
  userTopicSaveData: {
    body: {
      ...issue,
      user_topics: [
        { ...excursion, version: 0 },
        { ...film, version: 0 },
      ],
    },
    answer: {
      user_topics: [
        { topic_id: excursion.topic_id, version: 1, updated_at, outcome: 'stored' },
        { topic_id: film.topic_id, version: 1, updated_at, outcome: 'stored' },
      ],
    },
  },
  userTopicGetData: {
    body: { ...issue, topic_types: ['LINK'] },
    answer: { user_topics: [{ ...film, version: 1, updated_at }] },
  },
};
