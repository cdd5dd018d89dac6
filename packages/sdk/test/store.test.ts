import { beforeEach, describe, expect, it, vi } from 'vitest';
import { BridgeError } from '../src/bridge-error.ts';
import { slowestRetryInMs } from '../src/retry.ts';
import type { Store, StoreOptions, StoreStatus, StoreValues } from '../src/store.ts';
import { createStores } from '../src/stores.ts';
import { ContainerDouble } from '../testing/index.ts';

const scope = {
  course_id_dto: { course_id: 'water' },
  issue_id_dto: { issue_id: 'water-1' },
  exercise_dto: { exercise_id: 'clouds' },
};
const segment = 'text';

let container: ContainerDouble;
let store: Store;
let statuses: StoreStatus['kind'][];

beforeEach(() => {
  vi.useFakeTimers();
  container = new ContainerDouble();
});

/** Content as it is after loading. */
async function open(options: StoreOptions = {}): Promise<void> {
  container.reload();
  store = container.store(scope, { segment, ...options });
  statuses = [];
  store.subscribe(() => statuses.push(store.status.kind));
  await store.load();
}

async function set(values: Readonly<Record<string, string>>): Promise<void> {
  store.set(values);
  await vi.advanceTimersByTimeAsync(0);
}

const fails = (code: BridgeError['code']) =>
  vi
    .spyOn(container, 'getLocalStoreItems')
    .mockRejectedValueOnce(new BridgeError(code, 'getLocalStoreItems', ''));
const sentKeys = () => container.sent.map((items) => items.map(({ key }) => key));

describe('restoring', () => {
  it('gives the values of the segment, and asks once', async () => {
    container.storeElsewhere([{ segment, key: 'answer', value: 'Cirrus' }]);
    container.storeElsewhere([{ segment: 'other', key: 'mark', value: 'not of this store' }]);
    const reading = vi.spyOn(container, 'getLocalStoreItems');
    await open();
    await store.load();
    expect(store.values).toEqual({ answer: 'Cirrus' });
    expect(store.status.kind).toBe('saved');
    expect(reading).toHaveBeenCalledOnce();
  });

  it('is tried until the values are here', async () => {
    fails('UNAVAILABLE');
    const opened = open();
    await vi.advanceTimersByTimeAsync(0);
    expect(store.status).toMatchObject({ kind: 'loading', error: { code: 'UNAVAILABLE' } });
    await vi.advanceTimersByTimeAsync(slowestRetryInMs);
    await opened;
    expect(store.status.kind).toBe('saved');
  });

  it('that is refused for good lets nothing unknown be replaced, and may be tried again', async () => {
    container.storeElsewhere([{ segment, key: 'answer', value: 'stored' }]);
    fails('NOT_LOGGED_IN');
    await expect(open()).rejects.toMatchObject({ code: 'NOT_LOGGED_IN' });
    await set({ answer: 'typed' });
    expect(store.status).toMatchObject({ kind: 'unreadable', error: { code: 'NOT_LOGGED_IN' } });
    expect(await store.flush()).toBe(true);
    expect(container.sent).toEqual([]);
    await store.load();
    expect(store.status).toEqual({ kind: 'conflict', other: { answer: 'stored' } });
    expect(store.values).toEqual({ answer: 'typed' });
  });

  it.each([
    ['nothing is stored is saved', undefined, 'kept'],
    ['the same is stored needs no request', 'typed', 'saved'],
    ['another text is stored is in conflict', 'stored', 'conflict'],
  ] as const)('values that are set before, where %s', async (_, stored, kind) => {
    if (stored) container.storeElsewhere([{ segment, key: 'answer', value: stored }]);
    store = container.store(scope, { segment });
    store.set({ answer: 'typed' });
    expect(store.isUnsaved).toBe(true);
    expect(await store.flush()).toBe(false);
    await store.load();
    await vi.advanceTimersByTimeAsync(0);
    expect(store.status.kind).toBe(kind);
    expect(store.values).toEqual({ answer: 'typed' });
    expect(sentKeys()).toEqual(kind === 'kept' ? [['answer']] : []);
  });

  it('keeps what an earlier version of the content has written, and sends it no more', async () => {
    container.storeElsewhere([
      { segment, key: 'answer', value: 'old' },
      { segment, key: 'of an earlier version', value: '{"a":1}' },
    ]);
    await open();
    await set({ answer: 'new' });
    container.deliver();
    expect(sentKeys()).toEqual([['answer']]);
    expect(container.texts).toEqual({ answer: 'new', 'of an earlier version': '{"a":1}' });
  });

  it('goes on from what an earlier version has written without a version, and is not delivered yet', async () => {
    const waiting = { segment, key: 'answer', value: 'old', updated_at: '', delivered: false };
    vi.spyOn(container, 'getLocalStoreItems').mockResolvedValueOnce([waiting]);
    await open();
    expect(store.status.kind).toBe('kept');
    await set({ answer: 'new' });
    expect(container.sent).toEqual([[{ segment, key: 'answer', value: 'new' }]]);
  });
});

describe('saving', () => {
  it('is safe on the device, and then at a service', async () => {
    await open();
    await set({ answer: 'Cirrus' });
    expect(store.status.kind).toBe('kept');
    expect(store.isUnsaved).toBe(false);
    container.deliver();
    expect(store.status.kind).toBe('saved');
    expect(statuses).toEqual(['loading', 'saved', 'saving', 'kept', 'saved']);
  });

  it('sends what has changed, and all of it together', async () => {
    await open();
    await set({ answer: 'a', done: 'false' });
    await set({ done: 'true' });
    await set({ done: 'true' });
    expect(sentKeys()).toEqual([['answer', 'done'], ['done']]);
  });

  it('asks a function once, when its turn comes', async () => {
    await open();
    let rendered = 0;
    for (let change = 0; change < 5; change += 1)
      store.set(() => ({ state: String((rendered += 1)) }));
    await vi.advanceTimersByTimeAsync(0);
    expect(rendered).toBe(1);
    expect(container.sent).toMatchObject([[{ value: '1' }]]);
    store.set(() => ({ state: 'x' }));
    expect(store.values).toEqual({ state: 'x' });
    store.set({ more: 'y' });
    expect(store.values).toEqual({ state: 'x', more: 'y' });
  });

  it('that a function fails for is said, and the function is called again', async () => {
    await open();
    const render = vi.fn<() => StoreValues>().mockImplementation(() => {
      throw new TypeError('not yet');
    });
    store.set(render);
    await vi.advanceTimersByTimeAsync(0);
    expect(store.status).toMatchObject({ kind: 'failed', error: { message: 'not yet' } });
    expect(await store.flush()).toBe(false);
    await set({ answer: 'a' });
    expect(store.isUnsaved).toBe(true);
    render.mockReturnValue({ answer: 'older', state: 'x' });
    expect(await store.flush()).toBe(true);
    container.deliver();
    expect(container.texts).toEqual({ answer: 'a', state: 'x' });
  });

  it.each([
    ['values', () => store.set({ mark: 'y' })],
    ['a function', () => store.set(() => ({ mark: 'y' }))],
  ])('of a function loses no %s that it sets itself', async (_, setMore) => {
    await open();
    store.set(() => {
      setMore();
      return { state: 'x' };
    });
    await vi.advanceTimersByTimeAsync(0);
    container.deliver();
    expect(container.texts).toEqual({ state: 'x', mark: 'y' });
  });

  it('goes on where a listener throws, and its error is reported', async () => {
    const report = vi.fn<(error: unknown) => void>();
    vi.stubGlobal('reportError', report);
    await open();
    const error = new TypeError('of the page');
    store.subscribe(() => {
      throw error;
    });
    const later = vi.fn<() => void>();
    store.subscribe(later);
    await set({ answer: 'a' });
    await set({ answer: 'b' });
    container.deliver();
    expect(container.texts).toEqual({ answer: 'b' });
    expect(store.status.kind).toBe('saved');
    expect(later).toHaveBeenCalled();
    expect(report).toHaveBeenCalledWith(error);
  });

  it('offline for a day keeps the newest on the device', async () => {
    await open();
    for (let hour = 0; hour < 24; hour += 1) {
      await set({ answer: `after ${hour} h` });
      await vi.advanceTimersByTimeAsync(3_600_000);
      expect(store.status.kind).toBe('kept');
    }
    await open();
    expect(store.values).toEqual({ answer: 'after 23 h' });
    expect(store.status.kind).toBe('kept');
    container.deliver();
    expect(store.status.kind).toBe('saved');
  });

  it('of a value that is too large fails once, keeps the one before, and goes on with a smaller one', async () => {
    await open();
    await set({ answer: 'small' });
    container.failures.push({ code: 'BAD_PAYLOAD' });
    await set({ answer: 'x'.repeat(300_000) });
    await vi.advanceTimersByTimeAsync(slowestRetryInMs * 10);
    expect(store.status).toMatchObject({ kind: 'failed', error: { code: 'BAD_PAYLOAD' } });
    expect(store.isUnsaved).toBe(true);
    expect(container.sent).toHaveLength(2);
    await set({ answer: 'small again' });
    container.deliver();
    expect(container.texts).toEqual({ answer: 'small again' });
  });

  it('of a value that is too large does not hold up the others', async () => {
    await open();
    container.failures.push({ code: 'BAD_PAYLOAD' });
    await set({ answer: 'x'.repeat(300_000) });
    await set({ note: 'a' });
    container.deliver();
    expect(container.texts).toEqual({ note: 'a' });
    expect(store.status).toMatchObject({ kind: 'failed', error: { code: 'BAD_PAYLOAD' } });
    expect(store.isUnsaved).toBe(true);
    expect(await store.flush()).toBe(false);
    await set({ answer: 'small' });
    container.deliver();
    expect(container.texts).toEqual({ answer: 'small', note: 'a' });
    expect(store.status.kind).toBe('saved');
    expect(store.isUnsaved).toBe(false);
  });

  it('of values that were set with one that is too large goes on with them once that changes', async () => {
    await open();
    container.failures.push({ code: 'BAD_PAYLOAD' });
    await set({ answer: 'x'.repeat(300_000), done: 'false' });
    await set({ answer: 'small' });
    container.deliver();
    expect(container.texts).toEqual({ answer: 'small', done: 'false' });
  });

  it('that a service refuses is said, and sent again with the next change', async () => {
    await open();
    await set({ answer: 'a', done: 'false' });
    container.refuse('LOCAL_STORE_FULL');
    expect(store.status).toMatchObject({ kind: 'failed', error: { message: 'LOCAL_STORE_FULL' } });
    expect(store.isUnsaved, 'the container keeps it').toBe(false);
    await set({ answer: 'b' });
    container.deliver();
    expect(statuses).not.toContain('conflict');
    expect(store.status.kind).toBe('saved');
    expect(container.texts).toEqual({ answer: 'b', done: 'false' });
  });

  it('that is delivered while the stored values are read is saved', async () => {
    await open();
    await set({ answer: 'a' });
    const getItems = container.getLocalStoreItems.bind(container);
    vi.spyOn(container, 'getLocalStoreItems').mockImplementationOnce(async (...args) => {
      const read = await getItems(...args);
      container.deliver();
      return read;
    });
    await open();
    expect(store.items).toMatchObject([{ value: 'a', delivered: true }]);
    expect(store.status.kind).toBe('saved');
  });

  it('is saved where that is told before the answer to writing', async () => {
    await open();
    const setItems = container.setLocalStoreItems.bind(container);
    vi.spyOn(container, 'setLocalStoreItems').mockImplementation(async (...args) => {
      const accepted = await setItems(...args);
      container.deliver();
      return accepted;
    });
    await set({ answer: 'a' });
    expect(store.status.kind).toBe('saved');
  });

  it('is not undone by the refusal of values that were replaced since', async () => {
    await open();
    await set({ answer: 'too much' });
    const [refused] = await container.getLocalStoreItems(scope);
    await set({ answer: 'less' });
    const failure = { kind: 'items', ...scope, code: 'REFUSED', message: '' } as const;
    container.emit('not-delivered', { ...failure, local_store_items: [refused!] });
    expect(store.status.kind).toBe('kept');
  });

  it('that a service refuses while newer values are under way is not taken for saved', async () => {
    await open();
    await set({ answer: 'a', done: 'false' });
    store.set({ answer: 'b' });
    // Sent, and not answered yet.
    await Promise.resolve();
    container.refuse('LOCAL_STORE_FULL');
    await vi.advanceTimersByTimeAsync(0);
    expect(store.status.kind).toBe('failed');
  });
});

it('conflicts without end are given up until the next change', async () => {
  await open();
  container.failures.push(...Array.from({ length: 4 }, () => ({ code: 'CONFLICT' as const })));
  await set({ answer: 'a' });
  expect(store.status).toMatchObject({ kind: 'failed', error: { code: 'CONFLICT' } });
  expect(store.isUnsaved).toBe(true);
  await set({ answer: 'b' });
  expect(store.status.kind).toBe('kept');
});

describe('several', () => {
  it('calls for one scope and segment give one store', () => {
    const first = container.store(scope, { segment });
    expect(container.store(structuredClone(scope), { segment })).toBe(first);
    expect(container.store(scope)).not.toBe(first);
    const { exercise_dto: _, ...issue } = scope;
    const topic = { ...issue, topic_dto: { topic_id: 'clouds' } };
    expect(container.store(topic, { segment })).not.toBe(first);
  });

  it('segments of a scope hear of their own items alone', async () => {
    await open();
    const other = container.store(scope, { segment: 'other' });
    await other.load();
    await set({ answer: 'a' });
    container.refuse('FULL');
    expect([store.status.kind, other.status.kind]).toEqual(['failed', 'saved']);
  });
});

describe('a page that goes', () => {
  it.each(['pagehide', 'visibilitychange'])(
    'tries at once what has failed, at %s',
    async (name) => {
      const listeners = new Map<string, () => void>();
      vi.stubGlobal('addEventListener', (type: string, listener: () => void) =>
        listeners.set(type, listener),
      );
      await open();
      container.failures.push({ code: 'STORAGE_FULL' });
      await set({ answer: 'a' });
      expect(store.status.kind).toBe('retrying');
      listeners.get(name)?.();
      await vi.advanceTimersByTimeAsync(0);
      expect(store.status.kind).toBe('kept');
    },
  );

  it('tries at once what has failed, at teardown', async () => {
    await open();
    container.failures.push({ code: 'TOO_MANY' });
    await set({ answer: 'a' });
    container.emit('teardown', { reason: 'expired', graceInMs: 20_000 });
    await vi.advanceTimersByTimeAsync(0);
    expect(store.status.kind).toBe('kept');
  });
});

describe('unsaved work', () => {
  it('is told with the first change, and once everything is accepted', async () => {
    await open();
    const other = container.store(scope);
    await other.load();
    expect(container.unsaved).toEqual([]);
    store.set({ answer: 'a' });
    other.set({ note: 'b' });
    expect(container.unsaved).toEqual([true]);
    await vi.advanceTimersByTimeAsync(0);
    expect(container.unsaved).toEqual([true, false]);
    container.deliver();
    expect(container.unsaved, 'delivery is the part of the container').toEqual([true, false]);
  });

  it('stays told while a request fails or a conflict is not settled', async () => {
    await open();
    container.failures.push({ code: 'STORAGE_FULL' }, { code: 'STORAGE_FULL' });
    await set({ answer: 'a' });
    await store.flush();
    expect(container.unsaved).toEqual([true]);
    await vi.advanceTimersByTimeAsync(slowestRetryInMs);
    expect(container.unsaved).toEqual([true, false]);
    container.deliver();
    container.accept([{ segment, key: 'answer', value: 'elsewhere' }]);
    await set({ answer: 'b' });
    await set({ answer: 'c' });
    expect(store.status.kind).toBe('conflict');
    expect(container.unsaved).toEqual([true, false, true]);
    await store.settle({ answer: 'elsewhere' });
    expect(container.unsaved).toEqual([true, false, true, false]);
  });

  it('of the content itself counts beside that of its stores', async () => {
    const stores = createStores(container);
    const own = stores.store(scope, { segment });
    await own.load();
    await stores.setUnsavedWork(true);
    own.set({ answer: 'a' });
    await vi.advanceTimersByTimeAsync(0);
    expect(container.unsaved).toEqual([true]);
    container.failures.push({ code: 'STORAGE_FULL' });
    own.set({ answer: 'b' });
    await vi.advanceTimersByTimeAsync(0);
    await stores.setUnsavedWork(false);
    expect(container.unsaved).toEqual([true, true]);
    await own.flush();
    expect(container.unsaved).toEqual([true, true, false]);
  });

  it('of the content that the container could not be told is told with the next change', async () => {
    const stores = createStores(container);
    const own = stores.store(scope, { segment });
    await own.load();
    const error = new BridgeError('TOO_MANY', 'setUnsavedWork', '');
    const telling = vi.spyOn(container, 'setUnsavedWork').mockRejectedValueOnce(error);
    await expect(stores.setUnsavedWork(true)).rejects.toBe(error);
    own.set({ answer: 'a' });
    await vi.advanceTimersByTimeAsync(0);
    expect(telling.mock.calls).toEqual([[true], [true]]);
  });

  it('that the container cannot be told keeps nothing from being saved, and is told with the next change', async () => {
    await open();
    const telling = vi
      .spyOn(container, 'setUnsavedWork')
      .mockRejectedValueOnce(new BridgeError('TOO_MANY', 'setUnsavedWork', ''));
    container.failures.push({ code: 'STORAGE_FULL' });
    await set({ answer: 'a' });
    await vi.advanceTimersByTimeAsync(slowestRetryInMs);
    expect(store.status.kind).toBe('kept');
    expect(telling.mock.calls).toEqual([[true], [true], [false]]);
  });
});
