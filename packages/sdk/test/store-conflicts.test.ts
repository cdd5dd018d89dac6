import { beforeEach, describe, expect, it, vi } from 'vitest';
import { BridgeError } from '../src/bridge-error.ts';
import { slowestRetryInMs } from '../src/retry.ts';
import type { Store, StoreStatus } from '../src/store.ts';
import { ContainerDouble } from '../testing/index.ts';

const scope = {
  course_id_dto: { course_id: 'wasser' },
  issue_id_dto: { issue_id: 'wasser-2026' },
  exercise_dto: { exercise_id: 'brief' },
};

let container: ContainerDouble;
let store: Store;
let statuses: StoreStatus['kind'][];

/** Content as it is after loading. What is done stays done. */
async function open(): Promise<void> {
  container.reload();
  store = container.store(scope, {
    segment: 'essay',
    merge: (key, own, other) =>
      key === 'done' ? String([own, other].includes('true')) : undefined,
  });
  statuses = [];
  store.subscribe(() => statuses.push(store.status.kind));
  await store.load();
}

const items = (value: string, done = false) => [
  { segment: 'essay', key: 'answer', value },
  { segment: 'essay', key: 'done', value: String(done) },
];

/** Types, and waits until the container has answered. */
async function enter(value: string): Promise<void> {
  store.set({ answer: value, done: store.values['done'] ?? 'false' });
  await vi.advanceTimersByTimeAsync(0);
}

/** Delivers the writes that wait, and waits until the store has read again. */
async function deliver(): Promise<void> {
  container.deliver();
  await vi.advanceTimersByTimeAsync(0);
}

/** Takes the other version as it was shown. */
async function takeOther(): Promise<void> {
  const { status } = store;
  if (status.kind === 'conflict') await store.settle(status.other);
}

async function keepOwn(): Promise<void> {
  await store.settle(store.values);
  await vi.advanceTimersByTimeAsync(0);
  await deliver();
}

beforeEach(async () => {
  vi.useFakeTimers();
  container = new ContainerDouble();
  await open();
});

describe('versions', () => {
  const sentVersions = () =>
    container.sent.map((sent) => sent.map(({ key, version }) => [key, version]));

  it('of items that have changed go along: 0 where none was, then those that were accepted', async () => {
    await enter('erst');
    await deliver();
    await enter('dann');
    expect(sentVersions()).toEqual([
      [
        ['answer', 0],
        ['done', 0],
      ],
      [['answer', 1]],
    ]);
  });

  it('are those that were loaded', async () => {
    container.storeElsewhere(items('früher'));
    container.storeElsewhere(items('zuletzt'));
    await open();
    await enter('jetzt');
    await deliver();
    expect(container.texts['answer']).toBe('jetzt');
    expect(statuses).not.toContain('conflict');
  });
});

describe('a request whose answer did not come', () => {
  it('and that was accepted is no conflict: the newest follows it', async () => {
    container.failures.push({ code: 'TIMEOUT', isAccepted: true });
    await enter('alt');
    await enter('neu');
    await vi.advanceTimersByTimeAsync(slowestRetryInMs);
    await deliver();
    expect(container.texts['answer']).toBe('neu');
    expect(store.status.kind).toBe('saved');
    expect(statuses).not.toContain('conflict');
  });
});

/** Three ways in which two versions meet; 'dort' is stored, 'hier' on screen. */
describe.each([
  [
    'at delivery',
    async () => {
      await enter('hier');
      container.storeElsewhere(items('dort'));
      await deliver();
    },
  ],
  [
    'found after a reload',
    async () => {
      await enter('hier');
      container.storeElsewhere(items('dort'));
      await deliver();
      await open();
    },
  ],
  [
    'with another tab of this browser',
    async () => {
      container.accept(items('dort').map((item) => ({ ...item, version: 0 })));
      await enter('hier');
      await deliver();
    },
  ],
])('another version, %s,', (_, meet) => {
  beforeEach(meet);

  it('is not replaced: no change is sent', async () => {
    expect(store.status.kind).toBe('conflict');
    const sentBefore = container.sent.length;
    await enter('hier weiter');
    await store.flush();
    await vi.advanceTimersByTimeAsync(slowestRetryInMs);
    expect(container.sent.length).toBe(sentBefore);
    expect(container.texts['answer']).toBe('dort');
    expect(store.values['answer']).toBe('hier weiter');
    expect(store.status.kind).toBe('conflict');
    expect(store.isUnsaved).toBe(true);
  });

  it('leaves the own version on screen, open to be written on', () => {
    expect(store.values['answer']).toBe('hier');
  });

  it('gives way to the newest from here when the learner says so', async () => {
    store.set({ answer: 'hier weiter' });
    await keepOwn();
    expect(container.texts['answer']).toBe('hier weiter');
    expect(store.status.kind).toBe('saved');
  });

  it('gives way to the version that was on screen already', async () => {
    await keepOwn();
    expect(container.texts['answer']).toBe('hier');
    expect(store.status.kind).toBe('saved');
  });

  it('is asked about again when it has changed once more since', async () => {
    container.storeElsewhere(items('dort noch einmal'));
    await keepOwn();
    expect(store.status.kind).toBe('conflict');
    expect(container.texts['answer']).toBe('dort noch einmal');
    expect(await store.flush()).toBe(false);
    await keepOwn();
    expect(container.texts['answer']).toBe('hier');
  });

  it('is shown for the choice', () => {
    expect(store.status).toMatchObject({ kind: 'conflict', other: { answer: 'dort' } });
  });

  it('is taken over for good, and can be written on', async () => {
    await takeOther();
    await vi.advanceTimersByTimeAsync(0);
    await deliver();
    expect(store.values['answer']).toBe('dort');
    expect(store.status.kind).toBe('saved');
    expect(store.isUnsaved).toBe(false);
    await enter('hier danach');
    await deliver();
    expect(container.texts['answer']).toBe('hier danach');
  });

  it('is asked about again when it has changed once more since, also once taken over', async () => {
    container.storeElsewhere(items('dort noch einmal'));
    await takeOther();
    expect(store.values['answer']).toBe('dort');
    expect(store.status).toMatchObject({ kind: 'conflict', other: { answer: 'dort noch einmal' } });
    await takeOther();
    await vi.advanceTimersByTimeAsync(0);
    await deliver();
    expect(store.status.kind).toBe('saved');
    expect(container.texts['answer']).toBe('dort noch einmal');
  });

  it('once taken over is not asked about after a reload', async () => {
    await takeOther();
    await vi.advanceTimersByTimeAsync(0);
    await deliver();
    await open();
    expect(store.values['answer']).toBe('dort');
    expect(store.status.kind).toBe('saved');
  });
});

describe('another tab of this browser', () => {
  it('with everything delivered goes on after the conflict of another', async () => {
    container.accept(items('dort'));
    container.storeElsewhere(items('anderswo'));
    await deliver();
    expect(statuses).not.toContain('conflict');
  });

  it('does not make an answer saved by storing another one', async () => {
    await enter('hier');
    container.emit('delivered', {
      kind: 'items',
      course_id_dto: { course_id: 'wasser' },
      issue_id_dto: { issue_id: 'wasser-2026' },
      exercise_dto: { exercise_id: 'brief' },
      local_store_items: items('dort').map((item) => ({
        ...item,
        version: 1,
        updated_at: '2026-03-01T08:00:00Z',
        delivered: true,
      })),
    });
    expect(store.status.kind).toBe('kept');
  });
});

it('the same text in both places is no conflict', async () => {
  container.storeElsewhere(items('beides', true));
  await enter('beides');
  await deliver();
  await deliver();
  expect(store.status.kind).toBe('saved');
  expect(store.values['done']).toBe('true');
  expect(container.texts).toEqual({ answer: 'beides', done: 'true' });
});

describe('done stays done', () => {
  it('where another device has done it and the learner keeps the version here', async () => {
    container.storeElsewhere(items('dort', true));
    await enter('hier');
    await deliver();
    await keepOwn();
    expect(container.texts).toEqual({ answer: 'hier', done: 'true' });
  });

  it('where it was done here and the learner takes the other version', async () => {
    container.storeElsewhere(items('dort'));
    await enter('hier');
    store.set({ done: 'true' });
    await vi.advanceTimersByTimeAsync(0);
    await deliver();
    expect(store.status.kind).toBe('conflict');
    await takeOther();
    await vi.advanceTimersByTimeAsync(0);
    await deliver();
    expect(container.texts).toEqual({ answer: 'dort', done: 'true' });
  });
});

describe('an undelivered version of another tab, before any decision,', () => {
  beforeEach(async () => {
    await enter('eins');
    await deliver();
    container.accept(items('zwei').map((item) => ({ ...item, version: 0 })));
    await deliver();
    await enter('eins, weiter');
  });

  it('is not dropped by going on here', async () => {
    expect(store.status).toMatchObject({ kind: 'conflict', other: { answer: 'zwei' } });
    await enter('eins, noch weiter');
    await vi.advanceTimersByTimeAsync(slowestRetryInMs);
    expect(container.texts['answer']).toBe('eins');
    await open();
    expect(store.values['answer']).toBe('zwei');
  });

  it('gives way to what is here when the learner says so', async () => {
    await keepOwn();
    expect(container.texts['answer']).toBe('eins, weiter');
    expect(store.status.kind).toBe('saved');
    await open();
    expect(store.status.kind).toBe('saved');
  });

  it('is taken over, and not the stored one', async () => {
    await takeOther();
    await vi.advanceTimersByTimeAsync(0);
    await deliver();
    expect(store.values['answer']).toBe('zwei');
    expect(container.texts['answer']).toBe('zwei');
    expect(store.status.kind).toBe('saved');
  });

  it('is asked about before a version that is stored meanwhile', async () => {
    container.storeElsewhere(items('drei'));
    await keepOwn();
    expect(store.status).toMatchObject({ kind: 'conflict', other: { answer: 'drei' } });
    await keepOwn();
    expect(container.texts['answer']).toBe('eins, weiter');
  });
});

it('done in another tab that could not deliver it is done here, where both have written the same', async () => {
  await enter('eins');
  await deliver();
  container.accept(items('zwei', true).map((item) => ({ ...item, version: 0 })));
  await deliver();
  await enter('zwei');
  await deliver();
  expect(statuses).not.toContain('conflict');
  expect(container.texts).toEqual({ answer: 'zwei', done: 'true' });
});

describe('while the other version cannot be read', () => {
  const unavailable = new BridgeError('UNAVAILABLE', 'getLocalStoreItems', '');

  it('the learner is not asked yet, and can go on', async () => {
    container.accept(items('dort'));
    vi.spyOn(container, 'getLocalStoreItems').mockRejectedValueOnce(unavailable);
    await enter('hier');
    expect(store.status.kind).toBe('retrying');
    await enter('hier weiter');
    await vi.advanceTimersByTimeAsync(slowestRetryInMs);
    expect(store.status).toMatchObject({ kind: 'conflict', other: { answer: 'dort' } });
    expect(store.values['answer']).toBe('hier weiter');
  });

  it('a choice is carried out later', async () => {
    container.accept(items('dort'));
    await enter('hier');
    vi.spyOn(container, 'getLocalStoreItems').mockRejectedValueOnce(unavailable);
    const choice = store.settle(store.values);
    await vi.advanceTimersByTimeAsync(0);
    expect(store.status.kind).toBe('retrying');
    expect(store.isUnsaved).toBe(true);
    await vi.advanceTimersByTimeAsync(slowestRetryInMs);
    await choice;
    await vi.advanceTimersByTimeAsync(0);
    await deliver();
    expect(container.texts['answer']).toBe('hier');
  });

  it('for good, the version here stays, and the next change reads again', async () => {
    container.accept(items('dort'));
    const refused = new BridgeError('REFUSED', 'getLocalStoreItems', '');
    vi.spyOn(container, 'getLocalStoreItems').mockRejectedValueOnce(refused);
    await enter('hier');
    expect(store.status.kind).toBe('failed');
    await enter('hier weiter');
    expect(store.status).toMatchObject({ kind: 'conflict', other: { answer: 'dort' } });
  });
});

describe('a store whose last writer wins', () => {
  const openUnversioned = async () => {
    container.reload();
    store = container.store(scope, { segment: 'essay', merge: 'last-writer-wins' });
    await store.load();
  };

  it('has its first write after that of another tab accepted', async () => {
    await openUnversioned();
    container.accept(items('dort').map((item) => ({ ...item, version: 0 })));
    await enter('hier');
    expect(container.sent).toEqual([items('hier')]);
    expect(store.status.kind).toBe('kept');
    await deliver();
    expect(container.texts['answer']).toBe('hier');
  });

  it('replaces a version of another device, and one that is stored before it has read', async () => {
    await openUnversioned();
    container.storeElsewhere(items('dort'));
    await enter('hier');
    await deliver();
    expect(container.texts['answer']).toBe('hier');
    container.reload();
    store = container.store(scope, { segment: 'essay', merge: 'last-writer-wins' });
    store.set({ answer: 'hier danach' });
    await store.load();
    await vi.advanceTimersByTimeAsync(0);
    await deliver();
    expect(container.texts['answer']).toBe('hier danach');
    expect(store.status.kind).toBe('saved');
  });
});
