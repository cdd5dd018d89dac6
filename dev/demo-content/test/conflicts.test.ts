import { BridgeError } from '@lectern/sdk';
import { AnswersDouble, slowestRetryInMs } from '@lectern/sdk/testing';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Answer } from '../src/answers.ts';
import type { EssayExercise } from '../src/course/model.ts';
import { wasser } from '../src/course/wasser.ts';
import { followDelivery } from '../src/delivery.ts';

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

/** The publication as it is after loading. */
async function open(): Promise<void> {
  container.reload();
  answer = new Answer(wasser, exercise);
  followDelivery(container, new Map(), new Map([[exercise.id, answer]]));
  await answer.load(container);
}

/** Another device answers that has read nothing of this one. */
function answerElsewhere(text: string, is_done = false): void {
  const content = { basic_answer_type: 'essay' as const, text };
  container.answerElsewhere('brief', 'answer', { content, is_done });
}

const stored = () => container.task('brief', 'answer');
const essay = (text: string, is_done = false, shared_text?: string) => ({
  content: { basic_answer_type: 'essay', text, ...(shared_text && { shared_text }) },
  is_done,
});

/** Types, and waits until the container has had its say. */
async function enter(value: string): Promise<void> {
  answer.enter(value);
  await vi.advanceTimersByTimeAsync(0);
}

/** Waiting changes are delivered, and the answer has taken the outcome. */
async function deliver(): Promise<void> {
  container.deliverAnswers();
  await vi.advanceTimersByTimeAsync(0);
}

async function keepOwn(): Promise<void> {
  await answer.keepOwn();
  await vi.advanceTimersByTimeAsync(0);
  await deliver();
}

beforeEach(async () => {
  vi.useFakeTimers();
  container = new AnswersDouble();
  await open();
});

describe('what was written elsewhere', () => {
  beforeEach(async () => {
    await enter('hier');
    answerElsewhere('dort');
    await deliver();
  });

  it('is at the service, as is the own version, until the learner chooses', () => {
    expect(stored()).toEqual({ value: essay('hier'), copies: [essay('dort')] });
  });

  it('is shown to choose from, beside the own version, which can be written on', async () => {
    expect(answer.status).toMatchObject({ kind: 'conflict', other: { value: 'dort' } });
    await enter('hier weiter');
    expect(answer.kept.value).toBe('hier weiter');
    expect(answer.isOpen).toBe(true);
    await keepOwn();
    expect(stored()).toEqual({ value: essay('hier weiter'), copies: [] });
    expect(answer.status.kind).toBe('saved');
  });

  it('closes the exercise while it is on its way, so that it is shown anew', async () => {
    const taken = answer.takeOther();
    expect(answer.isOpen).toBe(false);
    await taken;
    expect(answer.isOpen).toBe(true);
    expect(answer.kept.value).toBe('dort');
    await deliver();
    expect(answer.status.kind).toBe('saved');
  });

  it('is asked about again when it has changed once more since, also once taken over', async () => {
    answerElsewhere('dort noch einmal');
    await answer.takeOther();
    expect(answer.kept.value).toBe('dort');
    expect(answer.status).toMatchObject({ kind: 'conflict', other: { value: 'dort noch einmal' } });
  });

  it('keeps the exercise closed while it cannot be read', async () => {
    const unavailable = new BridgeError('UNAVAILABLE', 'getAnswers', '');
    vi.spyOn(container, 'getAnswers').mockRejectedValueOnce(unavailable);
    const taken = answer.takeOther();
    await vi.advanceTimersByTimeAsync(0);
    expect(answer.status).toEqual({ kind: 'loading', error: unavailable });
    await vi.advanceTimersByTimeAsync(slowestRetryInMs);
    await taken;
    expect(answer.kept.value).toBe('dort');
    expect(answer.isOpen).toBe(true);
  });
});

it('who has written the same in both places need not choose', async () => {
  answerElsewhere('beides', true);
  await enter('beides');
  await deliver();
  await deliver();
  expect(answer.status.kind).toBe('saved');
  expect(answer.kept.done).toBe(true);
});

describe('what is done stays done', () => {
  it('when it was done elsewhere and the learner keeps the version here', async () => {
    answerElsewhere('dort', true);
    await enter('hier');
    await deliver();
    await keepOwn();
    expect(stored()).toEqual({ value: essay('hier', true), copies: [] });
  });

  it('when it was done here and the learner takes the other version', async () => {
    answerElsewhere('dort');
    await enter('hier');
    answer.finish(true);
    await vi.advanceTimersByTimeAsync(0);
    await deliver();
    expect(answer.status.kind).toBe('conflict');
    await answer.takeOther();
    await vi.advanceTimersByTimeAsync(0);
    await deliver();
    expect(stored()).toEqual({ value: essay('dort', true), copies: [] });
  });
});
