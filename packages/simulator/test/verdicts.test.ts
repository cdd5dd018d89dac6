import { requests } from '@lectern/sdk/protocol';
import { expect, test } from 'vitest';
import { notationAt } from '../src/check/notation.ts';
import { faultOf } from '../src/check/verdicts.ts';

const scope = {
  course_id_dto: { course_id: 'a' },
  issue_id_dto: { issue_id: 'b' },
  exercise_dto: { exercise_id: 'c' },
};

test('a value that is too long: the member and its limit, and no more', () => {
  const item = { segment: 'text', key: 'answer', value: 'x'.repeat(262_145) };
  const fault = faultOf({
    action: 'setLocalStoreItems',
    payload: { ...scope, local_store_items: [item] },
  });
  expect(fault).toBe(
    'local_store_items.0.value in the payload of setLocalStoreItems is a string of 262,145 but must be string (at most 262,144).',
  );
});

const faults: readonly (readonly [what: string, action: string, payload: unknown, RegExp])[] = [
  ['an unknown action', 'getPupil', undefined, /no action "getPupil"/],
  ['a misspelt member', 'setPlace', { themaID: 'a' }, /no member themaID/],
  ['a missing member', 'setUnsavedWork', {}, /unsaved .* is missing but must be boolean/],
  ['no object', 'setUnsavedWork', null, /payload of setUnsavedWork is null but must be \{ unsaved/],
  [
    'a fifth colour',
    'saveAnnotations',
    { ...scope, bookmarks: [{ bookmark_id: 'x'.repeat(36), color_index: 'RED', version: 0 }] },
    /bookmarks\.0\.color_index .* is a string of 3 but must be 'ANNOTATION_COLOR_1' \|/,
  ],
  [
    'a type of answer that there is not',
    'saveAnswers',
    {
      course_id_dto: scope.course_id_dto,
      issue_id_dto: scope.issue_id_dto,
      exercise_dto: { exercise_id: 'a' },
      answers: [
        { answer_id: 'a', content: { basic_answer_type: 'oral' }, is_done: true, version: 0 },
      ],
    },
    /answers\.0\.content\.basic_answer_type .* is a string of 4 but must be 'essay'/,
  ],
  [
    'a query without its course',
    'search',
    { query: 'Wasser' },
    /course_id_dto in the payload of search is missing/,
  ],
  [
    'a list of something else',
    'hello',
    { capabilities: [1] },
    /capabilities\.0 .* is 1 but must be string/,
  ],
];

test.each(faults)('%s', (_what, action, payload, fault) => {
  expect(faultOf({ action, payload })).toMatch(fault);
});

test('the notation of a member, of all that there is', () => {
  const stored = requests.setLocalStoreItems.payload.notation;
  expect(notationAt(stored, 'topic_dto.topic_id')).toBe('string (1 to 255)');
  expect(notationAt(stored, 'local_store_items.3.version')).toBe('integer (≥ 0)');
  expect(notationAt(stored, 'local_store_items.3.versions')).toBeUndefined();
});
