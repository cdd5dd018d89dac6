import type { LocalStoreItem, SaveState } from '@lectern/sdk';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { answersOf, type Answer } from '../src/answers.ts';
import { wasser } from '../src/course/wasser.ts';
import { followDelivery } from '../src/delivery.ts';
import { ContainerDouble } from '@lectern/sdk/testing';

let container: ContainerDouble;
let answers: ReadonlyMap<string, Answer>;
let answer: Answer;
let other: Answer;

/** The publication as it is after loading. */
async function open(): Promise<void> {
  container.reload();
  answers = answersOf(wasser);
  [answer, other] = [...answers.values()] as [Answer, Answer];
  followDelivery(container, new Map(), answers);
  await answer.load(container);
  await other.load(new ContainerDouble());
}

function tell(state: SaveState['state']): void {
  container.emit('save-state', { state, undelivered: 0, refused: 0 });
}

async function enter(value: string): Promise<void> {
  answer.enter(value);
  await answer.flush();
}

beforeEach(async () => {
  container = new ContainerDouble();
  await open();
});

describe('an answer', () => {
  it('is saved once its newest is delivered, and not before', async () => {
    answer.enter('erst');
    expect(answer.status.kind).toBe('saving');
    await answer.flush();
    expect(answer.status.kind).toBe('kept');
    const tellFirst = container.settle();
    answer.enter('dann');
    expect(answer.status.kind).toBe('saving');
    await answer.flush();
    tellFirst();
    expect(answer.status.kind).toBe('kept');
    container.deliver();
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
    const items = await container.getLocalStoreItems(scopeOf(answer));
    container.emit('delivered', {
      kind: 'items',
      ...scopeOf(answer),
      course_id_dto: { course_id: 'feuer' },
      local_store_items: items.map((item): LocalStoreItem => ({ ...item, delivered: true })),
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
    container.refuse('LOCAL_STORE_FULL');
    expect(answer.status).toMatchObject({
      kind: 'failed',
      error: { code: 'REFUSED', message: 'LOCAL_STORE_FULL' },
    });
    expect(answer.isUnsaved, 'the container keeps it').toBe(false);
    const seen: string[] = [];
    answer.addEventListener('change', () => seen.push(answer.status.kind));
    await enter('weniger');
    await vi.waitFor(() => expect(answer.status.kind).toBe('kept'));
    expect(seen).not.toContain('conflict');
    container.deliver();
    expect(answer.status.kind).toBe('saved');
    expect(container.texts['answer']).toBe('"weniger"');
  });
});

function scopeOf({ exercise }: Answer) {
  return {
    course_id_dto: { course_id: wasser.courseId },
    issue_id_dto: { issue_id: wasser.issueId },
    exercise_dto: { exercise_id: exercise.id },
  };
}
