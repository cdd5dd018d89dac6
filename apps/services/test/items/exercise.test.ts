import { describe, expect, test } from 'vitest';
import { codeOf, makeBeforeEach, startBeforeAll } from '../platform.ts';
import { essay, exercise_dto, gone, startWriters, type Writer } from './writers.ts';
import { rowsOf } from '../rows.ts';

const writers = startBeforeAll(startWriters);
const mia = makeBeforeEach(() => writers.newWriter());

type SaveBody = Parameters<Writer['clag']['exerciseSaveUserData']>[0]['body'];
type Answers = SaveBody['answers'];

const exercise_ids = [exercise_dto.exercise_id];
const save = (...answers: Answers) =>
  mia.clag.exerciseSaveUserData({ body: { ...mia.issue, answers } });
const merge = (...answers: Answers) =>
  mia.clag.exerciseSaveAndGetUserData({
    body: { ...mia.issue, exercise_ids, answers, with_conflict_copies: true },
  });
const read = (more: object = {}) =>
  mia.clag.exerciseGetUserData({ body: { ...mia.issue, with_conflict_copies: true, ...more } });

const gaps = (texts: Readonly<Record<string, string>>, version = 0, more: object = {}) => ({
  ...exercise_dto,
  answer_id: 'luecken',
  content: {
    basic_answer_type: 'match_keyboard' as const,
    gaps: Object.entries(texts).map(([gap_id, text]) => ({ gap_id, text })),
  },
  is_done: false,
  version,
  ...more,
});
const choices = (choice_ids: string[], version = 0) => ({
  ...exercise_dto,
  answer_id: 'wahl',
  content: { basic_answer_type: 'choice' as const, choice_ids },
  is_done: false,
  version,
});

test('answers come back as they were, replaced as a whole, with a copy of what was not known', async () => {
  expect(await save(essay('a', 'eins'))).toMatchObject({ answers: [{ version: 1 }] });
  expect(await save(essay('a', 'eins'))).toMatchObject({ result_state: 'IA_OK' });
  await save({ ...essay('a', 'zwei', 1), score_in_percent: 12.5, is_done: true });
  const late = await save(essay('a', 'drei', 1));
  expect(late.answers).toMatchObject([{ version: 3, conflict_copy_version: 2 }]);
  const { answers, conflict_copies } = await read();
  expect(answers).toMatchObject([{ content: { text: 'drei' }, version: 3, is_done: false }]);
  expect(conflict_copies).toMatchObject([
    { content: { text: 'zwei' }, version: 2, is_done: true, score_in_percent: 12.5 },
  ]);
});

test('a pupil who begins anew with the same answer as before a removal has it stored', async () => {
  await save(essay('a', 'eins'));
  await save(gone({ ...exercise_dto, answer_id: 'a' }, 1));
  const again = await save(essay('a', 'eins'));
  expect(again.answers).toMatchObject([{ version: 3, outcome: 'stored' }]);
  const { answers, conflict_copies } = await read();
  expect(answers).toMatchObject([{ content: { text: 'eins' }, version: 3 }]);
  expect(conflict_copies).toEqual([]);
});

test('a repeated change of an answer that is removed meanwhile does not bring it back', async () => {
  await save(essay('a', 'eins'));
  await save(essay('a', 'zwei', 1));
  await save(gone({ ...exercise_dto, answer_id: 'a' }, 2));
  const repeated = await save(essay('a', 'zwei', 1));
  expect(repeated.answers).toMatchObject([{ version: 2, outcome: 'unchanged' }]);
  expect((await read()).answers).toEqual([]);
});

describe('paging', () => {
  test('gives every answer once, in the order of exercise and task, also of the longest ids', async () => {
    // One character that JSON writes with six.
    const longest = '\u0001'.repeat(255);
    const ids = ['ä', 'b', longest, 'Übung'];
    await save(
      ...ids.flatMap((exercise_id) =>
        ['1', longest].map((answer_id) => ({ ...essay(answer_id, 'x'), exercise_id })),
      ),
    );
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await read({ limit: 3, ...(cursor ? { cursor } : {}) });
      expect(page.answers.length).toBeLessThanOrEqual(3);
      seen.push(...page.answers.map(({ exercise_id, answer_id }) => exercise_id + answer_id));
      cursor = page.next_cursor;
    } while (cursor);
    const texts = (await read()).answers.map(
      ({ exercise_id, answer_id }) => exercise_id + answer_id,
    );
    expect(seen).toEqual(texts);
    expect(new Set(seen).size).toBe(ids.length * 2);
  });

  test('makes pages of large answers shorter', async () => {
    const large = 'ü'.repeat(262_144);
    for (let place = 0; place < 12; place++) {
      const exercise_id = `gross-${place}`;
      await save({ ...essay('a', `${place}${large.slice(3)}`), exercise_id });
    }
    const first = await read();
    // Half a mebibyte each, and the first that comes after four of them is the next page's.
    expect(first.answers).toHaveLength(8);
    const rest = await read({ cursor: first.next_cursor });
    expect(rest.answers).toHaveLength(4);
    expect(rest).not.toHaveProperty('next_cursor');
  });

  test('finds removed answers by their copies, where these are asked for', async () => {
    await save(essay('a', 'eins'));
    await save(gone({ ...exercise_dto, answer_id: 'a' }, 0));
    const { answers, conflict_copies } = await read({ limit: 1 });
    expect([answers, conflict_copies]).toMatchObject([[], [{ content: { text: 'eins' } }]]);
    expect(await mia.clag.exerciseGetUserData({ body: mia.issue })).toEqual({
      result_state: 'OK',
      answers: [],
    });
  });

  test.each([
    ['garbage', async () => 'garbage'],
    ['one of another question', async () => (await read({ limit: 1 })).next_cursor!],
    ["one of another's", async () => cursorOf(await writers.newWriter())],
  ])('with a cursor that is %s is refused', async (_what, cursorFor) => {
    await save(essay('a', 'x'), essay('b', 'x'));
    const cursor = await cursorFor();
    const body = { ...mia.issue, exercise_ids, cursor, limit: 1 };
    expect(await codeOf(mia.clag.exerciseGetUserData({ body }))).toBe('CURSOR_INVALID');
  });

  async function cursorOf(ben: Writer): Promise<string> {
    await ben.clag.exerciseSaveUserData({
      body: { ...ben.issue, answers: [essay('a', 'x'), essay('b', 'x')] },
    });
    const body = { ...ben.issue, exercise_ids, limit: 1 };
    return (await ben.clag.exerciseGetUserData({ body })).next_cursor!;
  }
});

describe('saving and getting', () => {
  test('unites what two devices filled in, and keeps what gave way', async () => {
    await merge(gaps({ sonne: 'Sonne', dampf: 'Wasserdampf' }));
    const { outcomes, answers, conflict_copies } = await merge(
      gaps({ dampf: 'Dampf', wolke: 'Wolke' }),
    );
    expect(outcomes).toMatchObject([{ version: 2, outcome: 'merged', conflict_copy_version: 1 }]);
    const { content } = gaps({ sonne: 'Sonne', dampf: 'Dampf', wolke: 'Wolke' });
    expect(answers).toMatchObject([{ content, version: 2 }]);
    expect(conflict_copies).toMatchObject([{ version: 1 }]);
  });

  test.each([
    ['nothing is lost', { a: '1' }, { b: '2' }, { a: '1', b: '2' }, 'merged', false],
    ['a part is there', { a: '1', b: '2' }, { b: '2' }, { a: '1', b: '2' }, 'merged', false],
    ['all is the same', { a: '1' }, { a: '1' }, { a: '1' }, 'unchanged', false],
    ['more of the same', { a: '1' }, { a: '1', b: '2' }, { a: '1', b: '2' }, 'stored', false],
    ['one is another', { a: '1' }, { a: '2' }, { a: '2' }, 'stored', true],
  ])(
    'where %s it makes a copy only of what is lost',
    async (_what, first, second, both, outcome, copied) => {
      await merge(gaps(first));
      const { outcomes, answers, conflict_copies } = await merge(gaps(second));
      expect(outcomes[0]).toMatchObject({ outcome });
      expect(answers[0]!.content).toEqual(gaps(both).content);
      expect(conflict_copies).toHaveLength(copied ? 1 : 0);
    },
  );

  test.each([
    ['one tick each', ['a'], ['b'], ['b'], 'stored', true],
    ['some in common', ['a', 'b'], ['b', 'c'], ['b', 'c'], 'stored', true],
    ['more of the same', ['a'], ['a', 'b'], ['a', 'b'], 'stored', false],
    ['fewer of the same', ['a', 'b'], ['b'], ['a', 'b'], 'merged', false],
    ['the first tick', [], ['a'], ['a'], 'stored', false],
  ])(
    'of choices with %s makes no answer that nobody gave',
    async (_what, first, second, both, outcome, copied) => {
      await merge(choices(first));
      const { outcomes, answers, conflict_copies } = await merge(choices(second));
      expect(outcomes[0]).toMatchObject({ outcome });
      expect(answers[0]!.content).toMatchObject({ choice_ids: both });
      expect(conflict_copies).toMatchObject(copied ? [{ content: { choice_ids: first } }] : []);
    },
  );

  test('says once more what it has united, where its answer was lost', async () => {
    await merge(gaps({ a: '1' }));
    const { outcomes } = await merge(gaps({ b: '2' }));
    const again = await merge(gaps({ b: '2' }));
    expect(outcomes).toMatchObject([{ version: 2, outcome: 'merged' }]);
    expect(again.outcomes).toMatchObject([{ version: 2, outcome: 'merged' }]);
    expect(again.answers[0]!.content).toEqual(gaps({ a: '1', b: '2' }).content);
  });

  test('made on the stored version replaces it: what is not there was taken away', async () => {
    await merge(choices(['a', 'b']));
    const { answers, conflict_copies } = await merge(choices(['b'], 1));
    expect(answers).toMatchObject([{ content: { choice_ids: ['b'] } }]);
    expect(conflict_copies).toEqual([]);
  });

  test('replaces texts, other types and what is more than an answer holds, with a copy', async () => {
    await merge(choices(Array.from({ length: 500 }, (_, place) => `c${place}`)));
    const many = await merge(choices(['another']));
    expect(many.outcomes).toMatchObject([{ outcome: 'stored', conflict_copy_version: 1 }]);
    const other = await merge({ ...essay('wahl', 'text') });
    expect(other.outcomes).toMatchObject([{ outcome: 'stored', conflict_copy_version: 2 }]);
    expect(other.answers).toMatchObject([{ content: { text: 'text' } }]);
    const done = await merge({ ...essay('wahl', 'text', 1), is_done: true });
    expect(done.outcomes).toMatchObject([{ conflict_copy_version: 3 }]);
  });

  test('gives all of the exercises named, and stores nothing in others', async () => {
    await save(essay('a', 'x'), { ...essay('a', 'y'), exercise_id: 'other' });
    const { answers, outcomes } = await mia.clag.exerciseSaveAndGetUserData({
      body: { ...mia.issue, exercise_ids },
    });
    expect([answers.length, outcomes]).toEqual([1, []]);
    const wrong = mia.clag.exerciseSaveAndGetUserData({
      body: { ...mia.issue, exercise_ids: ['third'], answers: [essay('b', 'x')] },
    });
    expect(await codeOf(wrong)).toBe('EXERCISE_NOT_NAMED');
    expect((await read()).answers).toHaveLength(2);
  });

  test('refuses to give more than an answer holds, before anything is stored', async () => {
    const ids: string[] = [];
    for (let exercise = 0; exercise < 5; exercise++) {
      const exercise_id = `gross-${exercise}`;
      ids.push(exercise_id);
      for (let place = 0; place < 7; place++) {
        await save({ ...essay(`${place}`, 'ü'.repeat(262_144)), exercise_id });
      }
    }
    const getting = (named: string[]) =>
      mia.clag.exerciseSaveAndGetUserData({
        body: {
          ...mia.issue,
          exercise_ids: named,
          answers: [{ ...essay('beside', 'x'), exercise_id: 'gross-0' }],
        },
      });
    expect(await codeOf(getting(ids))).toBe('ANSWERS_TOO_LARGE');
    expect((await getting(ids.slice(0, 2))).outcomes).toMatchObject([{ version: 1 }]);
  });
});

describe('deleting', () => {
  test('removes answers with their copies whatever their versions, and those of no other exercise', async () => {
    await save(essay('a', 'x'), essay('b', 'x'), { ...essay('a', 'y'), exercise_id: 'other' });
    await save(essay('a', 'late'));
    await save(gone({ ...exercise_dto, answer_id: 'b' }, 0));
    const body = { ...mia.issue, exercise_ids };
    const { answers } = await mia.clag.exerciseDeleteUserData({ body });
    expect(answers).toMatchObject([{ answer_id: 'a', version: 3, outcome: 'removed' }]);
    const left = await read();
    expect(left.answers.map(({ exercise_id }) => exercise_id)).toEqual(['other']);
    expect(left.conflict_copies).toEqual([]);
    expect(await mia.clag.exerciseDeleteUserData({ body })).toEqual({
      result_state: 'IA_OK',
      answers: [],
    });
  });

  test('of what never was makes nothing', async () => {
    const body = { ...mia.issue, exercise_ids };
    expect((await mia.clag.exerciseDeleteUserData({ body })).result_state).toBe('IA_OK');
    const issues = await rowsOf(writers.platform.database, 'clag.issue_changes', {
      subject: mia.subject,
    }).get('issue_id');
    expect(issues).toEqual([]);
  });
});
