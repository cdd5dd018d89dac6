import type { Examples } from '../example.ts';
import type { annotationsCalls } from './annotations.ts';
import type { cloudCalls } from './cloud.ts';
import type { exerciseCalls } from './exercise.ts';
import type { localStoreItemCalls } from './local-store-item.ts';
import type { topicTocCalls } from './topic-toc.ts';
import type { userDataCalls } from './user-data.ts';
import type { userTopicCalls } from './user-topic.ts';

const issue = {
  course_id_dto: { course_id: 'wasser' },
  issue_id_dto: { issue_id: 'wasser-2026' },
};
const ofMia = { subject: 'demo-mia', ...issue };
const updated_at = '2026-11-21T09:30:00.000Z';

const topic_dto = { topic_id: 'wasserkreislauf-1' };
const exercise_dto = { exercise_id: 'wasser-tagebuch' };

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

const exercise_ids = ['kreislauf-luecken'];
const ids = { exercise_id: 'kreislauf-luecken', answer_id: 'luecken' };

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

const attributes = {
  topic_id: 'wasserkreislauf-1',
  is_done: true,
  progress_in_percent: 100,
  last_opened_at: '2026-11-21T10:28:00+01:00',
};

const scope = {
  ...issue,
  exercise_dto: { exercise_id: 'kreislauf-luecken' },
};

const item = {
  segment: 'match_keyboard',
  key: 'answer',
  value: '{"sonne":"Sonne","dampf":"Wasserdampf"}',
};

const gaps_dto = { exercise_id: 'kreislauf-luecken' };
const bookmark_id = '7d1f7a52-5b0c-4b3a-9d5e-0c6a1f2e3b03';
const stored = { updated_at: '2026-11-21T09:30:00.000Z', outcome: 'stored' } as const;
const storeKey = { segment: 'match_keyboard', key: 'done' };

const ofThomas = {
  subject: 'demo-thomas',
  course_id_dto: { course_id: 'wasser' },
  issue_id_dto: { issue_id: 'wasser-2026' },
};

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

/** A zip of userData/download of an issue in which nothing is left. */
const zip = [
  'UEsDBBQAAAgIAAAAIVyfpEh4YQAAAHwAAAAOAAAAdXNlci1kYXRhLmpzb25NyTEKhDAQBdC7/DpZ1MJiriIi',
  'QUeIZBOYn+wW4t0tbOwevBN7sW+oECRdq1r2jWp+CzXA4afGWDKkd1hLM+oSNwj+gVSDQySbEjKdD9/th24Y',
  '4bDHpJDnff85WHLCNV83UEsDBBQAAAgAAAAAIVwAAAAAAAAAAAAAAAANAAAAaXNzdWUtMS5qc29ubFBLAQI/',
  'AxQAAAgIAAAAIVyfpEh4YQAAAHwAAAAOAAAAAAAAAAAAAAC0gQAAAAB1c2VyLWRhdGEuanNvblBLAQI/AxQA',
  'AAgAAAAAIVwAAAAAAAAAAAAAAAANAAAAAAAAAAAAAAC0gY0AAABpc3N1ZS0xLmpzb25sUEsFBgAAAAACAAIA',
  'dwAAALgAAAAAAA==',
].join('');
const bytes = Uint8Array.from(atob(zip), (character) => character.charCodeAt(0));
const file = new File([bytes], 'wasser-2026.zip', { type: 'application/zip' });

/** Items that a subject writes in an issue. */
export const itemsExamples: Examples<
  typeof annotationsCalls &
    typeof cloudCalls &
    typeof exerciseCalls &
    typeof localStoreItemCalls &
    typeof topicTocCalls &
    typeof userDataCalls &
    typeof userTopicCalls
> = {
  annotationsSaveForTopic: {
    body: {
      ...ofMia,
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
    body: { ...ofMia, topic_dto, with_conflict_copies: true },
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
    body: { ...ofMia, exercise_dto, notes: [{ ...diaryNote, version: 0 }] },
    answer: {
      annotations: [],
      notes: [{ note_id: diaryNote.note_id, ...outcome }],
      bookmarks: [],
    },
  },
  annotationsGetForExercise: {
    body: { ...ofMia, exercise_dto, note_types: ['HIGHLIGHT'], note_content_types: ['LINK'] },
    answer: {
      annotations: [],
      notes: [{ ...diaryNote, version: 1, updated_at }],
      bookmarks: [],
    },
  },
  exerciseSaveUserData: {
    body: { ...ofMia, answers: [{ ...begun, version: 0 }] },
    answer: { answers: [{ ...ids, version: 1, updated_at, outcome: 'stored' }] },
  },
  exerciseGetUserData: {
    body: { ...ofMia, exercise_ids, limit: 50 },
    answer: { answers: [{ ...begun, version: 1, updated_at }] },
  },
  exerciseSaveAndGetUserData: {
    body: {
      ...ofMia,
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
    body: { ...ofMia, exercise_ids },
    answer: { answers: [{ ...ids, version: 3, updated_at, outcome: 'removed' }] },
  },
  topicTocSaveAttributesForTopic: {
    body: { ...ofMia, topic_attributes: { ...attributes, version: 0 } },
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
    body: { ...ofMia, limit: 500 },
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
  localStoreItemGetForModel: {
    body: scope,
    answer: {
      local_store_items: [{ ...item, version: 1, updated_at }],
    },
  },
  localStoreItemSetForModel: {
    body: { ...scope, local_store_items: [{ ...item, version: 0 }] },
    answer: {
      local_store_items: [{ ...item, version: 1, updated_at }],
    },
  },
  cloudSynchForIssue: {
    body: {
      ...ofMia,
      changes: {
        models: [
          {
            exercise_dto: gaps_dto,
            local_store_items: [{ ...storeKey, value: 'true', version: 0 }],
          },
        ],
      },
      with_conflict_copies: true,
    },
    answer: {
      outcomes: {
        models: [
          {
            exercise_dto: gaps_dto,
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
  userTopicSaveData: {
    body: {
      ...ofThomas,
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
    body: { ...ofThomas, topic_types: ['LINK'] },
    answer: { user_topics: [{ ...film, version: 1, updated_at }] },
  },
  userDataDownload: { body: ofMia, answer: 'wasser-2026.zip' },
  userDataUpload: {
    body: {
      subject: 'demo-mia',
      course_id: 'wasser',
      course_reference: 'wasser',
      issue_id: 'wasser-2026',
      issue_reference: 'wasser-2026',
      file_name: file.name,
      file_size: file.size,
      file,
    },
    answer: {
      restored_items_count: 0,
      unchanged_items_count: 0,
      conflict_copies_count: 0,
      restored_files_count: 0,
    },
  },
  userDataDelete: {
    body: ofMia,
    answer: { erased_items_count: 31 },
  },
};
