import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { annotationsSubjectData } from '../../src/annotations/subject-data.ts';
import { countWaiting } from '../lock-items.ts';
import { codeOf, makeBeforeEach, startBeforeAll } from '../platform.ts';
import { tablesNaming } from '../tables-naming.ts';
import {
  bookmark,
  essay,
  exercise_dto,
  gone,
  issueOf,
  newId,
  note,
  startWriters,
  topic_dto,
  type Writer,
  type Writers,
} from './writers.ts';
import { rowsOf } from '../rows.ts';

const writers = startBeforeAll(startWriters);
const anna = makeBeforeEach(() => writers.newWriter());
const annaAgain = makeBeforeEach(() => writers.newWriter());

const within = <Result>(work: (transaction: Writers['platform']['database']) => Promise<Result>) =>
  writers.platform.database.transaction().execute(work);
const erase = ({ subject }: Writer) =>
  within((transaction) => annotationsSubjectData.erase(transaction, subject));
const move = (from: Writer, to: Writer) =>
  within((transaction) => annotationsSubjectData.move(transaction, from.subject, to.subject));

const exchange = (who: Writer, body: object = {}) =>
  who.clag.cloudSynchForIssue({ body: { ...who.issue, with_conflict_copies: true, ...body } });
const mark = (who: Writer, id: string, title: string, version = 0) =>
  exchange(who, {
    changes: { models: [{ topic_dto, bookmarks: [bookmark(id, title, version)] }] },
  });
const store = (who: Writer, value: string, version = 0) =>
  exchange(who, {
    changes: {
      models: [{ exercise_dto, local_store_items: [{ segment: 's', key: 'k', value, version }] }],
    },
  });

const sorted = (texts: readonly (string | undefined)[]) =>
  texts.map(String).toSorted((a, b) => (a < b ? -1 : 1));

/** Texts of the items and copies of an issue, as a device gets them. */
async function textsOf(who: Writer) {
  const { changes, conflict_copies } = await exchange(who);
  const texts = ({ models, answers }: typeof changes | NonNullable<typeof conflict_copies>) => [
    ...models.flatMap(({ bookmarks, local_store_items }) => [
      ...bookmarks.map((bookmark) => ('title' in bookmark ? bookmark.title : 'removed')),
      ...local_store_items.map(({ value }) => value),
    ]),
    ...answers.map((answer) =>
      'content' in answer && 'text' in answer.content ? answer.content.text : '',
    ),
  ];
  return { items: sorted(texts(changes)), copies: sorted(texts(conflict_copies!)) };
}

/** Tables of the service in which a text stands. */
const tablesWith = (text: string) => tablesNaming(writers.platform.database, text, 'clag');

const sizeOf = async ({ subject }: Writer) =>
  writers.platform.database
    .selectFrom('clag.content_sizes')
    .select(['items', 'bytes'])
    .where('subject', '=', subject)
    .executeTakeFirst();

/** Something of each kind, with conflict copies and a removed item. */
async function live(who: Writer, own: string) {
  await mark(who, newId(), `${own} mark`);
  await mark(who, shared, `${own} first`);
  await mark(who, shared, `${own} shared`);
  await store(who, `${own} store`);
  await exchange(who, { changes: { answers: [essay('a', `${own} answer`)] } });
  const removed = newId();
  await mark(who, removed, `${own} gone`);
  await exchange(who, {
    changes: { models: [{ topic_dto, bookmarks: [gone({ bookmark_id: removed }, 1)] }] },
  });
}
const shared = '7d1f7a52-5b0c-4b3a-9d5e-0c6a1f2e3b01';

test('erasing leaves nothing of a subject in any table, and all of the others', async () => {
  await live(anna, 'anna');
  await live(annaAgain, 'again');
  const before = await textsOf(annaAgain);
  expect((await tablesWith(anna.subject)).length).toBeGreaterThanOrEqual(5);
  expect(await erase(anna)).toMatchObject({
    'clag.content_items': 4,
    'clag.conflict_copies': 1,
    'clag.local_store_items': 1,
  });
  expect(await tablesWith(anna.subject)).toEqual([]);
  expect(await tablesWith('anna first')).toEqual([]);
  expect(await textsOf(annaAgain)).toEqual(before);
});

test('an export holds items, removed ones, and conflict copies', async () => {
  await live(anna, 'anna');
  const rows: Record<string, unknown[]> = {};
  await within(async (transaction) => {
    const streams = annotationsSubjectData.export(transaction, anna.subject);
    for (const [table, stream] of Object.entries(streams)) {
      rows[table] = [];
      for await (const piece of stream) rows[table].push(...piece);
    }
  });
  expect(rows['clag.conflict_copies']).toMatchObject([{ content: { title: 'anna first' } }]);
  expect(rows['clag.content_items']).toHaveLength(4);
  expect(JSON.stringify(rows)).not.toContain(anna.subject);
});

describe('moving', () => {
  test('locks the issues of the two subjects in one order, whichever is the first', async () => {
    const { database } = writers.platform;
    const [first, second] = [anna, annaAgain].toSorted((a, b) => (a.subject < b.subject ? -1 : 1));
    await mark(first!, newId(), 'first');
    await mark(second!, newId(), 'second');
    const holder = await database.startTransaction().execute();
    const lock = ({ subject }: Writer) =>
      sql`select 1 from clag.issue_changes where subject = ${subject} for update nowait`.execute(
        holder,
      );
    await lock(first!);
    const moving = move(first!, second!);
    try {
      await expect.poll(() => countWaiting(database)).toBe(1);
      await lock(second!);
    } finally {
      await holder.rollback().execute();
      await moving;
    }
  });

  test('gives everything to the other subject, whose devices are told', async () => {
    await live(anna, 'anna');
    await mark(annaAgain, newId(), 'own');
    const { next_cursor: cursor } = await exchange(annaAgain);
    const size = await sizeOf(anna);
    const before = await textsOf(anna);
    await move(anna, annaAgain);
    expect(await tablesWith(anna.subject)).toEqual([]);
    const { items, copies } = await textsOf(annaAgain);
    expect(items).toEqual(sorted([...before.items, 'own']));
    expect(copies).toEqual(before.copies);
    expect((await sizeOf(annaAgain))!.items).toBe(size!.items + 1);
    const changes = await exchange(annaAgain, { cursor });
    expect(changes.changes.answers).toMatchObject([{ content: { text: 'anna answer' } }]);
  });

  test('keeps of two the newer one, the other as a conflict copy, and all copies of both', async () => {
    await live(annaAgain, 'again');
    await live(anna, 'anna');
    const { kept } = await move(anna, annaAgain);
    expect(await textsOf(annaAgain)).toEqual({
      items: [
        'again mark',
        'anna answer',
        'anna mark',
        'anna shared',
        'anna store',
        'removed',
        'removed',
      ],
      copies: ['again answer', 'again first', 'again shared', 'again store', 'anna first'],
    });
    expect(kept).toEqual({});
    // Both had 2 of the shared one: whoever goes on from either meets a conflict.
    const late = await mark(annaAgain, shared, 'late', 2);
    expect(late.outcomes.models[0]!.bookmarks).toMatchObject([
      { version: 6, conflict_copy_version: 5 },
    ]);
  });

  test('the other way round, too: what the target wrote later stays', async () => {
    await live(anna, 'anna');
    await live(annaAgain, 'again');
    await move(anna, annaAgain);
    const { items, copies } = await textsOf(annaAgain);
    expect(items).toContain('again shared');
    expect(copies).toEqual([
      'again first',
      'anna answer',
      'anna first',
      'anna shared',
      'anna store',
    ]);
    // Further conflicts meet no copy of the same version.
    for (const version of [1, 1, 2, 3]) await mark(annaAgain, shared, `late ${version}`, version);
    for (const version of [1, 1, 2, 3]) await store(annaAgain, `late ${version}`, version);
    expect((await textsOf(annaAgain)).copies.length).toBeGreaterThan(copies.length);
  });

  test('of what both have alike makes no copy; again moves nothing', async () => {
    for (const who of [anna, annaAgain]) await mark(who, shared, 'same');
    await move(anna, annaAgain);
    expect(await textsOf(annaAgain)).toEqual({ items: ['same'], copies: [] });
    const { moved } = await move(anna, annaAgain);
    expect(moved).toMatchObject({ 'clag.content_items': 0, 'clag.conflict_copies': 0 });
  });
});

test('what one of the two removed later is not found after moving; what is there is', async () => {
  const write = (who: Writer, ...notes: object[]) =>
    exchange(who, { changes: { models: [{ topic_dto, notes }] } });
  const [here, there, own] = [newId(), newId(), newId()];
  await write(anna, note(here, 'Der Teich ist still.'), note(own, 'Der Bach rauscht.'));
  await write(annaAgain, note(here, 'Ein Tümpel'), note(there, 'Der Weiher ist tief.'));
  await write(annaAgain, gone({ note_id: here }, 1));
  await write(anna, note(there, 'Ein Tümpel'));
  await write(anna, gone({ note_id: there }, 1));
  await move(anna, annaAgain);
  const { course_id_dto, subject } = annaAgain.issue;
  const found = async (query: string) => {
    const { hits } = await annaAgain.clag.searchCourse({ body: { subject, course_id_dto, query } });
    return hits.map(({ excerpt }) => excerpt);
  };
  expect([await found('Teich'), await found('Weiher')]).toEqual([[], []]);
  expect(await found('Bach')).toEqual(['Der Bach rauscht.']);
});

describe('erasing an issue', () => {
  test('erases its items and copies, and none of other issues; devices begin anew', async () => {
    const own = newId();
    await live(anna, own);
    await anna.clag.annotationsSaveForTopic({
      body: {
        ...issueOf(anna.subject, 'another'),
        topic_dto,
        bookmarks: [bookmark(newId(), 'another')],
      },
    });
    const { next_cursor: cursor } = await exchange(anna);
    const { issue_id_dto: _, ...course } = anna.issue;
    // Two bookmarks, an answer, a local store item, a copy.
    const erased = await anna.clag.userDataDelete({ body: anna.issue });
    expect(erased.erased_items_count).toBe(5);
    expect(await tablesWith(own)).toEqual([]);
    expect((await sizeOf(anna))!.items).toBe(1);
    expect(await codeOf(exchange(anna, { cursor }))).toBe('CURSOR_EXPIRED');
    expect((await anna.clag.userDataDelete({ body: course })).erased_items_count).toBe(1);
    // The greatest version that was erased, and nothing else (decision 28).
    expect(await tablesWith(anna.subject)).toEqual(['clag.content_sizes']);
    await erase(anna);
    expect(await tablesWith(anna.subject)).toEqual([]);
  });

  test('a device that has not heard of it overwrites nothing unseen', async () => {
    await mark(anna, shared, 'erased');
    await store(anna, 'erased');
    const { subject: _, ...scope } = anna.issue;
    await anna.clag.userDataDelete({ body: anna.issue });
    await mark(anna, shared, 'new work');
    const set = (value: string, version?: number) =>
      anna.clag.localStoreItemSetForModel({
        body: {
          ...scope,
          exercise_dto,
          local_store_items: [{ segment: 's', key: 'k', value, version }],
        },
      });
    expect(await set('new work')).toMatchObject({ local_store_items: [{ version: 2 }] });
    // The old tablet goes on from what it had.
    const late = await mark(anna, shared, 'from before', 1);
    expect(late.outcomes.models[0]!.bookmarks).toMatchObject([
      { outcome: 'stored', conflict_copy_version: 2 },
    ]);
    expect((await textsOf(anna)).copies).toEqual(['new work']);
    expect(await codeOf(set('from before', 1))).toBe('LOCAL_STORE_ITEM_CONFLICT');
  });

  test.each([
    ['the first', () => [anna, annaAgain] as const],
    ['the other', () => [annaAgain, anna] as const],
  ])('that one of two did, %s, is known when they have become one', async (_which, order) => {
    const [erasing, writing] = order();
    await mark(erasing, shared, 'erased');
    await erasing.clag.userDataDelete({ body: erasing.issue });
    await mark(writing, newId(), 'own');
    await move(anna, annaAgain);
    await mark(annaAgain, shared, 'new work');
    await mark(annaAgain, shared, 'from before', 1);
    expect((await textsOf(annaAgain)).copies).toEqual(['new work']);
  });

  test('while others write leaves no item without a counter, and none that is erased above new ones', async () => {
    await mark(anna, shared, 'first');
    await Promise.all([
      ...Array.from({ length: 6 }, (_value, index) => mark(anna, shared, `${index}`)),
      ...Array.from({ length: 6 }, () => anna.clag.userDataDelete({ body: anna.issue })),
      ...Array.from({ length: 6 }, (_value, index) => store(anna, `${index}`, 0)),
    ]);
    const erased = await rowsOf(writers.platform.database, 'clag.content_sizes', {
      subject: anna.subject,
    }).one('version_floor');
    await anna.clag.userDataDelete({ body: anna.issue });
    expect(await tablesWith(anna.subject)).toEqual(['clag.content_sizes']);
    const { outcomes } = await mark(anna, shared, 'new');
    expect(outcomes.models[0]!.bookmarks[0]!.version).toBeGreaterThan(erased.version_floor);
  });
});
