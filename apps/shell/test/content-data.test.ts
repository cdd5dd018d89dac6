import { describe, expect, it } from 'vitest';
import { BridgeFailure } from '../src/bridge/bridge-failure.ts';
import { scope, session, tableForEachTest } from './request-table-scene.ts';

const { create, checkWish, openMyData, openProgress, openClasses, openSharing, openCode } =
  tableForEachTest();

const noteId = '7d1f7a52-5b0c-4b3a-9d5e-0c6a1f2e3b02';
const updated_at = '2026-11-22T08:00:00.000Z';
const note = {
  note_id: noteId,
  note_type: 'SIDENOTE',
  content: { note_content_type: 'PLAIN_TEXT', text: 'Die Pfütze war weg.' },
};
const highlight = {
  annotation_id: noteId,
  color_index: 'ANNOTATION_COLOR_3',
  anchor: {
    location: 'topic_text',
    quote: { exact: 'Wasserdampf', prefix: 'steigt als ' },
    position: { start: 10, end: 21 },
  },
};
const nothing = { annotations: [], notes: [], bookmarks: [] };
const exerciseScope = {
  course_id_dto: scope.course_id_dto,
  issue_id_dto: scope.issue_id_dto,
  exercise_dto: { exercise_id: 'a1' },
};
const course = { course_id_dto: scope.course_id_dto };

describe('getAnnotations', () => {
  it.each([
    ['topic', scope, '/clag/v1/annotations/getForTopic'],
    ['exercise', exerciseScope, '/clag/v1/annotations/getForExercise'],
  ])('reads those of a %s as the user who is signed in', async (_, place, path) => {
    const stored = { ...note, version: 3, updated_at };
    const { ask, requests } = create({ answer: () => ({ ...nothing, notes: [stored] }) });
    expect(await ask('getAnnotations', place)).toEqual({
      ...nothing,
      notes: [{ ...stored, delivered: true }],
    });
    expect(requests).toMatchObject([
      { path, body: { ...place, subject: 'mia', with_conflict_copies: false } },
    ]);
    expect(requests[0]?.headers.get('X-Ia-Subject')).toBe('mia');
  });

  it('gives conflict copies where they are asked for', async () => {
    const copy = { ...note, version: 2, updated_at };
    const { ask } = create({
      answer: () => ({ ...nothing, conflict_copies: { ...nothing, notes: [copy] } }),
    });
    expect(await ask('getAnnotations', { ...scope, with_conflict_copies: true })).toEqual({
      ...nothing,
      conflict_copies: { ...nothing, notes: [{ ...copy, delivered: true }] },
    });
  });

  it('fails with what content can decide by', async () => {
    const { ask } = create({ answer: () => ({ status: 503, code: 'UNAVAILABLE' }) });
    await expect(ask('getAnnotations', scope)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });
});

describe('saveAnnotations', () => {
  it('hands what the contract takes to the outbox, and asks no service', async () => {
    const { ask, accepted, requests } = create();
    const changes = {
      annotations: [{ ...highlight, version: 0 }],
      notes: [{ note_id: noteId, version: 4, is_removed: true }],
    };
    await ask('saveAnnotations', { ...scope, ...changes });
    expect(accepted.changes).toEqual([{ scope, changes }]);
    expect(requests).toEqual([]);
  });

  it('takes the version of a change that waits', async () => {
    const { ask, accepted } = create();
    const notes = [{ ...note, version: 1837541019624886 }];
    await ask('saveAnnotations', { ...scope, notes });
    expect(accepted.changes).toEqual([{ scope, changes: { notes } }]);
  });

  it.each([
    ['no version', { notes: [note] }],
    ['an id that is no UUID', { notes: [{ ...note, note_id: 'x'.repeat(36), version: 0 }] }],
    ['a fifth colour', { bookmarks: [{ bookmark_id: noteId, color_index: 'RED', version: 0 }] }],
    [
      'a link that runs',
      {
        notes: [
          {
            ...note,
            content: { note_content_type: 'EXTERNAL_LINK', address: 'javascript:alert(1)' },
            version: 0,
          },
        ],
      },
    ],
    [
      'an answer on a topic',
      {
        annotations: [
          { ...highlight, anchor: { ...highlight.anchor, location: 'exercise_text' }, version: 0 },
        ],
      },
    ],
    ['too many', { notes: Array.from({ length: 201 }, () => ({ ...note, version: 0 })) }],
    ['a subject', { subject: 'ben', notes: [{ ...note, version: 0 }] }],
    [
      'a copy of what waits to be settled',
      { notes: [{ ...note, version: 1, settled_versions: [2 ** 40] }] },
    ],
  ])('refuses %s', async (_, changes) => {
    const { ask, accepted } = create();
    await expect(ask('saveAnnotations', { ...scope, ...changes })).rejects.toMatchObject({
      code: 'BAD_PAYLOAD',
    });
    expect(accepted.changes).toEqual([]);
  });
});

const issue = { course_id_dto: scope.course_id_dto, issue_id_dto: scope.issue_id_dto };
const choice = {
  answer_id: 'a',
  content: { basic_answer_type: 'choice', choice_ids: ['wolke'] },
  is_done: true,
  score_in_percent: 62.5,
};

describe('getAnswers', () => {
  const storedIn = (exercise_id: string, version = 3) => ({
    exercise_id,
    ...choice,
    version,
    updated_at,
  });

  it('reads those of a page in one request, as the user who is signed in', async () => {
    const { ask, requests } = create({
      answer: () => ({ answers: [storedIn('a1'), storedIn('a2')] }),
    });
    expect(await ask('getAnswers', { ...issue, exercise_ids: ['a1', 'a2', 'a1', 'a3'] })).toEqual({
      answers: [
        { ...storedIn('a1'), delivered: true },
        { ...storedIn('a2'), delivered: true },
      ],
      conflict_copies: [],
    });
    const body = { ...issue, exercise_ids: ['a1', 'a2', 'a1', 'a3'], with_conflict_copies: true };
    expect(requests).toMatchObject([
      { path: '/clag/v1/exercise/getUserData', body: { ...body, subject: 'mia' } },
    ]);
    expect(requests[0]?.headers.get('X-Ia-Subject')).toBe('mia');
  });

  it('reads all pages of the service, with conflict copies', async () => {
    const { ask, requests } = create({
      answer: ({ body }) =>
        'cursor' in (body as object)
          ? { answers: [storedIn('a2')], conflict_copies: [storedIn('a2', 2)] }
          : { answers: [storedIn('a1')], conflict_copies: [], next_cursor: 'abc' },
    });
    const asked = { ...issue, exercise_ids: ['a1', 'a2'] };
    expect(await ask('getAnswers', asked)).toEqual({
      answers: [
        { ...storedIn('a1'), delivered: true },
        { ...storedIn('a2'), delivered: true },
      ],
      conflict_copies: [{ ...storedIn('a2', 2), delivered: true }],
    });
    expect(requests).toMatchObject([{}, { body: { cursor: 'abc' } }]);
  });

  it.each([
    ['no exercise', { exercise_ids: [] }],
    ['too many exercises', { exercise_ids: Array.from({ length: 201 }, (_, id) => String(id)) }],
    ['a topic', { topic_dto: scope.topic_dto, exercise_ids: ['a1'] }],
    ['another subject', { subject: 'ben', exercise_ids: ['a1'] }],
  ])('refuses %s', async (_, asked) => {
    const { ask, requests } = create();
    await expect(ask('getAnswers', { ...issue, ...asked })).rejects.toMatchObject({
      code: 'BAD_PAYLOAD',
    });
    expect(requests).toEqual([]);
  });

  it('fails with what content can decide by', async () => {
    const { ask } = create({ answer: () => ({ status: 403, code: 'PERMISSION_MISSING' }) });
    await expect(ask('getAnswers', { ...issue, exercise_ids: ['a1'] })).rejects.toMatchObject({
      code: 'REFUSED',
    });
  });
});

describe('saveAnswers', () => {
  const contents = [
    { basic_answer_type: 'essay', text: '', shared_text: 'Lieber Bach' },
    choice.content,
    { basic_answer_type: 'match_keyboard', gaps: [{ gap_id: 'x', text: 'Regen' }] },
    { basic_answer_type: 'match_position', labels: [{ label_id: 'x', position_id: 'p' }] },
    { basic_answer_type: 'match_place', cards: [{ card_id: 'x', place_id: 'p' }] },
    {
      basic_answer_type: 'sketchpad',
      drawing: { width: 1000, height: 625, strokes: [[0, 1, 2, -3, 4]] },
    },
  ];

  it.each(contents)(
    'hands $basic_answer_type to the outbox, and asks no service',
    async (content) => {
      const { ask, accepted, requests } = create();
      const answers = [
        { ...choice, content, version: 0, settled_versions: [1] },
        { answer_id: 'b', version: 4, is_removed: true },
      ];
      await ask('saveAnswers', { ...exerciseScope, answers });
      expect(accepted.answers).toEqual([{ scope: exerciseScope, answers }]);
      expect(requests).toEqual([]);
    },
  );

  it('takes the version of an answer that waits', async () => {
    const { ask, accepted } = create();
    const answers = [{ ...choice, version: 1837541019624886 }];
    await ask('saveAnswers', { ...exerciseScope, answers });
    expect(accepted.answers).toEqual([{ scope: exerciseScope, answers }]);
  });

  it.each([
    ['no version', [choice]],
    ['no answer id', [{ ...choice, answer_id: '', version: 0 }]],
    ['another type', [{ ...choice, content: { basic_answer_type: 'oral' }, version: 0 }]],
    [
      'parts of another type',
      [{ ...choice, content: { basic_answer_type: 'essay', choice_ids: [] }, version: 0 }],
    ],
    ['no word about being done', [{ ...choice, is_done: undefined, version: 0 }]],
    ['a score above all', [{ ...choice, score_in_percent: 101, version: 0 }]],
    [
      'a stroke of even length',
      [
        {
          ...choice,
          content: {
            basic_answer_type: 'sketchpad',
            drawing: { width: 1, height: 1, strokes: [[0, 1, 2, 3]] },
          },
          version: 0,
        },
      ],
    ],
    ['an exercise of its own', [{ ...choice, exercise_id: 'a2', version: 0 }]],
    [
      'too many',
      Array.from({ length: 201 }, (_, id) => ({ ...choice, answer_id: `${id}`, version: 0 })),
    ],
    [
      'a copy of what waits to be settled',
      [{ ...choice, version: 1, settled_versions: [2 ** 40] }],
    ],
  ])('refuses %s', async (_, answers) => {
    const { ask, accepted } = create();
    await expect(ask('saveAnswers', { ...exerciseScope, answers })).rejects.toMatchObject({
      code: 'BAD_PAYLOAD',
    });
    expect(accepted.answers).toEqual([]);
  });

  it('refuses a topic, which has no answers', async () => {
    const { ask } = create();
    const answers = [{ ...choice, version: 0 }];
    await expect(ask('saveAnswers', { ...scope, answers })).rejects.toMatchObject({
      code: 'BAD_PAYLOAD',
    });
  });
});

describe('search', () => {
  const hit = {
    search_target: 'note',
    search_scope: 'text',
    search_source: 'note',
    issue_id: '1',
    note_id: noteId,
    excerpt: 'Auf dem Pausenplatz war die Pfütze weg.',
    matches: [{ start: 28, end: 34 }],
  };

  it('looks for the user who is signed in', async () => {
    const { ask, requests } = create({ answer: () => ({ hits: [hit], next_cursor: 'abc' }) });
    const asked = { ...course, query: 'Pfützen', search_targets: ['note'], limit: 10 };
    expect(await ask('search', asked)).toEqual({ hits: [hit], next_cursor: 'abc' });
    expect(requests).toMatchObject([
      { path: '/clag/v1/search/course', body: { ...asked, subject: 'mia' } },
    ]);
  });

  it('completes what was typed', async () => {
    const completions = [{ text: 'wasserdampf', hits_count: 7 }];
    const { ask, requests } = create({ answer: () => ({ completions }) });
    expect(await ask('autocomplete', { ...course, prefix: 'wasserd' })).toEqual({ completions });
    expect(requests).toMatchObject([
      {
        path: '/clag/v1/search/autocomplete',
        body: { ...course, prefix: 'wasserd', subject: 'mia' },
      },
    ]);
  });

  it.each([
    ['search', { ...course, query: '' }],
    ['search', { ...course, query: 'x', limit: 101 }],
    ['search', { ...course, query: 'x', subject: 'ben' }],
    ['search', { query: 'x' }],
    ['autocomplete', { ...course, prefix: 'x', search_targets: [] }],
  ])('%s refuses %j', async (action, payload) => {
    const { ask, requests } = create();
    await expect(ask(action, payload)).rejects.toMatchObject({ code: 'BAD_PAYLOAD' });
    expect(requests).toEqual([]);
  });
});

describe('getFiles', () => {
  const issue = { course_id_dto: scope.course_id_dto, issue_id_dto: scope.issue_id_dto };
  const published = (path: string) => ({
    path,
    file_reference: `publications/${path.replaceAll(/[^a-z]/g, '')}`,
    asset_stage: 'ASSET_STAGE_PROD',
    asset_type: 'ASSET_TYPE_WEB_PUB',
    file_version: 1,
    content_hash: '0'.repeat(64),
    size_in_bytes: 41,
    media_type: 'image/svg+xml',
  });
  const file = {
    storage_type: 'S3',
    address: 'https://files.example/1?signed',
    expires_at: updated_at,
    version: 1,
    file_name: 'see.svg',
    media_type: 'image/svg+xml',
    size_in_bytes: 41,
    content_hash: '0'.repeat(64),
  };

  it('gives addresses of what the user may open, and names the rest', async () => {
    const [license] = session.licences;
    const { ask, requests } = create({
      answer: ({ path }) =>
        path === '/clag/v1/publishing/getFiles'
          ? {
              version: 1,
              mandant_identifier: license!.mandant_identifier,
              product_references: [license!.product_reference],
              files: [published('img/see.svg'), published('img/fluss.svg')],
            }
          : {
              file_accesses: [
                { dto_id: 'img/see.svg', file },
                { dto_id: 'img/fluss.svg', refusal: 'LICENSE_NOT_VALID' },
              ],
            },
    });
    const { address, expires_at, media_type, size_in_bytes, content_hash } = file;
    const paths = ['img/see.svg', 'img/nirgends.svg', 'img/fluss.svg', 'img/see.svg'];
    expect(await ask('getFiles', { ...issue, paths })).toEqual({
      files: [
        { path: 'img/see.svg', address, expires_at, media_type, size_in_bytes, content_hash },
      ],
      not_given: ['img/nirgends.svg', 'img/fluss.svg'],
    });
    expect(requests.map(({ path }) => path)).toEqual([
      '/clag/v1/publishing/getFiles',
      '/atma/v2/file/access',
    ]);
    expect(requests[1]?.body).toMatchObject({
      file_access_dtos: [
        {
          dto_id: 'img/see.svg',
          subject: 'mia',
          license_code: license!.license_code,
          product_reference: license!.product_reference,
          device_identifier: session.deviceID,
        },
        { dto_id: 'img/fluss.svg' },
      ],
    });
  });

  it.each([[[]], [['../geheim.svg']], [Array.from({ length: 201 }, (_, index) => `${index}`)]])(
    'refuses the paths %j',
    async (paths) => {
      const { ask, requests } = create();
      await expect(ask('getFiles', { ...issue, paths })).rejects.toMatchObject({
        code: 'BAD_PAYLOAD',
      });
      expect(requests).toEqual([]);
    },
  );
});

describe('openMyData', () => {
  it('opens the dialog of the shell, and gives the content nothing of it: MYDATA-1', async () => {
    const { ask, requests } = create();
    expect(await ask('openMyData', { delete: true })).toBeNull();
    expect(openMyData).toHaveBeenCalledExactlyOnceWith();
    expect(requests).toEqual([]);
  });

  it('is refused where the configuration names no courses', async () => {
    const { ask } = create({ hasMyData: false });
    await expect(ask('openMyData')).rejects.toMatchObject({ code: 'REFUSED' });
  });
});

describe('openClasses', () => {
  it('opens the dialog of the shell, and gives the content nothing of it: CLASSES-1', async () => {
    const { ask, requests } = create();
    expect(await ask('openClasses', { group_id: 'g' })).toBeNull();
    expect(openClasses).toHaveBeenCalledExactlyOnceWith();
    expect(requests).toEqual([]);
  });
});

describe('openSharing', () => {
  it('opens the question of the shell, and shares nothing by itself: row 142, CLASSES-5', async () => {
    const { ask, requests } = create();
    expect(await ask('openSharing', issue)).toBeNull();
    expect(openSharing).toHaveBeenCalledExactlyOnceWith(issue);
    expect(requests).toEqual([]);
  });

  it.each([
    ['another class', { ...issue, group_id: 'g' }],
    ['what is to be shared', { ...issue, sharing_types: ['Answers'] }],
    ['no issue', { course_id_dto: issue.course_id_dto }],
  ])('takes no payload with %s: row 142', async (_, payload) => {
    const { ask } = create();
    await expect(ask('openSharing', payload)).rejects.toMatchObject({ code: 'BAD_PAYLOAD' });
    expect(openSharing).not.toHaveBeenCalled();
  });
});

describe('openCode', () => {
  it('opens the field of the shell, and takes no code of the content: CLASSES-5', async () => {
    const { ask, requests } = create();
    expect(await ask('openCode', { code: 'ABCD' })).toBeNull();
    expect(openCode).toHaveBeenCalledExactlyOnceWith();
    expect(requests).toEqual([]);
  });
});

describe('openProgress', () => {
  it('opens the page of the shell, and gives the content nothing of it: PROGRESS-1', async () => {
    const { ask, requests } = create();
    expect(await ask('openProgress', { group_id: 'g' })).toBeNull();
    expect(openProgress).toHaveBeenCalledExactlyOnceWith();
    expect(requests).toEqual([]);
  });

  it('is refused where the configuration names no courses', async () => {
    const { ask } = create({ hasMyData: false });
    await expect(ask('openProgress')).rejects.toMatchObject({ code: 'REFUSED' });
  });
});

it.each([
  ['openMyData', openMyData],
  ['openProgress', openProgress],
  ['openClasses', openClasses],
  ['openSharing', openSharing],
  ['openCode', openCode],
] as const)('row 144: %s opens nothing while content may open no dialog', async (action, open) => {
  checkWish.mockImplementation(() => {
    throw new BridgeFailure('REFUSED', 'no');
  });
  await expect(create().ask(action, issue)).rejects.toMatchObject({ code: 'REFUSED' });
  expect(open).not.toHaveBeenCalled();
});
