import { AnswersDouble, slowestRetryInMs } from '@lectern/sdk/testing';
import { beforeEach, describe, expect, it, vi } from 'vitest';
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

const essay = (text: string, is_done = false, shared_text?: string) => ({
  content: { basic_answer_type: 'essay' as const, text, ...(shared_text && { shared_text }) },
  is_done,
});

/** Work under way comes to its end, and to the service. */
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
    answer.isHandedBack = true;
    expect(answer.isDone).toBe(false);
    expect(answer.finish(true), 'done anew').toBe(true);
    expect(answer.isDone).toBe(true);
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
    expect(answer.textState).toBe('unfinished');
    answer.finish(true);
    expect(answer.textState).toBe('finished');
    answer.enter('Entwurf, neu');
    expect(answer.textState).toBe('changed');
    answer.enter(' ');
    expect(answer.textState).toBe('emptied');
    answer.enter('Entwurf, neu');
    await deliver();
    expect(container.task('brief', 'answer').value).toEqual(essay('Entwurf, neu', true, 'Entwurf'));
  });

  it('knows since when a service has what teachers may read of a text', async () => {
    const [first, second, third] = [
      '2026-03-01T08:00:00Z',
      '2026-03-02T08:00:00Z',
      '2026-03-03T08:00:00Z',
    ];
    const at = async (time: string, act: () => void) => {
      container.now = time;
      act();
      await deliver();
      return answer.sharedAt;
    };
    await answer.load(container);
    expect(answer.sharedAt).toBeUndefined();
    expect(await at(first, () => answer.enter('Entwurf'))).toBeUndefined();
    expect(await at(first, () => void answer.finish(true))).toBe(first);
    expect(await at(second, () => answer.enter('Entwurf, neu'))).toBe(first);
    expect(await at(second, () => answer.enter('Entwurf'))).toBe(first);
    // Words as they were keep their time.
    expect(await at(second, () => void answer.finish(true))).toBe(first);
    answer.enter('Fertig');
    await vi.advanceTimersByTimeAsync(0);
    expect(answer.sharedAt, 'waiting, with nothing new for teachers').toBe(first);

    answer.finish(true);
    await vi.advanceTimersByTimeAsync(0);
    expect(answer.sharedAt, 'on its way').toBeUndefined();
    expect(answer.isWaiting).toBe(false);
    answer.noteTransfer('waiting');
    expect(answer.sharedAt, 'the earlier one').toBe(first);
    expect(answer.isWaiting).toBe(true);
    answer.enter('Fertig, und mehr');
    await vi.advanceTimersByTimeAsync(0);
    expect(answer.isWaiting, 'finished, then typed on').toBe(true);
    expect(await at(third, () => {})).toBe(third);
    expect(answer.isWaiting).toBe(false);
    expect(answer.textState).toBe('changed');

    await at(third, () => answer.enter('Nur für mich'));
    const again = new Answer(wasser, exercise);
    const elsewhere = new AnswersDouble();
    elsewhere.now = first;
    elsewhere.answerElsewhere('brief', 'answer', essay('Entwurf', true, 'Entwurf'));
    elsewhere.now = second;
    elsewhere.answerElsewhere('brief', 'answer', essay('Nur für mich', true, 'Entwurf'));
    await again.load(elsewhere);
    expect(again.sharedAt, 'as it is read').toBe(first);
  });

  it('has for teachers what the store has of it, without NUL and half a character', async () => {
    await answer.load(container);
    answer.enter('Es\0regnet\uD83C.');
    answer.finish(true);
    await deliver();
    answer.noteTransfer('waiting');
    expect([answer.sharedAt, answer.isWaiting]).toEqual([container.now, false]);
  });

  it('waits with a first version for teachers', async () => {
    await answer.load(container);
    answer.enter('Entwurf');
    await deliver();
    answer.finish(true);
    answer.enter('Entwurf, neu');
    await vi.advanceTimersByTimeAsync(0);
    answer.noteTransfer('waiting');
    expect([answer.sharedAt, answer.isWaiting]).toEqual([undefined, true]);
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
