import { describe, expect, test } from 'vitest';
import { codeOf, makeBeforeEach, startBeforeAll } from '../platform.ts';
import {
  bookmark,
  essay,
  exercise_dto,
  gone,
  highlight,
  issueOf,
  newId,
  note,
  page,
  startWriters,
  topic_dto,
  type Writer,
} from './writers.ts';

const writers = startBeforeAll(startWriters);
const mia = makeBeforeEach(() => writers.newWriter());

const exchange = (body: object = {}) =>
  mia.clag.cloudSynchForIssue({ body: { ...mia.issue, with_conflict_copies: true, ...body } });
const marks = (...bookmarks: object[]) => ({ changes: { models: [{ topic_dto, bookmarks }] } });
const titlesIn = ({ models }: { models: readonly { bookmarks: readonly object[] }[] }) =>
  models.flatMap(({ bookmarks }) =>
    bookmarks.map((change) => ('title' in change ? change.title : 'removed')),
  );
const storeItem = (value: string, version = 0) => ({ segment: 's', key: 'k', value, version });

const nothing = { models: [], answers: [], user_topics: [], topic_attributes: [] };

test('everything of an issue goes to another device in one call, and comes back the same', async () => {
  const models = [
    {
      topic_dto,
      annotations: [highlight(newId(), 'a')],
      notes: [note(newId(), 'b')],
      bookmarks: [bookmark(newId(), 'c')],
    },
    { exercise_dto, local_store_items: [storeItem('{"ä":1}')] },
  ];
  const changes = {
    models,
    answers: [essay('a', 'd')],
    user_topics: [page('own', 'e')],
    topic_attributes: [{ topic_id: 't', is_done: true, version: 0 }],
  };
  const sent = await exchange({ changes });
  const outcome = { version: 1, outcome: 'stored' };
  expect(sent).toMatchObject({
    outcomes: {
      models: [
        { topic_dto, annotations: [outcome], notes: [outcome], bookmarks: [outcome] },
        { exercise_dto, local_store_items: [outcome] },
      ],
      answers: [outcome],
      user_topics: [outcome],
      topic_attributes: [outcome],
    },
    changes: nothing,
    conflict_copies: nothing,
    has_more: false,
  });
  const other = await exchange();
  const stored = { version: 1 };
  expect(other.outcomes).toEqual(nothing);
  expect(other.changes).toMatchObject({
    models: [
      {
        ...models[0],
        annotations: [{ ...models[0]!.annotations![0], ...stored }],
        notes: [{ ...models[0]!.notes![0], ...stored }],
        bookmarks: [{ ...models[0]!.bookmarks![0], ...stored }],
      },
      { exercise_dto, local_store_items: [storeItem('{"ä":1}', 1)] },
    ],
    answers: [essay('a', 'd', 1)],
    user_topics: [page('own', 'e', 1)],
    topic_attributes: [{ topic_id: 't', is_done: true, version: 1 }],
  });
  expect((await exchange({ cursor: sent.next_cursor })).changes).toEqual(nothing);
  expect((await exchange({ cursor: other.next_cursor })).changes).toEqual(nothing);
});

test('what the other calls change is told, once, as it is now', async () => {
  const [id, other] = [newId(), newId()];
  await exchange(marks(bookmark(id, 'first'), bookmark(other, 'other')));
  const { next_cursor } = await exchange();
  const body = { ...mia.issue, topic_dto };
  await mia.clag.annotationsSaveForTopic({ body: { ...body, bookmarks: [bookmark(id, 'x', 1)] } });
  await mia.clag.annotationsSaveForTopic({ body: { ...body, bookmarks: [bookmark(id, 'y', 2)] } });
  await mia.clag.annotationsSaveForTopic({
    body: { ...body, bookmarks: [gone({ bookmark_id: other }, 1)] },
  });
  const { subject: _, ...issue } = mia.issue;
  await mia.clag.localStoreItemSetForModel({
    body: { ...issue, topic_dto, local_store_items: [{ segment: 's', key: 'k', value: '1' }] },
  });
  const { changes } = await exchange({ cursor: next_cursor });
  expect(titlesIn(changes)).toEqual(['y', 'removed']);
  expect(changes.models[0]!.local_store_items).toMatchObject([{ value: '1', version: 1 }]);
});

test('a long exchange tells each change once, though others go on writing', async () => {
  const ids = Array.from({ length: 5 }, newId);
  await exchange(marks(...ids.map((id, place) => bookmark(id, `${place}`))));
  const first = await exchange({ ...marks(bookmark(newId(), 'own')), limit: 2 });
  expect([titlesIn(first.changes), first.has_more]).toEqual([['0', '1'], true]);
  // One that was told, one that was not; and what this device has sent is not told to it.
  await exchange(marks(bookmark(ids[0]!, '0 again', 1), bookmark(ids[4]!, '4 again', 1)));
  const second = await exchange({ cursor: first.next_cursor, limit: 2 });
  expect([titlesIn(second.changes), second.has_more]).toEqual([['2', '3'], true]);
  const third = await exchange({ cursor: second.next_cursor, limit: 2 });
  expect([titlesIn(third.changes), third.has_more]).toEqual([['0 again', '4 again'], false]);
  expect(titlesIn((await exchange({ cursor: third.next_cursor })).changes)).toEqual([]);
});

describe('local store items', () => {
  const store = (value: string, version: number, more: object = {}) =>
    exchange({
      changes: {
        models: [{ exercise_dto, local_store_items: [{ ...storeItem(value, version), ...more }] }],
      },
    });

  test('leave a copy where a device did not know them, unlike in their own call', async () => {
    await store('first', 0);
    const late = await store('late', 0);
    expect(late.outcomes.models[0]!.local_store_items).toMatchObject([
      { version: 2, outcome: 'stored', conflict_copy_version: 1 },
    ]);
    expect(late.conflict_copies!.models).toMatchObject([
      { exercise_dto, local_store_items: [{ value: 'first', version: 1 }] },
    ]);
    const { subject: _, ...issue } = mia.issue;
    const set = mia.clag.localStoreItemSetForModel({
      body: { ...issue, exercise_dto, local_store_items: [storeItem('later', 1)] },
    });
    expect(await codeOf(set)).toBe('LOCAL_STORE_ITEM_CONFLICT');
    const settled = await store('late', 2, { settled_versions: [1] });
    expect(settled.conflict_copies).toEqual(nothing);
    const { local_store_items } = await mia.clag.localStoreItemGetForModel({
      body: { ...issue, exercise_dto },
    });
    expect(local_store_items).toMatchObject([{ value: 'late', version: 2 }]);
  });
});

test('a settled copy goes from all devices: its item is told again, and with all copies that are left', async () => {
  const id = newId();
  for (const title of ['first', 'second', 'third']) await exchange(marks(bookmark(id, title)));
  const { next_cursor, conflict_copies } = await exchange();
  expect(titlesIn(conflict_copies!)).toEqual(['first', 'second']);
  await exchange(marks({ ...bookmark(id, 'third', 3), settled_versions: [1] }));
  const changes = await exchange({ cursor: next_cursor });
  expect(titlesIn(changes.changes)).toEqual(['third']);
  expect(changes.changes.models[0]!.bookmarks).toMatchObject([{ version: 3 }]);
  expect(titlesIn(changes.conflict_copies!)).toEqual(['second']);
  const without = await mia.clag.cloudSynchForIssue({ body: mia.issue });
  expect(without).not.toHaveProperty('conflict_copies');
});

describe('a cursor', () => {
  test.each([
    ['garbage', async () => 'garbage'],
    ['of another issue', async () => cursorOf(mia, 'other')],
    ["of another subject's", async () => cursorOf(await writers.newWriter())],
    ['that nobody came to', () => cursorAt('999')],
    ['with a number that is none', () => cursorAt('1e3')],
  ])('%s is refused, and nothing is stored', async (_what, cursorFor) => {
    await exchange(marks(bookmark(newId(), 'x')));
    const cursor = await cursorFor();
    const asked = exchange({ cursor, ...marks(bookmark(newId(), 'y')) });
    expect(await codeOf(asked)).toBe('CURSOR_INVALID');
    expect(await codeOf(exchange({ cursor }))).toBe('CURSOR_INVALID');
    expect(titlesIn((await exchange()).changes)).toEqual(['x']);
  });

  test('of an issue that began anew has expired, and nothing is stored', async () => {
    await exchange(marks(bookmark(newId(), 'x')));
    const { next_cursor: cursor } = await exchange();
    await writers.platform.database
      .deleteFrom('clag.issue_changes')
      .where('subject', '=', mia.subject)
      .execute();
    const expired = async () => [
      await codeOf(exchange({ cursor })),
      await codeOf(exchange({ cursor, ...marks(bookmark(newId(), 'y')) })),
    ];
    expect(await expired()).toEqual(['CURSOR_EXPIRED', 'CURSOR_EXPIRED']);
    await exchange(marks(bookmark(newId(), 'z')));
    expect(await expired()).toEqual(['CURSOR_EXPIRED', 'CURSOR_EXPIRED']);
    expect(titlesIn((await exchange()).changes)).not.toContain('y');
  });

  test('of an issue in which there was nothing holds when there is something', async () => {
    const { next_cursor: cursor } = await exchange();
    await exchange(marks(bookmark(newId(), 'x')));
    expect(titlesIn((await exchange({ cursor })).changes)).toEqual(['x']);
  });

  const cursorOf = async ({ clag, issue }: Writer, issueId?: string) =>
    (await clag.cloudSynchForIssue({ body: { ...issue, ...issueOf(issue.subject, issueId) } }))
      .next_cursor;
  /** A cursor of the issue, at a place that no answer has named. */
  const cursorAt = async (place: string) => {
    const content = Buffer.from(await cursorOf(mia), 'base64url').toString();
    const [digest, epoch] = JSON.parse(content) as string[];
    return Buffer.from(JSON.stringify([digest, epoch, place, '0', '0'])).toString('base64url');
  };
});

test.each([
  ['an item', () => marks(bookmark(sameId, 'a'), bookmark(sameId, 'b'))],
  [
    'a topic',
    () => {
      const models = ['a', 'b'].map((title) => ({
        topic_dto,
        bookmarks: [bookmark(newId(), title)],
      }));
      return { changes: { models } };
    },
  ],
])('%s that appears twice is refused, and nothing is stored', async (_what, body) => {
  expect(await codeOf(exchange(body()))).toBe('ITEM_REPEATED');
  expect(titlesIn((await exchange()).changes)).toEqual([]);
});
const sameId = newId();

test('one change on a version that never was keeps all others from being stored', async () => {
  const changes = {
    ...marks(bookmark(newId(), 'a')).changes,
    answers: [essay('a', 'x', 4)],
  };
  expect(await codeOf(exchange({ changes }))).toBe('VERSION_UNKNOWN');
  expect(titlesIn((await exchange()).changes)).toEqual([]);
});
