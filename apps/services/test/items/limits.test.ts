import {
  annotationModelLimits,
  contentLimits,
  exerciseLimits,
  topicAttributesLimits,
  userTopicLimits,
} from '@lectern/contracts';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { codeOf, makeBeforeEach, startBeforeAll } from '../platform.ts';
import {
  bookmark,
  essay,
  exercise_dto,
  gone,
  newId,
  note,
  page,
  startWriters,
  topic_dto,
} from './writers.ts';
import { rowsOf } from '../rows.ts';

const writers = startBeforeAll(startWriters);
const mia = makeBeforeEach(() => writers.newWriter());

const saveNotes = (...notes: ReturnType<typeof note>[]) =>
  mia.clag.annotationsSaveForTopic({ body: { ...mia.issue, topic_dto, notes } });

/** Puts items beside those of the calls, as if they had been saved one by one. */
async function fill(kind: string, count: number, bytes: number, removed = false) {
  const model = kind === 'answer' ? exercise_dto.exercise_id : topic_dto.topic_id;
  await sql`
    insert into clag.content_items (subject, course_id, issue_id, kind, model_type, model_id, item_id,
      version, change_index, content, bytes, updated_at)
    select ${mia.subject}, 'wasser', 'wasser-2026', ${kind},
      ${kind === 'answer' ? 'exercise' : 'topic'},
      case when ${kind} = 'user_topic' then 'topic-' || place else ${model} end,
      case when ${kind} = 'user_topic' then '' else 'item-' || place end,
      7, place, case when ${removed} then null else '{}'::jsonb end, ${bytes}, now()
    from generate_series(1, ${count}) as place
  `.execute(writers.platform.database);
}

describe('what a topic, exercise or issue holds', () => {
  const answer = () =>
    mia.clag.exerciseSaveUserData({
      body: { ...mia.issue, answers: [essay('one-more', 'x')] },
    });
  const topic = () =>
    mia.clag.userTopicSaveData({
      body: { ...mia.issue, user_topics: [page('one-more', 'x')] },
    });
  const attributes = () =>
    mia.clag.topicTocSaveAttributesForTopic({
      body: {
        ...mia.issue,
        topic_attributes: { topic_id: topic_dto.topic_id, is_done: true, version: 0 },
      },
    });
  const aNote = () => saveNotes(note(newId(), 'x'));

  test.each([
    ['annotations', 'annotation', annotationModelLimits.items, 10, aNote, 'ANNOTATIONS_FULL'],
    [
      'bytes of annotations',
      'bookmark',
      4,
      annotationModelLimits.bytes / 4,
      aNote,
      'ANNOTATIONS_FULL',
    ],
    ['answers', 'answer', exerciseLimits.answers, 10, answer, 'ANSWERS_FULL'],
    ['bytes of answers', 'answer', 4, exerciseLimits.bytes / 4, answer, 'ANSWERS_FULL'],
    ['topics', 'user_topic', userTopicLimits.topics, 10, topic, 'USER_TOPICS_FULL'],
    [
      'attributes',
      'topic_attributes',
      topicAttributesLimits.items,
      10,
      attributes,
      'TOPIC_ATTRIBUTES_FULL',
    ],
    ['bytes of topics', 'user_topic', 4, userTopicLimits.bytes / 4, topic, 'USER_TOPICS_FULL'],
  ])(
    'is limited in %s, and what is over is not stored',
    async (_what, kind, count, bytes, save, code) => {
      await fill(kind, count, bytes);
      expect(await codeOf(save())).toBe(code);
      await sql`
      delete from clag.content_items where subject = ${mia.subject} and change_index = 1
    `.execute(writers.platform.database);
      expect(await codeOf(save())).toBeUndefined();
    },
  );

  test('does not count removed items, and counts conflict copies', async () => {
    await fill('note', annotationModelLimits.items, 10, true);
    const id = newId();
    await saveNotes(note(id, 'first'));
    await fill('annotation', annotationModelLimits.items - 2, 10);
    await saveNotes(note(id, 'second'));
    // Two notes' worth: the note, and the copy of what it was.
    expect(await codeOf(saveNotes(note(id, 'third')))).toBe('ANNOTATIONS_FULL');
    expect(await codeOf(saveNotes(note(id, 'third', 2)))).toBeUndefined();
    const settling = { ...note(id, 'fourth', 2), settled_versions: [1] };
    expect(await codeOf(saveNotes(settling))).toBeUndefined();
  });

  test('may shrink where it is over', async () => {
    await saveNotes(note('7d1f7a52-5b0c-4b3a-9d5e-0c6a1f2e3b01', 'long text'));
    await fill('annotation', annotationModelLimits.items, 10);
    const id = '7d1f7a52-5b0c-4b3a-9d5e-0c6a1f2e3b01';
    expect(await codeOf(saveNotes(note(id, 'longer text', 1)))).toBe('ANNOTATIONS_FULL');
    expect(await codeOf(saveNotes(note(id, 'short', 1)))).toBeUndefined();
  });

  test('is limited in the exchange, too, where nothing is stored of anything', async () => {
    await fill('answer', exerciseLimits.answers, 10);
    const asked = mia.clag.cloudSynchForIssue({
      body: {
        ...mia.issue,
        changes: {
          models: [{ topic_dto, bookmarks: [bookmark(newId(), 'x')] }],
          answers: [essay('one-more', 'x')],
        },
      },
    });
    expect(await codeOf(asked)).toBe('ANSWERS_FULL');
    const { bookmarks } = await mia.clag.annotationsGetForTopic({
      body: { ...mia.issue, topic_dto },
    });
    expect(bookmarks).toEqual([]);
  });
});

describe('an exchange', () => {
  const mebibyte = 1024 * 1024;
  const remove = (ids: readonly string[], with_conflict_copies = false) =>
    mia.clag.cloudSynchForIssue({
      body: {
        ...mia.issue,
        with_conflict_copies,
        changes: {
          answers: ids.map((answer_id) => gone({ ...exercise_dto, answer_id }, 7)),
        },
      },
    });

  test('of small changes on very large items is refused, and nothing is stored', async () => {
    await fill('answer', 4, 5 * mebibyte);
    const ids = ['item-1', 'item-2', 'item-3', 'item-4'];
    expect(await codeOf(remove(ids))).toBe('CHANGED_TOO_LARGE');
    const { rows } = await sql<{ version: number }>`
      select version from clag.content_items where subject = ${mia.subject}
    `.execute(writers.platform.database);
    expect(rows).toEqual(ids.map(() => ({ version: 7 })));
    expect(await codeOf(remove(ids.slice(1)))).toBeUndefined();
  });

  test('that asks for conflict copies has them weighed, too; a single change always passes', async () => {
    await fill('answer', 2, 10);
    const { content: text, is_done } = essay('a', 'x');
    const content = { content: text, is_done };
    await sql`
      insert into clag.conflict_copies (subject, course_id, issue_id, kind, model_type, model_id,
        segment, item_id, version, content, bytes, updated_at)
      select subject, course_id, issue_id, kind, model_type, model_id, '', item_id, 1,
        ${JSON.stringify(content)}::jsonb, ${20 * mebibyte}, now()
      from clag.content_items where subject = ${mia.subject}
    `.execute(writers.platform.database);
    expect(await codeOf(remove(['item-1', 'item-2'], true))).toBe('CHANGED_TOO_LARGE');
    expect(await codeOf(remove(['item-1'], true))).toBeUndefined();
    expect(await codeOf(remove(['item-1', 'item-2']))).toBeUndefined();
  });
});

describe('what a subject holds', () => {
  const sizeOf = async () => {
    const row = await writers.platform.database
      .selectFrom('clag.content_sizes')
      .select(['items', 'bytes'])
      .where('subject', '=', mia.subject)
      .executeTakeFirst();
    return row && { items: row.items, bytes: Number(row.bytes) };
  };
  const issue = {
    course_id_dto: { course_id: 'wasser' },
    issue_id_dto: { issue_id: 'wasser-2026' },
  };
  const setItem = (value: string) =>
    mia.clag.localStoreItemSetForModel({
      body: { ...issue, topic_dto, local_store_items: [{ segment: 's', key: 'k', value }] },
    });

  test('is counted as it comes and goes, copies and removals included', async () => {
    const id = newId();
    const bytesOf = (text: string) => {
      const { version: _version, note_id: _id, ...content } = note(id, text);
      return Buffer.byteLength(JSON.stringify(content));
    };
    await saveNotes(note(id, 'ä'));
    expect(await sizeOf()).toEqual({ items: 1, bytes: bytesOf('ä') });
    await saveNotes(note(id, 'longer'));
    expect(await sizeOf()).toEqual({ items: 2, bytes: bytesOf('ä') + bytesOf('longer') });
    await setItem('äü');
    await setItem('ä');
    expect(await sizeOf()).toEqual({ items: 3, bytes: bytesOf('ä') + bytesOf('longer') + 2 });
    const settled = { ...gone({ note_id: id }, 2), settled_versions: [1] };
    await mia.clag.annotationsSaveForTopic({
      body: { ...mia.issue, topic_dto, notes: [settled] },
    });
    expect(await sizeOf()).toEqual({ items: 2, bytes: 2 });
  });

  test.each([
    ['items', { items: contentLimits.items, bytes: 0 }],
    ['bytes', { items: 10, bytes: contentLimits.bytes }],
  ])('is limited in %s over all issues, in every call', async (_what, size) => {
    await saveNotes(note(newId(), 'first'));
    await setItem('first');
    await rowsOf(writers.platform.database, 'clag.content_sizes', { subject: mia.subject }).set(
      size,
    );
    const other = { ...mia.issue, issue_id_dto: { issue_id: 'another' } };
    const codes = [
      saveNotes(note(newId(), 'x')),
      mia.clag.annotationsSaveForExercise({
        body: { ...other, exercise_dto, bookmarks: [bookmark(newId(), 'x')] },
      }),
      mia.clag.exerciseSaveUserData({ body: { ...other, answers: [essay('a', 'x')] } }),
      mia.clag.exerciseSaveAndGetUserData({
        body: {
          ...other,
          exercise_ids: [exercise_dto.exercise_id],
          answers: [essay('a', 'x')],
        },
      }),
      mia.clag.userTopicSaveData({ body: { ...other, user_topics: [page('a', 'x')] } }),
      mia.clag.topicTocSaveAttributesForTopic({
        body: { ...other, topic_attributes: { topic_id: 't', is_done: true, version: 0 } },
      }),
      mia.clag.cloudSynchForIssue({
        body: {
          ...other,
          changes: { models: [{ topic_dto, bookmarks: [bookmark(newId(), 'x')] }] },
        },
      }),
      setItem('first and longer'),
    ].map(codeOf);
    const expected = codes.map(() => 'CONTENT_FULL');
    // A longer value is no further item.
    const ofItems = expected.with(codes.length - 1, undefined as never);
    expect(await Promise.all(codes)).toEqual(size.bytes === 0 ? ofItems : expected);
    expect(await codeOf(setItem('f'))).toBeUndefined();
  });
});

test('of very many removed items the oldest are forgotten, and devices that do not know begin anew', async () => {
  await saveNotes(note(newId(), 'x'));
  const { next_cursor: cursor } = await mia.clag.cloudSynchForIssue({ body: mia.issue });
  await fill('bookmark', 5_499, 0, true);
  await writers.platform.database
    .updateTable('clag.issue_changes')
    .set({ removed_items: 5_499, last_index: 5_500 })
    .where('subject', '=', mia.subject)
    .execute();
  const id = newId();
  const remove = (bookmark_id: string) =>
    mia.clag.cloudSynchForIssue({
      body: {
        ...mia.issue,
        cursor,
        changes: { models: [{ topic_dto, bookmarks: [gone({ bookmark_id }, 0)] }] },
      },
    });
  // It does not know of those that its own removal makes the service forget.
  expect(await codeOf(remove(id))).toBe('CURSOR_EXPIRED');
  await mia.clag.annotationsSaveForTopic({
    body: { ...mia.issue, topic_dto, bookmarks: [gone({ bookmark_id: id }, 0)] },
  });
  expect(await codeOf(mia.clag.cloudSynchForIssue({ body: { ...mia.issue, cursor } }))).toBe(
    'CURSOR_EXPIRED',
  );
  const left = await writers.platform.database
    .selectFrom('clag.content_items')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('subject', '=', mia.subject)
    .where('content', 'is', null)
    .executeTakeFirstOrThrow();
  expect(Number(left.count)).toBe(5_000);
  // They had version 7: what is new is above, and what was made on it is known to be older.
  const saved = await saveNotes(note(newId(), 'new'), note(newId(), 'made on a forgotten one', 7));
  expect(saved.notes).toMatchObject([{ version: 8 }, { version: 8 }]);
  expect(await codeOf(saveNotes(note(newId(), 'x', 9)))).toBe('VERSION_UNKNOWN');
});
