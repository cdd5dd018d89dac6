import type { SaveState } from '@lectern/sdk';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { answersOf, type Answer } from '../src/answers.ts';
import { wasser } from '../src/course/wasser.ts';
import { followDelivery } from '../src/delivery.ts';
import { AnswersDouble } from '@lectern/sdk/testing';

let container: AnswersDouble;
let answers: ReadonlyMap<string, Answer>;
let answer: Answer;
let other: Answer;

/** The publication as it is after loading. */
async function open(): Promise<void> {
  container.reload();
  answers = answersOf(wasser);
  [answer, other] = [answers.get('bach-brief')!, answers.get('wasser-tagebuch')!];
  followDelivery(container, new Map(), answers);
  await answer.load(container);
  await other.load(new AnswersDouble());
}

function tell(state: SaveState['state']): void {
  container.emit('save-state', { state, undelivered: 0, refused: 0 });
}

async function enter(value: string): Promise<void> {
  answer.enter(value);
  await answer.flush();
}

beforeEach(async () => {
  container = new AnswersDouble();
  await open();
});

describe('an answer', () => {
  it('is saved once its newest is delivered, and not before', async () => {
    answer.enter('erst');
    expect(answer.status.kind).toBe('saving');
    await answer.flush();
    expect(answer.status.kind).toBe('kept');
    answer.enter('dann');
    container.deliverAnswers();
    expect(answer.status.kind).toBe('saving');
    await answer.flush();
    expect(answer.status.kind).toBe('kept');
    container.deliverAnswers();
    expect(answer.status.kind).toBe('saved');
  });

  it.each(['saving', 'waiting', 'refused'] as const)(
    'that is kept says that the container is %s',
    async (state) => {
      await enter('Text');
      expect(answer.status).toEqual({ kind: 'kept', transfer: undefined });
      tell(state);
      expect(answer.status).toEqual({ kind: 'kept', transfer: state });
      await enter('Neuer Text');
      expect(answer.status).toEqual({ kind: 'kept', transfer: state });
      expect(other.status.kind, 'nothing was written there').toBe('idle');
    },
  );

  it('is not saved by what is delivered of another publication', async () => {
    await enter('Text');
    const scope = scopeOf(answer);
    const { answers: read } = await container.getAnswers(scope, [answer.exercise.id]);
    container.emit('delivered', {
      kind: 'answers',
      ...scope,
      course_id_dto: { course_id: 'feuer' },
      answers: read.map(({ answer_id, version, updated_at }) => ({
        answer_id,
        version: 1,
        accepted_version: version,
        updated_at,
        outcome: 'stored' as const,
      })),
    });
    expect(answer.status.kind).toBe('kept');
  });

  it('is not touched by what becomes of statements', async () => {
    await enter('Text');
    const statement = { kind: 'statement', dto_id: answer.exercise.id, id: 'id' } as const;
    container.emit('delivered', statement);
    container.emit('not-delivered', { ...statement, code: 'REFUSED', message: '' });
    expect(answer.status.kind).toBe('kept');
  });
});

describe('an answer that a service refuses', () => {
  it('has failed, with the reason, until something else is entered', async () => {
    await enter('zu viel');
    container.refuseAnswers('ANSWERS_FULL');
    expect(answer.status).toMatchObject({
      kind: 'failed',
      error: { code: 'REFUSED', message: 'ANSWERS_FULL' },
    });
    expect(answer.isUnsaved, 'the container keeps it').toBe(false);
    const seen: string[] = [];
    answer.addEventListener('change', () => seen.push(answer.status.kind));
    await enter('weniger');
    await vi.waitFor(() => expect(answer.status.kind).toBe('kept'));
    expect(seen).not.toContain('conflict');
    container.deliverAnswers();
    expect(answer.status.kind).toBe('saved');
    expect(container.task('bach-brief', 'answer').value).toMatchObject({
      content: { text: 'weniger' },
    });
  });
});

function scopeOf({ exercise }: Answer) {
  return {
    course_id_dto: { course_id: wasser.courseId },
    issue_id_dto: { issue_id: wasser.issueId },
    exercise_dto: { exercise_id: exercise.id },
  };
}
