import { BridgeError, type Container } from '@lectern/sdk';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Answer, type AnswerStatus } from '../src/answers.ts';
import type { EssayExercise } from '../src/course/model.ts';
import { wasser } from '../src/course/wasser.ts';
import { slowestRetryInMs } from '../src/retrying.ts';
import { quietTimeInMs } from '../src/saving.ts';
import { VersionedStore } from './versioned-store.ts';

const exercise: EssayExercise = {
  id: 'brief',
  answerType: 'essay',
  title: 'Brief',
  instruction: '',
  placeholder: '',
  example: '',
};

let store: VersionedStore;
let answer: Answer;
let statuses: AnswerStatus['kind'][];

/** Stores as another tab or device does that knows the newest version. */
function storeElsewhere(value: string, done = false): void {
  store.store([
    { segment: 'essay', key: 'answer', value: JSON.stringify(value) },
    { segment: 'essay', key: 'done', value: String(done) },
  ]);
}

async function enterAndWait(value: string): Promise<void> {
  answer.enter(value);
  await vi.advanceTimersByTimeAsync(quietTimeInMs);
}

beforeEach(async () => {
  vi.useFakeTimers();
  store = new VersionedStore();
  answer = new Answer(wasser, exercise);
  statuses = [];
  answer.addEventListener('change', () => statuses.push(answer.status.kind));
  await answer.load(store as Partial<Container> as Container);
});
afterEach(() => void vi.useRealTimers());

describe('versions', () => {
  it('of both items go along: 0 where none was, then those of the last confirmation', async () => {
    await enterAndWait('erst');
    await enterAndWait('dann');
    expect(store.sent.map((items) => items.map(({ key, version }) => [key, version]))).toEqual([
      [
        ['answer', 0],
        ['done', 0],
      ],
      [
        ['answer', 1],
        ['done', 1],
      ],
    ]);
  });

  it('are those that were loaded', async () => {
    storeElsewhere('früher');
    storeElsewhere('zuletzt');
    await answer.load(store as Partial<Container> as Container);
    await enterAndWait('jetzt');
    expect(store.texts['answer']).toBe('"jetzt"');
    expect(statuses).not.toContain('conflict');
  });
});

describe('a request whose answer did not come', () => {
  it('undoes no newer answer when it arrives late', async () => {
    store.fates.push('held');
    await enterAndWait('alt');
    await enterAndWait('neu');
    await vi.advanceTimersByTimeAsync(slowestRetryInMs);
    expect(answer.status.kind).toBe('saved');
    expect(() => store.deliverLate()).toThrow('Another version');
    expect(store.texts['answer']).toBe('"neu"');
  });

  it('and that had arrived is no conflict: the newest is sent on its version', async () => {
    store.fates.push('unanswered');
    await enterAndWait('alt');
    await enterAndWait('neu');
    await vi.advanceTimersByTimeAsync(slowestRetryInMs);
    expect(store.texts['answer']).toBe('"neu"');
    expect(answer.status.kind).toBe('saved');
    expect(statuses).not.toContain('conflict');
  });

  it('is found among several', async () => {
    store.fates.push('unanswered', 'held', 'held');
    await enterAndWait('eins');
    answer.enter('zwei');
    await answer.flush();
    answer.enter('drei');
    await answer.flush();
    answer.enter('vier');
    await answer.flush();
    expect(store.texts['answer']).toBe('"vier"');
    expect(statuses).not.toContain('conflict');
  });

  it('does not hide what was written elsewhere after it', async () => {
    store.fates.push('unanswered');
    await enterAndWait('hier');
    storeElsewhere('dort');
    await vi.advanceTimersByTimeAsync(slowestRetryInMs);
    expect(answer.status.kind).toBe('conflict');
    expect(store.texts['answer']).toBe('"dort"');
  });
});

describe('what was written elsewhere', () => {
  beforeEach(async () => {
    await enterAndWait('beide');
    storeElsewhere('dort');
    await enterAndWait('hier');
  });

  it('is not replaced: nothing is sent, whatever is typed', async () => {
    expect(answer.status.kind).toBe('conflict');
    const sentBefore = store.sent.length;
    await enterAndWait('hier weiter');
    await answer.flush();
    await vi.advanceTimersByTimeAsync(slowestRetryInMs);
    expect(store.sent.length).toBe(sentBefore);
    expect(store.texts['answer']).toBe('"dort"');
    expect(answer.kept.value).toBe('hier weiter');
    expect(answer.status.kind).toBe('conflict');
    expect(answer.isUnsaved).toBe(true);
  });

  it('gives way to the newest from here when the learner says so', async () => {
    answer.enter('hier weiter');
    answer.keepOwn();
    await vi.advanceTimersByTimeAsync(0);
    expect(store.texts['answer']).toBe('"hier weiter"');
    expect(answer.status.kind).toBe('saved');
  });

  it('asks again when it has changed once more since', async () => {
    storeElsewhere('dort noch einmal');
    answer.keepOwn();
    await vi.advanceTimersByTimeAsync(0);
    expect(answer.status.kind).toBe('conflict');
    expect(store.texts['answer']).toBe('"dort noch einmal"');
  });

  it('is taken over as it is by then, and can be written on', async () => {
    storeElsewhere('dort noch einmal');
    await answer.takeStored();
    expect(answer.kept.value).toBe('dort noch einmal');
    expect(answer.status.kind).toBe('saved');
    expect(answer.isUnsaved).toBe(false);
    await enterAndWait('hier danach');
    expect(store.texts['answer']).toBe('"hier danach"');
  });

  it('closes the exercise while it is on its way, so that it is shown anew', async () => {
    const taken = answer.takeStored();
    expect(answer.isOpen).toBe(false);
    await taken;
    expect(answer.isOpen).toBe(true);
  });

  it('asks nothing any more once the session is lost', async () => {
    answer.stopSaving(new BridgeError('NOT_LOGGED_IN', 'setLocalStoreItems', ''));
    expect(answer.status.kind).toBe('failed');
    answer.keepOwn();
    await answer.takeStored();
    expect(store.texts['answer']).toBe('"dort"');
    expect(answer.kept.value).toBe('hier');
  });
});

describe('what is done stays done', () => {
  it('when it was done elsewhere and the learner keeps the version here', async () => {
    storeElsewhere('dort', true);
    await enterAndWait('hier');
    answer.keepOwn();
    await vi.advanceTimersByTimeAsync(0);
    expect(store.texts).toEqual({ answer: '"hier"', done: 'true' });
  });

  it('when it was done here and the learner takes the other version', async () => {
    storeElsewhere('dort');
    answer.enter('hier');
    answer.finish();
    await answer.flush();
    expect(answer.status.kind).toBe('conflict');
    await answer.takeStored();
    await answer.flush();
    expect(store.texts).toEqual({ answer: '"dort"', done: 'true' });
  });
});

it('a conflict that cannot be looked at yet is tried again', async () => {
  storeElsewhere('dort');
  vi.spyOn(store, 'getLocalStoreItems').mockRejectedValueOnce(
    new BridgeError('UNAVAILABLE', 'getLocalStoreItems', ''),
  );
  await enterAndWait('hier');
  expect(answer.status.kind).toBe('retrying');
  await vi.advanceTimersByTimeAsync(slowestRetryInMs);
  expect(answer.status.kind).toBe('conflict');
  expect(store.texts['answer']).toBe('"dort"');
});
