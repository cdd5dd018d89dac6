import type { Examples } from '../example.ts';
import type { searchCalls } from './search.ts';

const scope = {
  subject: 'demo-mia',
  course_id_dto: { course_id: 'wasser' },
  issue_id_dto: { issue_id: 'wasser-2026' },
};

export const searchExamples: Examples<typeof searchCalls> = {
  searchAutocomplete: {
    body: { ...scope, prefix: 'wasserd', limit: 5 },
    answer: { completions: [{ text: 'wasserdampf', hits_count: 7 }] },
  },
  searchCourse: {
    body: {
      ...scope,
      query: 'Pfützen',
      search_targets: ['topic', 'note'],
      search_scopes: ['text'],
      limit: 10,
    },
    answer: {
      hits: [
        {
          search_target: 'note',
          search_scope: 'text',
          search_source: 'note',
          issue_id: 'wasser-2026',
          topic_id: 'wasserkreislauf-1',
          note_id: '7d1f7a52-5b0c-4b3a-9d5e-0c6a1f2e3b02',
          note_type: 'SIDENOTE',
          title: 'Pfütze',
          excerpt: 'Auf dem Pausenplatz war die Pfütze am Mittag weg.',
          matches: [{ start: 28, end: 34 }],
        },
      ],
    },
  },
  searchDelete: {
    body: { subject: 'demo-mia', course_id_dto: { course_id: 'wasser' } },
    answer: { removed_texts_count: 12 },
  },
};
