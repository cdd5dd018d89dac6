import type { Examples } from '../example.ts';
import type { linkCalls } from './link.ts';

const reference = {
  course_reference: 'wasser',
  issue_reference: 'wasser-2026',
  distribution_channel: 'WEBPUB',
} as const;

const place = {
  course_id: 'wasser',
  issue_id: 'wasser-2026',
  topic_id: 'wasserkreislauf-1',
  thema_id: 'wasserkreislauf',
  sub_thema_number: 1,
};

export const linkExamples: Examples<typeof linkCalls> = {
  linkResolveExercise: {
    body: { ...reference, exercise_reference: 'kreislauf-luecken' },
    answer: {
      place: {
        ...place,
        exercise_id: 'kreislauf-luecken',
        exercise_group_id: 'kreislauf-luecken',
        title: 'Die Reise eines Tropfens',
        path: ['Wasser entdecken', 'Der Wasserkreislauf', 'Woher kommt der Regen?'],
      },
    },
  },
  linkResolveTopic: {
    body: { ...reference, topic_reference: 'wasserkreislauf-1' },
    answer: {
      place: {
        ...place,
        title: 'Woher kommt der Regen?',
        path: ['Wasser entdecken', 'Der Wasserkreislauf'],
      },
    },
  },
};
