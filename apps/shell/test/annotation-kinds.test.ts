import { describe, expect, it } from 'vitest';
import { scope, tableForEachTest } from './request-table-scene.ts';

/* Content may use every value that the specification names for what users leave and look for (section 3). */

const { create } = tableForEachTest();

const id = '7d1f7a52-5b0c-4b3a-9d5e-0c6a1f2e3b02';
const color_index = 'ANNOTATION_COLOR_1';
const passage = { quote: { exact: 'Wasser' }, position: { start: 0, end: 6 } };
const { topic_dto: _, ...issue } = scope;
const exercise = { ...issue, exercise_dto: { exercise_id: 'a1' } };

describe('a highlight is taken', () => {
  it.each([
    [scope, { location: 'topic_title' }],
    [scope, { location: 'topic_text' }],
    [exercise, { location: 'exercise_title' }],
    [exercise, { location: 'exercise_text' }],
    [exercise, { location: 'answer_user_text', answer_id: 'b' }],
    [exercise, { location: 'answer_shared_text', answer_id: 'b' }],
    [scope, { location: 'note_title', note_id: id }],
    [scope, { location: 'note_text', note_id: id }],
  ])('at each location: in %j at %j', async (place, location) => {
    const { ask, accepted } = create();
    const anchor = { ...passage, ...location };
    const annotations = [{ annotation_id: id, color_index, anchor, version: 0 }];
    await ask('saveAnnotations', { ...place, annotations });
    expect(accepted.changes).toEqual([{ scope: place, changes: { annotations } }]);
  });

  it.each([1, 2, 3, 4])('in each colour, as a bookmark is: %i', async (color) => {
    const { ask, accepted } = create();
    const painted = { color_index: `ANNOTATION_COLOR_${color}`, version: 0 };
    const changes = {
      annotations: [
        { annotation_id: id, ...painted, anchor: { ...passage, location: 'topic_text' } },
      ],
      bookmarks: [{ bookmark_id: id, ...painted }],
    };
    await ask('saveAnnotations', { ...scope, ...changes });
    expect(accepted.changes).toEqual([{ scope, changes }]);
  });
});

describe('a note is taken', () => {
  it.each(['UNDEFINED', 'SUMMARY', 'SIDENOTE', 'HIGHLIGHT', 'EDITABLE_FIELD', 'ANNOTATED_IMAGE'])(
    'of each type: %s',
    async (note_type) => {
      const { ask, accepted } = create();
      const notes = [
        { note_id: id, note_type, content: { note_content_type: 'NONE' }, version: 0 },
      ];
      await ask('saveAnnotations', { ...scope, notes });
      expect(accepted.changes).toEqual([{ scope, changes: { notes } }]);
    },
  );

  it.each([
    { note_content_type: 'NONE' },
    { note_content_type: 'PLAIN_TEXT', text: 'Tau' },
    { note_content_type: 'RICH_TEXT', html: '<p>Tau</p>' },
    {
      note_content_type: 'LINK',
      link: { link_type: 'LINK_TYPE_WEBSITE', address: 'https://wasser.example/' },
    },
    {
      note_content_type: 'DRAWING_TEXT',
      text: 'Tau',
      drawing: { width: 10, height: 10, strokes: [[0, 1, 1, 2, 2]] },
    },
    { note_content_type: 'EDITABLE_TEXT_ENTRY', field_id: 'f', text: 'Tau' },
    { note_content_type: 'EDITABLE_CHECKBOX', field_id: 'f', is_checked: true },
    { note_content_type: 'EXTERNAL_LINK', address: 'https://wasser.example/' },
  ])('with each content: $note_content_type', async (content) => {
    const { ask, accepted } = create();
    const notes = [{ note_id: id, note_type: 'SIDENOTE', content, version: 0 }];
    await ask('saveAnnotations', { ...scope, notes });
    expect(accepted.changes).toEqual([{ scope, changes: { notes } }]);
  });
});

it.each([
  ['search_targets', ['topic']],
  ['search_targets', ['exercise']],
  ['search_targets', ['note']],
  ['search_scopes', ['text']],
  ['search_scopes', ['title']],
])('a search is restricted to each target and scope: %s %j', async (restriction, to) => {
  const { ask, requests } = create({ answer: () => ({ hits: [] }) });
  const { course_id_dto } = scope;
  const asked = { course_id_dto, query: 'Tau', [restriction]: to };
  await ask('search', asked);
  expect(requests).toMatchObject([{ path: '/clag/v1/search/course', body: asked }]);
});
