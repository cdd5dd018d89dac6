import { requests, type Action } from '@lectern/sdk/protocol';
import { examplePayloads } from '@lectern/sdk/testing';
import type { Frame } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { newCast } from '../src/journeys.ts';
import { ask, askForPort, probeAs } from '../src/plain-content.ts';

/*
 * The production shell against every action of the protocol, asked by content without the SDK: by plain
 * window messages, with and without a hello, and in the same words over a port.
 */

const [mia] = newCast();

const openProbe = probeAs(mia);
let content: Frame;

/**
 * Payloads that are right. Not asked here: what takes the content away comes last, elsewhere; files and courses
 * by cmi5 need issues that were published.
 */
const {
  startLogin: _login,
  logout: _logout,
  // What needs a class is in class-answers.test.ts and assignments.test.ts.
  getClassAnswers: classAnswers,
  saveFeedback: feedback,
  getClassAssignments: ofClass,
  saveAssignment: given,
  getFiles: _files,
  getCmi5Progress: _progress,
  launchCmi5: unit,
  ...good
} = examplePayloads;
const scope = good.getLocalStoreItems;
const [bookmark] = good.saveAnnotations.bookmarks!;

/** Of each action that takes one, payloads that are wrong. */
const wrong: readonly (readonly [action: Action, payload: unknown])[] = [
  ...Object.entries(good)
    .filter(([, payload]) => payload !== undefined)
    .flatMap(([action]) =>
      [null, 'x', 7, [], {}].map((payload) => [action as Action, payload] as const),
    )
    // Nowhere in particular is a place, too.
    .filter(([action, payload]) => !(action === 'setPlace' && JSON.stringify(payload) === '{}')),
  ['setPlace', { themaId: 1 }],
  ['getLocalStoreItems', { ...scope, more: 1 }],
  ['setLocalStoreItems', { ...scope, local_store_items: [] }],
  ['setLocalStoreItems', { ...scope, local_store_items: [{ segment: 's', key: 'k', value: 1 }] }],
  ['saveAnnotations', { ...scope, bookmarks: [{ ...bookmark, version: -1 }] }],
  ['search', { query: '', course_id_dto: scope.course_id_dto }],
  ['postStatement', { dto_id: 'x', statement: {} }],
  ['getClassAnswers', { ...classAnswers, exercise_ids: [] }],
  ['saveFeedback', { ...feedback, feedback: [{ ...feedback.feedback[0], version: -1 }] }],
  ['getClassAssignments', { ...ofClass, group_id: '' }],
  ['saveAssignment', { ...given, assignment: { ...given.assignment, targets: [] } }],
  ['getCmi5Progress', {}],
  ['launchCmi5', { ...unit, page: 'https://evil.example/' }],
  ['launchCmi5', { ...unit, page: 'javascript:alert(1)' }],
  ['startLogin', { coupon: 'kein Gutschein!' }],
];

describe.each([
  ['window messages without hello', 'window', () => Promise.resolve()],
  [
    'window messages after hello',
    'window',
    () => ask(content, { action: 'hello', payload: { version: 1 } }),
  ],
  ['a port', 'port', () => askForPort(content)],
] as const)('over %s', (_, over, greet) => {
  // Each test leaves the page to the next one.
  beforeAll(async () => {
    ({ content } = await openProbe());
    await greet();
  });

  test.each(Object.entries(good))('%s gives what the protocol says', async (action, payload) => {
    const answer = await ask(content, { action, payload }, over);
    expect(answer).toMatchObject({ origin: 'container', action });
    expect(answer.error).toBeUndefined();
    expect(requests[action as Action].result.faultIn(answer.result)).toBeUndefined();
  });

  test('MESSAGE-4: payloads of another shape are refused, each with BAD_PAYLOAD', async () => {
    for (const [action, payload] of wrong)
      expect(
        await ask(content, { action, payload }, over),
        JSON.stringify([action, payload]),
      ).toEqual({
        origin: 'container',
        action,
        id: expect.any(String),
        error: { code: 'BAD_PAYLOAD', message: expect.any(String) },
      });
  });

  test.each(['__proto__', 'constructor', 'toString', 'getToken', 'getAccessToken', ''])(
    'MESSAGE-3: the action «%s» is unknown',
    async (action) => {
      expect(await ask(content, { action, payload: good.encodeChallenge }, over)).toMatchObject({
        action,
        error: { code: 'UNKNOWN_ACTION' },
      });
    },
  );
});
