import type { Examples } from '../example.ts';
import type { annotationsCalls } from './annotations.ts';

const issue = {
  subject: 'demo-mia',
  course_id_dto: { course_id: 'wasser' },
  issue_id_dto: { issue_id: 'wasser-2026' },
};
const topic_dto = { topic_id: 'wasserkreislauf-1' };
const exercise_dto = { exercise_id: 'wasser-tagebuch' };
const updated_at = '2026-11-21T09:30:00.000Z';

const annotation = {
  annotation_id: '7d1f7a52-5b0c-4b3a-9d5e-0c6a1f2e3b01',
  anchor: {
    location: 'topic_text',
    quote: { prefix: 'Gas in die Luft: Das Wasser ', exact: 'verdunstet', suffix: '. Das Gas' },
    position: { start: 125, end: 135 },
  },
  color_index: 'ANNOTATION_COLOR_1',
} as const;

const note = {
  note_id: '7d1f7a52-5b0c-4b3a-9d5e-0c6a1f2e3b02',
  note_type: 'SIDENOTE',
  title: 'Pfütze',
  content: {
    note_content_type: 'PLAIN_TEXT',
    text: 'Auf dem Pausenplatz war die Pfütze am Mittag weg.',
  },
  color_index: 'ANNOTATION_COLOR_2',
} as const;

const bookmark = {
  bookmark_id: '7d1f7a52-5b0c-4b3a-9d5e-0c6a1f2e3b03',
  color_index: 'ANNOTATION_COLOR_3',
  title: 'Für die Probe',
} as const;

const diaryNote = {
  note_id: '7d1f7a52-5b0c-4b3a-9d5e-0c6a1f2e3b04',
  note_type: 'HIGHLIGHT',
  content: {
    note_content_type: 'LINK',
    link: { link_type: 'LINK_TYPE_WEBSITE', address: 'https://www.example.org/wasserverbrauch' },
  },
  anchor: {
    location: 'answer_user_text',
    answer_id: 'tagebuch',
    quote: { exact: 'Duschen' },
    position: { start: 12, end: 19 },
  },
} as const;

const outcome = { version: 1, updated_at, outcome: 'stored' } as const;

export const annotationsExamples: Examples<typeof annotationsCalls> = {
  annotationsSaveForTopic: {
    body: {
      ...issue,
      topic_dto,
      annotations: [{ ...annotation, version: 0 }],
      notes: [{ ...note, version: 0 }],
      bookmarks: [{ ...bookmark, version: 0 }],
    },
    answer: {
      annotations: [{ annotation_id: annotation.annotation_id, ...outcome }],
      notes: [{ note_id: note.note_id, ...outcome }],
      bookmarks: [{ bookmark_id: bookmark.bookmark_id, ...outcome }],
    },
  },
  annotationsGetForTopic: {
    body: { ...issue, topic_dto, with_conflict_copies: true },
    answer: {
      annotations: [{ ...annotation, version: 1, updated_at }],
      notes: [{ ...note, version: 2, updated_at }],
      bookmarks: [{ ...bookmark, version: 1, updated_at }],
      conflict_copies: {
        annotations: [],
        notes: [
          {
            ...note,
            content: { note_content_type: 'PLAIN_TEXT', text: 'Die Pfütze war weg.' },
            version: 1,
            updated_at: '2026-11-21T09:29:10.000Z',
          },
        ],
        bookmarks: [],
      },
    },
  },
  annotationsSaveForExercise: {
    body: { ...issue, exercise_dto, notes: [{ ...diaryNote, version: 0 }] },
    answer: {
      annotations: [],
      notes: [{ note_id: diaryNote.note_id, ...outcome }],
      bookmarks: [],
    },
  },
  annotationsGetForExercise: {
    body: { ...issue, exercise_dto, note_types: ['HIGHLIGHT'], note_content_types: ['LINK'] },
    answer: {
      annotations: [],
      notes: [{ ...diaryNote, version: 1, updated_at }],
      bookmarks: [],
    },
  },
};
