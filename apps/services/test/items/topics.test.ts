import { describe, expect, test } from 'vitest';
import { codeOf, makeBeforeEach, startBeforeAll } from '../platform.ts';
import { gone, page, startWriters, type Writer } from './writers.ts';

const writers = startBeforeAll(startWriters);
const mia = makeBeforeEach(() => writers.newWriter());

type Topics = Parameters<Writer['clag']['userTopicSaveData']>[0]['body']['user_topics'];
const save = (...user_topics: Topics) =>
  mia.clag.userTopicSaveData({ body: { ...mia.issue, user_topics } });
const read = (more: object = {}) => mia.clag.userTopicGetData({ body: { ...mia.issue, ...more } });

const film = {
  topic_id: 'film',
  title: 'Film',
  content: {
    topic_type: 'LINK',
    link: { link_type: 'LINK_TYPE_WEBSITE', address: 'https://www.example.org/film' },
  },
  previous_topic_id: 'b',
  version: 0,
} as const;

describe('user topics', () => {
  test('come back as they were, and a repeat changes nothing', async () => {
    expect(await save(page('a', '<p>Ä</p>'), film)).toMatchObject({
      result_state: 'OK',
      user_topics: [{ topic_id: 'a', version: 1, outcome: 'stored' }, { topic_id: 'film' }],
    });
    expect(await save(film)).toMatchObject({ result_state: 'IA_OK' });
    const { user_topics } = await read();
    const stored = { updated_at: expect.any(String), version: 1 };
    expect(user_topics).toEqual([
      { ...page('a', '<p>Ä</p>'), ...stored },
      { ...film, ...stored },
    ]);
  });

  test('are found by id and by type, page by page', async () => {
    await save(...['a', 'b', 'c', 'd'].map((id) => page(id, id)), film);
    const ids = async (more: object) =>
      (await read(more)).user_topics.map(({ topic_id }) => topic_id);
    expect(await ids({ topic_ids: ['d', 'b', 'none'] })).toEqual(['b', 'd']);
    expect(await ids({ topic_types: ['LINK', 'STATIC_HTML'] })).toEqual(['film']);
    expect(await ids({ topic_types: [] })).toEqual([]);
    const first = await read({ limit: 3, topic_types: ['EDITABLE_HTML'] });
    expect(first.user_topics).toHaveLength(3);
    const rest = await read({
      limit: 3,
      topic_types: ['EDITABLE_HTML'],
      cursor: first.next_cursor,
    });
    expect(rest.user_topics).toMatchObject([{ topic_id: 'd' }]);
    expect(rest).not.toHaveProperty('next_cursor');
    expect(await codeOf(read({ cursor: first.next_cursor }))).toBe('CURSOR_INVALID');
  });

  test('that others have changed since leave copies, which can be settled', async () => {
    await save(page('a', 'first'));
    const late = await save(page('a', 'late'));
    expect(late.user_topics).toMatchObject([{ version: 2, conflict_copy_version: 1 }]);
    await save(gone({ topic_id: 'a' }, 2));
    const found = await read({ with_conflict_copies: true, topic_types: ['LINK'] });
    expect(found).toMatchObject({
      user_topics: [],
      conflict_copies: [{ content: { html: 'first' }, version: 1 }],
    });
    const settling = { ...gone({ topic_id: 'a' }, 3), settled_versions: [1] };
    expect(await save(settling)).toMatchObject({
      result_state: 'OK',
      user_topics: [{ version: 3, outcome: 'unchanged' }],
    });
    expect((await read({ with_conflict_copies: true })).conflict_copies).toEqual([]);
  });

  test('are refused where one appears twice', async () => {
    expect(await codeOf(save(page('a', 'x'), page('a', 'y')))).toBe('ITEM_REPEATED');
  });
});

describe('topic attributes', () => {
  const note = (version: number, more: object = {}) =>
    mia.clag.topicTocSaveAttributesForTopic({
      body: { ...mia.issue, topic_attributes: { topic_id: 't', version, ...more } },
    });
  const exchanged = async () => {
    const { changes, conflict_copies } = await mia.clag.cloudSynchForIssue({
      body: { ...mia.issue, with_conflict_copies: true },
    });
    return [changes.topic_attributes, conflict_copies!.topic_attributes];
  };

  test('are replaced as a whole; what was not known is kept; a repeat changes nothing', async () => {
    const first = { is_done: true, last_opened_at: '2026-11-21T10:28:00+01:00' };
    expect(await note(0, first)).toMatchObject({
      topic_attributes: { topic_id: 't', version: 1, outcome: 'stored' },
    });
    expect(await note(0, first)).toMatchObject({ result_state: 'IA_OK' });
    expect(await note(0, { progress_in_percent: 33.3 })).toMatchObject({
      topic_attributes: { version: 2, conflict_copy_version: 1 },
    });
    const [now, copies] = await exchanged();
    const updated_at = expect.any(String);
    expect(now).toEqual([{ topic_id: 't', progress_in_percent: 33.3, version: 2, updated_at }]);
    expect(copies).toEqual([{ topic_id: 't', ...first, version: 1, updated_at }]);
    expect(await codeOf(note(9, { is_done: false }))).toBe('VERSION_UNKNOWN');
  });

  test('can be removed, and stand beside a user topic of the same id', async () => {
    await save(page('t', 'own'));
    await note(0, { is_hidden: true });
    expect(await note(1, { is_removed: true })).toMatchObject({
      topic_attributes: { version: 2, outcome: 'removed' },
    });
    expect((await read()).user_topics).toHaveLength(1);
  });
});
