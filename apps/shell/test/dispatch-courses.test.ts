import type { Action } from '@lectern/sdk/protocol';
import { expect, it, vi } from 'vitest';
import { createDispatch, type RequestTable } from '../src/bridge/dispatch.ts';
import { fakeBrowserForEachTest } from './fake-browser.ts';

fakeBrowserForEachTest();

const course = (course_id: string) => ({ course_id_dto: { course_id } });
const issue = { issue_id_dto: { issue_id: 'i' } };
const place = { ...issue, topic_dto: { topic_id: 't' } };

it.each<[Action, object]>([
  ['getLocalStoreItems', place],
  ['setLocalStoreItems', { ...place, local_store_items: [] }],
  ['getAnnotations', place],
  ['saveAnnotations', { ...place, notes: [] }],
  ['getAnswers', { ...issue, exercise_ids: ['x'] }],
  ['saveAnswers', { ...issue, exercise_dto: { exercise_id: 'x' }, answers: [] }],
  ['getClasses', issue],
  ['getClassAnswers', { ...issue, group_id: 'g', exercise_ids: ['x'] }],
  [
    'saveFeedback',
    {
      ...issue,
      exercise_dto: { exercise_id: 'x' },
      group_id: 'g',
      member_subject: 'm',
      feedback: [],
    },
  ],
  ['getFeedback', issue],
  ['getAssignments', issue],
  ['getClassAssignments', { ...issue, group_id: 'g' }],
  [
    'saveAssignment',
    {
      ...issue,
      group_id: 'g',
      assignment: {
        assignment_id: '7d1f7a52-5b0c-4b3a-9d5e-0c6a1f2e3b04',
        version: 1,
        is_removed: true,
      },
    },
  ],
  ['search', { query: 'x' }],
  ['autocomplete', { prefix: 'x' }],
  ['getFiles', { ...issue, paths: ['x'] }],
  ['getCmi5Progress', issue],
  ['launchCmi5', { ...issue, au_id: 'urn:x', page: 'https://content.example/' }],
])('row 61: %s is for the courses of the publication alone', async (action, rest) => {
  const perform = vi.fn<() => null>(() => null);
  const table = { [action]: perform } as unknown as RequestTable;
  const own = createDispatch(table, ['eigener', 'zweiter']);
  expect(await own(action, { ...course('fremder'), ...rest })).toEqual({
    error: { code: 'REFUSED', message: 'The course fremder is not of this publication.' },
  });
  expect(perform).not.toHaveBeenCalled();
  expect(await own(action, { ...course('zweiter'), ...rest })).toEqual({ result: null });
  // Where nobody has said which they are.
  const any = createDispatch(table);
  expect(await any(action, { ...course('fremder'), ...rest })).toEqual({ result: null });
});
