import { BridgeError } from '@lectern/sdk';
import { AnswersDouble, slowestRetryInMs } from '@lectern/sdk/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Answer, loadAnswers } from '../src/answers.ts';
import type { EssayExercise } from '../src/course/model.ts';
import { wasser } from '../src/course/wasser.ts';

const exercise: EssayExercise = {
  id: 'brief',
  answerType: 'essay',
  difficulty: 'easy',
  title: 'Brief',
  instruction: '',
  placeholder: '',
  example: '',
};

let container: AnswersDouble;
let answer: Answer;

beforeEach(() => {
  vi.useFakeTimers();
  container = new AnswersDouble();
  answer = new Answer(wasser, exercise);
});
afterEach(() => void vi.useRealTimers());

const essay = (text: string, is_done = false, shared_text?: string) => ({
  content: { basic_answer_type: 'essay' as const, text, ...(shared_text && { shared_text }) },
  is_done,
});

/** What is under way comes to its end, and to the service. */
async function deliver(): Promise<void> {
  await vi.advanceTimersByTimeAsync(0);
  container.deliverAnswers();
  await vi.advanceTimersByTimeAsync(0);
}

describe('an answer', () => {
  it('is restored from the answer to its own exercise', async () => {
    container.answerElsewhere('brief', 'answer', essay('Liebe Gemeinde', true));
    container.answerElsewhere('bild', 'answer', essay('Das ist ein Bild'));
    await answer.load(container);
    expect(answer.kept).toMatchObject({ value: 'Liebe Gemeinde', done: true });
    expect(answer.status.kind).toBe('saved');
  });

  it('stays closed until it is loaded, however often that fails', async () => {
    container.failures.push({ code: 'UNAVAILABLE' }, { code: 'TIMEOUT' });
    const loading = answer.load(container);
    await vi.advanceTimersByTimeAsync(1);
    expect(answer.status).toMatchObject({ kind: 'loading', error: { code: 'UNAVAILABLE' } });
    expect(answer.isOpen).toBe(false);
    await vi.advanceTimersByTimeAsync(slowestRetryInMs);
    await loading;
    expect(answer.isOpen).toBe(true);
    expect(answer.status.kind).toBe('idle');
  });

  it('that cannot be loaded is never overwritten', async () => {
    container.failures.push({ code: 'REFUSED' });
    await answer.load(container);
    expect(answer.status.kind).toBe('unreadable');
    answer.enter('new');
    await answer.flush();
    expect(container.given).toEqual([]);
  });

  it('of another type counts as not given', async () => {
    const choice = { basic_answer_type: 'choice' as const, choice_ids: ['a'] };
    container.answerElsewhere('brief', 'answer', { content: choice, is_done: true });
    await answer.load(container);
    expect(answer.kept).toEqual({ value: undefined, done: false });
    expect(answer.isOpen).toBe(true);
  });

  it('is stored in the form of its type, and stays done', async () => {
    await answer.load(container);
    answer.enter('Text');
    expect(answer.finish(true)).toBe(true);
    expect(answer.finish(true), 'done only once').toBe(false);
    answer.enter('Neuer Text');
    expect(await answer.flush()).toBe(true);
    expect(container.given).toEqual([
      [{ answer_id: 'answer', ...essay('Neuer Text', true, 'Text'), version: 0 }],
    ]);
  });

  it('has the score of the value that was checked, and none once it has changed', async () => {
    await answer.load(container);
    answer.enter('Text');
    expect(answer.finish(false, 50)).toBe(false);
    await deliver();
    expect(container.task('brief', 'answer').value).toEqual({
      ...essay('Text', false, 'Text'),
      score_in_percent: 50,
    });
    answer.enter('Neuer Text');
    await deliver();
    expect(container.task('brief', 'answer').value).toEqual(essay('Neuer Text', false, 'Text'));
  });

  it('shows texts to teachers as they were when they were said to be finished', async () => {
    await answer.load(container);
    answer.enter('Entwurf');
    await deliver();
    expect(container.task('brief', 'answer').value).toEqual(essay('Entwurf'));
    answer.finish(true);
    answer.enter('Entwurf, neu');
    await deliver();
    expect(container.task('brief', 'answer').value).toEqual(essay('Entwurf, neu', true, 'Entwurf'));
  });
});

describe('an answer of an earlier edition', () => {
  const item = (key: string, value: string, segment = 'essay') => ({ segment, key, value });
  const items = [
    item('answer', '"choice of another time"', 'choice'),
    item('answer', '"Liebe Gemeinde"'),
    item('done', 'true'),
  ];

  const [earlier, answered, later] = ['2026-02-01', '2026-03-01', '2026-04-01'].map(
    (day) => `${day}T08:00:00Z`,
  ) as [string, string, string];
  /** Items as another device has written them. */
  function storeAt(updated_at: string, value = '"Liebe Gemeinde"'): void {
    const item = { segment: 'essay', key: 'answer', value, version: 1, updated_at };
    vi.spyOn(container, 'getLocalStoreItems').mockImplementation(async () => [
      { ...item, ...writtenBack(), delivered: true },
    ]);
  }
  const writtenBack = () => container.sent.at(-1)?.[0] as { readonly value?: string } | undefined;

  describe('that is newer than the answer', () => {
    beforeEach(async () => {
      container.answerElsewhere('brief', 'answer', essay('Neuer', true));
      storeAt(later);
      await answer.load(container);
      await vi.advanceTimersByTimeAsync(0);
    });

    it('is offered, and the answer can be written on', async () => {
      expect(answer.status).toMatchObject({ kind: 'conflict', other: { value: 'Liebe Gemeinde' } });
      answer.enter('Neuer Text');
      await deliver();
      expect(answer.status.kind).toBe('conflict');
      expect(container.task('brief', 'answer').value).toEqual(essay('Neuer Text', true));
    });

    it('becomes the answer where the learner says so, and what is done stays done', async () => {
      const taken = answer.takeOther();
      await vi.advanceTimersByTimeAsync(0);
      await taken;
      await deliver();
      expect(answer.status.kind).toBe('saved');
      expect(answer.kept.value).toBe('Liebe Gemeinde');
      expect(container.task('brief', 'answer').value).toEqual(essay('Liebe Gemeinde', true));
    });

    it('is offered once where the learner keeps the answer', async () => {
      const chosen = answer.keepOwn();
      await vi.advanceTimersByTimeAsync(0);
      await chosen;
      expect(answer.status.kind).toBe('saved');
      container.reload();
      answer = new Answer(wasser, exercise);
      await answer.load(container);
      await vi.advanceTimersByTimeAsync(0);
      expect(answer.status.kind).toBe('saved');
      expect(container.task('brief', 'answer').value).toEqual(essay('Neuer', true));
    });
  });

  it.each([
    ['was written before the answer', () => storeAt(earlier)],
    ['was written with it', () => storeAt(answered)],
    ['equals it', () => storeAt(later, '"Neuer"')],
    ['cannot be read', () => storeAt(later, '{"a')],
  ])('is not offered where it %s', async (_, store) => {
    container.answerElsewhere('brief', 'answer', essay('Neuer'));
    store();
    await answer.load(container);
    await vi.advanceTimersByTimeAsync(0);
    expect(answer.status.kind).toBe('saved');
  });

  it('is offered when it comes to the service later', async () => {
    container.answerElsewhere('brief', 'answer', essay('Neuer'));
    await answer.load(container);
    await vi.advanceTimersByTimeAsync(0);
    storeAt(later);
    const place = {
      course_id_dto: { course_id: wasser.courseId },
      issue_id_dto: { issue_id: wasser.issueId },
    };
    const items = { kind: 'items', ...place, local_store_items: [] } as const;
    container.emit('delivered', { ...items, exercise_dto: { exercise_id: 'bild' } });
    await vi.advanceTimersByTimeAsync(0);
    expect(answer.status.kind).toBe('saved');
    container.emit('delivered', { ...items, exercise_dto: { exercise_id: 'brief' } });
    await vi.advanceTimersByTimeAsync(0);
    expect(answer.status).toMatchObject({ kind: 'conflict', other: { value: 'Liebe Gemeinde' } });
  });

  it('is not offered again where the learner has gone on from it', async () => {
    storeAt(later);
    await answer.load(container);
    answer.enter('Liebe Gemeinde, hallo');
    await deliver();
    container.emit('delivered', {
      kind: 'items',
      course_id_dto: { course_id: wasser.courseId },
      issue_id_dto: { issue_id: wasser.issueId },
      exercise_dto: { exercise_id: 'brief' },
      local_store_items: [],
    });
    await vi.advanceTimersByTimeAsync(0);
    expect(answer.status.kind).toBe('saved');
  });

  it('becomes the answer, once', async () => {
    container.storeElsewhere(items);
    await answer.load(container);
    expect(answer.kept).toMatchObject({ value: 'Liebe Gemeinde', done: true });
    await deliver();
    expect(container.task('brief', 'answer').value).toEqual(essay('Liebe Gemeinde', true));
    const { length } = container.given;
    container.reload();
    const next = new Answer(wasser, exercise);
    await next.load(container);
    await vi.advanceTimersByTimeAsync(0);
    expect(next.kept).toMatchObject({ value: 'Liebe Gemeinde', done: true });
    expect([next.status.kind, container.given.length]).toEqual(['saved', length]);
    expect(container.texts).toMatchObject({ answer: '"Liebe Gemeinde"' });
  });

  it('replaces none that was given since', async () => {
    container.storeElsewhere(items);
    container.answerElsewhere('brief', 'answer', essay('Neuer'));
    await answer.load(container);
    expect(answer.kept.value).toBe('Neuer');
    expect(container.given).toEqual([]);
  });

  it('is no conflict where two places take it over', async () => {
    container.storeElsewhere(items);
    await answer.load(container);
    await vi.advanceTimersByTimeAsync(0);
    container.answerElsewhere('brief', 'answer', essay('Liebe Gemeinde', true));
    await deliver();
    expect(answer.status.kind).toBe('saved');
    expect(container.task('brief', 'answer').copies).toEqual([]);
  });

  it('that could not be delivered is taken as it was written here', async () => {
    container.storeElsewhere([item('answer', '"dort"')]);
    const [there] = await container.getLocalStoreItems({} as never);
    const conflict = { value: '"hier"', updated_at: '2026-03-01T08:00:00Z' };
    vi.spyOn(container, 'getLocalStoreItems').mockResolvedValueOnce([{ ...there!, conflict }]);
    await answer.load(container);
    expect(answer.kept.value).toBe('hier');
  });

  it('keeps the exercise closed while it cannot be read', async () => {
    container.storeElsewhere(items);
    const unavailable = new BridgeError('UNAVAILABLE', 'getLocalStoreItems', '');
    vi.spyOn(container, 'getLocalStoreItems').mockRejectedValueOnce(unavailable);
    const loading = answer.load(container);
    await vi.advanceTimersByTimeAsync(0);
    expect(answer.status).toEqual({ kind: 'loading', error: unavailable });
    await vi.advanceTimersByTimeAsync(slowestRetryInMs);
    await loading;
    expect(answer.kept.value).toBe('Liebe Gemeinde');
  });

  it('that cannot be read at all is hidden by nothing', async () => {
    const refused = new BridgeError('REFUSED', 'getLocalStoreItems', '');
    vi.spyOn(container, 'getLocalStoreItems').mockRejectedValueOnce(refused);
    await answer.load(container);
    expect(answer.status).toEqual({ kind: 'unreadable', error: refused });
    answer.enter('new');
    await deliver();
    expect(container.given).toEqual([]);
  });

  it.each(['{"a', 'null'])('that is no answer counts as not given: %s', async (value) => {
    container.storeElsewhere([item('answer', value)]);
    await answer.load(container);
    expect(answer.status.kind).toBe('idle');
    expect(answer.kept.value).toBeUndefined();
  });
});

it('what a service has united is shown, and told once', async () => {
  const gaps: Answer['exercise'] = {
    ...exercise,
    answerType: 'match_keyboard',
    text: '{x} {y}',
    words: [],
    gaps: { x: ['Regen'], y: ['Schnee'] },
  } as never;
  answer = new Answer(wasser, gaps);
  await answer.load(container);
  const replaced = vi.fn<() => void>();
  answer.addEventListener('replaced', replaced);
  answer.enter({ x: 'Regen', y: '' });
  await vi.advanceTimersByTimeAsync(0);
  container.answerElsewhere('brief', 'answer', {
    content: { basic_answer_type: 'match_keyboard', gaps: [{ gap_id: 'y', text: 'Schnee' }] },
    is_done: false,
  });
  await deliver();
  expect(answer.kept.value).toEqual({ x: 'Regen', y: 'Schnee' });
  expect(answer.status.kind).toBe('saved');
  expect(replaced).toHaveBeenCalledTimes(1);
});

it('answers of the open page come first', async () => {
  const answers = ['wal', 'brief', 'bild', 'film'].map(
    (id) => new Answer(wasser, { ...exercise, id }),
  );
  await loadAnswers(answers, ['brief', 'film'], container);
  expect(container.asked).toEqual([
    ['brief', 'film'],
    ['wal', 'bild'],
  ]);
});
