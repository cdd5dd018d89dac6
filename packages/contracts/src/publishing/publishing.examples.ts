import type { Examples } from '../example.ts';
import type { publishingCalls } from './publishing.ts';

const issue = { course_id: 'wasser', issue_id: 'wasser-2026' };

const textHashes = {
  topic: 'f66bbb852e99438466596a97ad41478a52f60ed9280397da7c17d7284d2494c1',
  exercise: '9eaabcde690eadabee8e559491b2880e14b893f7f9850aac72f7a5e1789f1532',
};

/** An empty picture. */
const file = {
  path: 'img/wasserkreislauf.svg',
  content_hash: '900fbe934249ad120004bd24adf66aad8817d89586273c0cc50e187bddebb601',
  size_in_bytes: 41,
  media_type: 'image/svg+xml',
};

const gatewayFile = {
  path: file.path,
  file_reference: `publications/8c1f0a52d3b94e67/${file.content_hash}/5d7b2c90e1f3a846`,
  asset_stage: 'ASSET_STAGE_PROD',
  asset_type: 'ASSET_TYPE_WEB_PUB',
  file_version: 1,
} as const;

export const publishingExamples: Examples<typeof publishingCalls> = {
  publishingBegin: {
    body: {
      mandant_identifier: 'LECTERN',
      course: { course_id: issue.course_id, title: 'Wasser entdecken' },
      issue: {
        issue_id: issue.issue_id,
        title: 'Wasser entdecken',
        distribution_channel: 'WEBPUB',
      },
      product_references: ['wasser-entdecken'],
      topics: [
        {
          topic_id: 'wasserkreislauf',
          title: 'Der Wasserkreislauf',
          thema_id: 'wasserkreislauf',
          sub_thema_number: 1,
        },
        {
          topic_id: 'wasserkreislauf-1',
          parent_topic_id: 'wasserkreislauf',
          title: 'Woher kommt der Regen?',
          thema_id: 'wasserkreislauf',
          sub_thema_number: 1,
          text_hash: textHashes.topic,
        },
      ],
      exercises: [
        {
          exercise_id: 'kreislauf-luecken',
          exercise_group_id: 'kreislauf-luecken',
          topic_id: 'wasserkreislauf-1',
          title: 'Die Reise eines Tropfens',
          exercise_type: 'EXERCISE_TYPE_MATCH_KEYBOARD',
          basic_answer_type: 'match_keyboard',
          difficulty: 'medium',
          text_hash: textHashes.exercise,
        },
      ],
      files_count: 1,
      files_digest: 'e89a25f718a1f3da4271729bca40c77a255664d36a60cc0be1b92053221aa610',
    },
    answer: {
      version: 1,
      current_version: 1,
      missing_text_hashes: [textHashes.topic, textHashes.exercise],
    },
  },
  publishingAddFiles: {
    body: { ...issue, version: 1, files: [{ ...file, is_public: false }] },
    answer: { files: [{ ...gatewayFile, has_bytes: false }] },
  },
  publishingAddTexts: {
    body: {
      ...issue,
      version: 1,
      texts: [
        'Die Sonne erwärmt das Wasser. Es verdunstet und steigt als Wasserdampf in die Luft.',
        'Setze die fehlenden Wörter ein.',
      ],
    },
    answer: { missing_texts_count: 0 },
  },
  publishingSwitchOver: {
    body: { ...issue, version: 1, expected_current_version: 0 },
    answer: { version: 1, replaced_version: 1 },
  },
  publishingRollBack: {
    body: { ...issue, expected_current_version: 2 },
    answer: { version: 1, replaced_version: 2 },
  },
  publishingList: {
    body: { mandant_identifier: 'LECTERN', limit: 20 },
    answer: {
      publications: [
        {
          ...issue,
          title: 'Wasser entdecken',
          current_version: 1,
          versions: [
            {
              version: 1,
              is_open: false,
              begun_at: '2026-08-10T06:30:00.000Z',
              switched_at: '2026-08-10T06:30:04.000Z',
              files_count: 1,
            },
          ],
        },
      ],
    },
  },
  publishingGetFiles: {
    body: { ...issue, paths: [file.path] },
    answer: {
      version: 1,
      mandant_identifier: 'LECTERN',
      product_references: ['wasser-entdecken'],
      files: [{ ...gatewayFile, ...file }],
    },
  },
};
