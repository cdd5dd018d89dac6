import { beforeEach, describe, expect, test } from 'vitest';
import { codeOf, makeBeforeEach, startBeforeAll } from '../platform.ts';
import {
  bookmark,
  exercise_dto,
  gone,
  highlight,
  issueOf,
  newId,
  note,
  startWriters,
  topic_dto,
  type Writer,
} from './writers.ts';
import { rowsOf } from '../rows.ts';

const writers = startBeforeAll(startWriters);
const mia = makeBeforeEach(() => writers.newWriter());

const save = (
  changes: Omit<
    Parameters<Writer['clag']['annotationsSaveForTopic']>[0]['body'],
    'subject' | 'course_id_dto' | 'issue_id_dto' | 'topic_dto'
  >,
) => mia.clag.annotationsSaveForTopic({ body: { ...mia.issue, topic_dto, ...changes } });
const read = () =>
  mia.clag.annotationsGetForTopic({
    body: { ...mia.issue, topic_dto, with_conflict_copies: true },
  });

test('what is saved on a topic comes back with its version, and a repeat changes nothing', async () => {
  const [a, n, b] = [highlight(newId(), 'Grüße 🌊'), note(newId(), ''), bookmark(newId(), 'x')];
  const changes = { annotations: [a], notes: [n], bookmarks: [b] };
  const saved = await save(changes);
  expect(saved.result_state).toBe('OK');
  expect(saved.notes).toEqual([
    { note_id: n.note_id, version: 1, updated_at: expect.any(String), outcome: 'stored' },
  ]);
  const stored = await read();
  const { updated_at } = stored.notes[0]!;
  const now = { version: 1, updated_at };
  expect(stored).toEqual({
    result_state: 'OK',
    annotations: [{ ...a, ...now }],
    notes: [{ ...n, ...now }],
    bookmarks: [{ ...b, ...now }],
    conflict_copies: { annotations: [], notes: [], bookmarks: [] },
  });
  const again = await save(changes);
  expect(again).toMatchObject({ result_state: 'IA_OK', notes: [{ outcome: 'unchanged' }] });
  expect(await read()).toEqual(stored);
});

test('a topic and an exercise of one id, and two issues, are apart', async () => {
  const first = bookmark(newId(), 'topic');
  await save({ bookmarks: [first] });
  const others = [
    mia.clag.annotationsGetForExercise({
      body: { ...mia.issue, exercise_dto: { exercise_id: topic_dto.topic_id } },
    }),
    mia.clag.annotationsGetForTopic({ body: { ...issueOf(mia.subject, 'other'), topic_dto } }),
  ];
  for (const other of await Promise.all(others)) expect(other.bookmarks).toEqual([]);
  await mia.clag.annotationsSaveForExercise({
    body: { ...mia.issue, exercise_dto, bookmarks: [{ ...first, title: 'exercise' }] },
  });
  const { bookmarks } = await mia.clag.annotationsGetForExercise({
    body: { ...mia.issue, exercise_dto },
  });
  expect(bookmarks).toMatchObject([{ title: 'exercise', version: 1 }]);
  expect((await read()).bookmarks).toMatchObject([{ title: 'topic', version: 1 }]);
});

test('notes are filtered by type and by what they consist of, copies too', async () => {
  const [plain, box] = [newId(), newId()];
  const checkbox = {
    note_id: box,
    note_type: 'EDITABLE_FIELD',
    content: { note_content_type: 'EDITABLE_CHECKBOX', field_id: 'f', is_checked: true },
    version: 0,
  } as const;
  await save({ notes: [note(plain, 'a'), checkbox] });
  await save({ notes: [note(plain, 'b')] });
  const filtered = async (filter: object) => {
    const { notes, conflict_copies } = await mia.clag.annotationsGetForTopic({
      body: { ...mia.issue, topic_dto, with_conflict_copies: true, ...filter },
    });
    return [notes.map(({ note_id }) => note_id), conflict_copies?.notes.length];
  };
  expect(await filtered({ note_types: ['SIDENOTE'] })).toEqual([[plain], 1]);
  expect(await filtered({ note_content_types: ['EDITABLE_CHECKBOX'] })).toEqual([[box], 0]);
  expect(await filtered({ note_types: [] })).toEqual([[], 0]);
});

describe('a change of an item that has changed since', () => {
  let id: string;
  beforeEach(async () => {
    id = newId();
    await save({ bookmarks: [bookmark(id, 'first')] });
    await save({ bookmarks: [bookmark(id, 'second', 1)] });
  });

  test('replaces it, and what it did not know is kept as a copy', async () => {
    const late = await save({ bookmarks: [bookmark(id, 'late', 1)] });
    expect(late.bookmarks).toMatchObject([
      { version: 3, outcome: 'stored', conflict_copy_version: 2 },
    ]);
    const { bookmarks, conflict_copies } = await read();
    expect(bookmarks).toMatchObject([{ title: 'late', version: 3 }]);
    expect(conflict_copies!.bookmarks).toMatchObject([{ title: 'second', version: 2 }]);
  });

  test('that removes it keeps what it did not know', async () => {
    const removed = await save({ bookmarks: [gone({ bookmark_id: id }, 1)] });
    expect(removed.bookmarks).toMatchObject([{ version: 3, outcome: 'removed' }]);
    const { bookmarks, conflict_copies } = await read();
    expect([bookmarks, conflict_copies!.bookmarks]).toMatchObject([[], [{ title: 'second' }]]);
  });

  test('to what is stored already changes nothing, whatever its version', async () => {
    for (const version of [0, 1, 2, 7]) {
      expect(await save({ bookmarks: [bookmark(id, 'second', version)] })).toMatchObject({
        result_state: 'IA_OK',
        bookmarks: [{ version: 2, outcome: 'unchanged' }],
      });
    }
  });

  test('on a version that never was is refused with all that came along', async () => {
    const beside = bookmark(newId(), 'beside');
    const late = save({ bookmarks: [beside, bookmark(id, 'late', 3)] });
    expect(await codeOf(late)).toBe('VERSION_UNKNOWN');
    expect((await read()).bookmarks).toMatchObject([{ title: 'second' }]);
  });

  test('that comes again after others went on from it does not come above them', async () => {
    // The answer to `second` was lost; another device has read it, and gone on.
    await save({ bookmarks: [bookmark(id, 'third', 2)] });
    const again = await save({ bookmarks: [bookmark(id, 'second', 1)] });
    expect(again).toMatchObject({
      result_state: 'IA_OK',
      bookmarks: [{ version: 2, outcome: 'unchanged' }],
    });
    const { bookmarks, conflict_copies } = await read();
    expect([bookmarks, conflict_copies!.bookmarks]).toMatchObject([[{ title: 'third' }], []]);
    // Its next change says what it knows, and meets what it does not.
    const next = await save({ bookmarks: [bookmark(id, 'next', 2)] });
    expect(next.bookmarks).toMatchObject([{ version: 4, conflict_copy_version: 3 }]);
  });
});

describe('a removed item', () => {
  test('goes on in its versions, and is brought back by whoever did not know', async () => {
    const id = newId();
    await save({ bookmarks: [bookmark(id, 'first')] });
    expect(await save({ bookmarks: [gone({ bookmark_id: id }, 1)] })).toMatchObject({
      bookmarks: [{ version: 2, outcome: 'removed' }],
    });
    expect(await save({ bookmarks: [gone({ bookmark_id: id }, 1)] })).toMatchObject({
      result_state: 'IA_OK',
    });
    const late = await save({ bookmarks: [bookmark(id, 'late', 1)] });
    expect(late.bookmarks[0]).toMatchObject({ version: 3, outcome: 'stored' });
    expect(late.bookmarks[0]).not.toHaveProperty('conflict_copy_version');
    expect((await read()).bookmarks).toMatchObject([{ title: 'late' }]);
  });

  test('that never was is removed, so that whoever makes it later is told', async () => {
    const id = newId();
    const removed = await save({ bookmarks: [gone({ bookmark_id: id }, 0)] });
    expect(removed.bookmarks).toMatchObject([{ version: 1, outcome: 'removed' }]);
    expect((await read()).bookmarks).toEqual([]);
  });
});

describe('a conflict copy', () => {
  let id: string;
  beforeEach(async () => {
    id = newId();
    await save({ bookmarks: [bookmark(id, 'first')] });
    await save({ bookmarks: [bookmark(id, 'other')] });
  });

  test('is settled without a new version where the item stays', async () => {
    const settling = { ...bookmark(id, 'other', 2), settled_versions: [1, 1, 77] };
    expect(await save({ bookmarks: [settling] })).toMatchObject({
      result_state: 'OK',
      bookmarks: [{ version: 2, outcome: 'unchanged' }],
    });
    expect((await read()).conflict_copies!.bookmarks).toEqual([]);
    expect(await save({ bookmarks: [settling] })).toMatchObject({ result_state: 'IA_OK' });
  });

  test('is chosen by a change that says the same', async () => {
    await save({ bookmarks: [{ ...bookmark(id, 'first', 2), settled_versions: [1] }] });
    const { bookmarks, conflict_copies } = await read();
    expect([bookmarks, conflict_copies!.bookmarks]).toMatchObject([
      [{ title: 'first', version: 3 }],
      [],
    ]);
  });

  test('that a request itself makes is not settled by it', async () => {
    // A request that names version 2 in advance has not seen its content.
    await save({ bookmarks: [{ ...bookmark(id, 'late', 1), settled_versions: [1, 2] }] });
    expect((await read()).conflict_copies!.bookmarks).toMatchObject([
      { title: 'other', version: 2 },
    ]);
  });
});

test('the same item twice in one request is refused, in two lists it is two', async () => {
  const id = newId();
  const twice = [bookmark(id, 'a'), bookmark(id, 'b')];
  expect(await codeOf(save({ bookmarks: twice }))).toBe('ITEM_REPEATED');
  expect(await codeOf(save({ bookmarks: [twice[0]!], notes: [note(id, 'a')] }))).toBeUndefined();
});

test('an empty save makes nothing, not even an issue', async () => {
  expect(await save({})).toMatchObject({ result_state: 'IA_OK', bookmarks: [] });
  const issues = await rowsOf(writers.platform.database, 'clag.issue_changes', {
    subject: mia.subject,
  }).get('issue_id');
  expect(issues).toEqual([]);
});
