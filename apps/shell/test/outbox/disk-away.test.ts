import { IDBDatabase, IDBFactory, IDBObjectStore } from 'fake-indexeddb';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createEntryStore } from '../../src/outbox/disk/entry-store.ts';
import { hasUndelivered } from '../../src/outbox/disk/has-undelivered.ts';
import { acceptLimitInMs, openLimitInMs } from '../../src/outbox/model/limits.ts';
import {
  deviceForEachTest,
  item,
  limitInMs,
  openTab,
  scope,
  statement,
  statementId,
  untilSo,
} from './fake-tabs.ts';
import { FakeStores } from './fake-stores.ts';

deviceForEachTest();
beforeEach(() => {
  // The database goes on by itself.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});

/** A connection as another page has it, which hears of nothing. */
async function otherPage(version?: number): Promise<IDBDatabase> {
  const { promise, resolve, reject } = Promise.withResolvers<IDBDatabase>();
  const opening = indexedDB.open('lectern-outbox', version);
  opening.addEventListener('success', () => resolve(opening.result));
  opening.addEventListener('error', () => reject(opening.error!));
  return promise;
}

/**
 * Has what a page was asked for go on, with as much time as it takes; never longer than a minute. Between the
 * seconds the database, which has a time of its own, comes to its end.
 */
async function inTheEnd<T>(work: Promise<T>): Promise<T> {
  const over = new AbortController();
  const end = () => over.abort();
  work.then(end, end);
  for (let second = 0; second < 60 && !over.signal.aborted; second++) {
    const until = performance.now() + 50;
    // Turns count, too, where the machine lets this process wait.
    for (let turn = 0; turn < 200 || performance.now() < until; turn++) {
      if (over.signal.aborted) break;
      await new Promise((resolve) => setImmediate(resolve));
    }
    if (!over.signal.aborted) await vi.advanceTimersByTimeAsync(1_000);
  }
  return work;
}

const isKept = { delivered: false };
const isStored = { delivered: true };

/** The answer to an item that is accepted now: it says whether the item lies on the disk or at the service. */
async function accepted(
  { outbox }: Pick<ReturnType<typeof openTab>, 'outbox'>,
  value: string,
  version: number,
): Promise<unknown> {
  const [stored] = await outbox.acceptItems(scope, [item(value, version)]);
  return stored;
}

describe('a database that does not answer when it is opened', () => {
  /** Has the first requests of the page without an answer, until they are let go. */
  function silence(count: number): () => void {
    const waiting: (() => void)[] = [];
    const open = IDBFactory.prototype.open;
    const spy = vi.spyOn(IDBFactory.prototype, 'open');
    for (let silent = 0; silent < count; silent++)
      spy.mockImplementationOnce(function (this: IDBFactory, ...given) {
        const request = { addEventListener() {}, removeEventListener() {} };
        Object.setPrototypeOf(request, IDBOpenDBRequest.prototype);
        waiting.push(() => void open.apply(this, given));
        return request as never;
      });
    return () => waiting.forEach((go) => go());
  }

  it('at first, as in WebKit, is asked once more', async () => {
    silence(1);
    const stores = new FakeStores();
    stores.fault = () => 'network';
    expect(await inTheEnd(accepted(openTab(stores), 'one', 0))).toMatchObject(isKept);
  });

  it('is done without after a limit, in the time that accepting may take', async () => {
    silence(20);
    const tab = openTab(new FakeStores());
    expect(await inTheEnd(accepted(tab, 'one', 0))).toMatchObject(isStored);
    expect(openLimitInMs).toBeLessThan(acceptLimitInMs);
    await expect(inTheEnd(hasUndelivered())).rejects.toThrow('The database does not answer.');
  });
});

describe('another tab that stands still', () => {
  it('while it deletes the database is waited for no longer than that, and its end is noticed', async () => {
    await accepted(openTab(new FakeStores()), 'before', 0);
    const other = await otherPage();
    indexedDB.deleteDatabase('lectern-outbox');
    const stores = new FakeStores();
    const tab = openTab(stores);
    expect(await inTheEnd(accepted(tab, 'one', 0))).toMatchObject(isStored);
    expect(stores.value(scope, item(''))).toBe('one');
    other.close();
    stores.fault = () => 'network';
    // From now on on the disk again: accepted, although no service can be asked.
    await untilSo(() => vi.mocked(console.warn).mock.calls.length > 0);
    await vi.waitFor(async () =>
      expect(await inTheEnd(accepted(tab, 'two', 1))).toMatchObject(isKept),
    );
  });

  it('in a transaction is waited for no longer than a limit, where nothing waits here', async () => {
    const stores = new FakeStores();
    const tab = openTab(stores);
    await accepted(tab, 'one', 0);
    expect(await tab.outbox.drained(1_000)).toBe(true);
    const other = await otherPage();
    const transaction = other.transaction(['entries', 'totals'], 'readwrite');
    let isHeld = true;
    const hold = () => {
      if (isHeld) transaction.objectStore('totals').get('x').addEventListener('success', hold);
    };
    hold();
    // The first is not kept, and says so; then it goes the direct way.
    await expect(inTheEnd(accepted(tab, 'two', 1))).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await inTheEnd(new Promise((resolve) => setTimeout(resolve, acceptLimitInMs)));
    expect(await inTheEnd(accepted(tab, 'two', 1))).toMatchObject(isStored);
    isHeld = false;
    stores.fault = () => 'network';
    await vi.waitFor(async () =>
      expect(await inTheEnd(accepted(tab, 'three', 2))).toMatchObject(isKept),
    );
  });

  it('in a transaction lets nothing go beside what waits here', async () => {
    const stores = new FakeStores();
    stores.fault = () => 'network';
    const tab = openTab(stores);
    await accepted(tab, 'one', 0);
    await untilSo(() => tab.outbox.saveState.undelivered === 1);
    const other = await otherPage();
    const transaction = other.transaction(['entries', 'totals'], 'readwrite');
    const hold = () => transaction.objectStore('totals').get('x').addEventListener('success', hold);
    hold();
    const unavailable = { code: 'UNAVAILABLE' };
    for (let attempt = 0; attempt < 3; attempt++)
      await expect(inTheEnd(accepted(tab, 'two', 1))).rejects.toMatchObject(unavailable);
    transaction.abort();
  });
});

describe('a later version of the shell that has the database', () => {
  it('before this one opens it: accepted is what the service has, and a reload helps', async () => {
    (await otherPage(2)).close();
    const stores = new FakeStores();
    const tab = openTab(stores);
    expect(await inTheEnd(accepted(tab, 'one', 0))).toMatchObject(isStored);
    expect(tab.outbox.isOutdated).toBe(true);
  });

  it('takes it over: nothing is lost, and what is written here goes to the service', async () => {
    const stores = new FakeStores();
    stores.fault = () => 'network';
    const tab = openTab(stores);
    await accepted(tab, 'one', 0);
    await untilSo(() => tab.outbox.saveState.undelivered === 1);
    expect(tab.outbox.isOutdated).toBe(false);
    const heard = vi.fn<() => void>();
    tab.outbox.subscribe(heard);
    // This tab makes way for it.
    const other = await otherPage(2);
    stores.fault = () => undefined;
    const more = [{ ...item('other', 0), key: 'more' }];
    expect(await inTheEnd(tab.outbox.acceptItems(scope, more))).toMatchObject([isStored]);
    expect(tab.outbox.isOutdated).toBe(true);
    expect(heard).toHaveBeenCalled();
    const rows = other.transaction('entries').objectStore('entries').count();
    await new Promise((resolve) => rows.addEventListener('success', resolve));
    expect(rows.result).toBe(1);
    other.close();
  });
});

/** Connections of this page to the database that are open. */
function countConnections(): () => number {
  const opened = vi.spyOn(IDBFactory.prototype, 'open');
  const closed = vi.spyOn(IDBDatabase.prototype, 'close');
  return () => opened.mock.calls.length - new Set(closed.mock.contexts).size;
}

describe('an outbox that is closed, as at a sign-out', () => {
  it('keeps what is being accepted, tells the other tabs, and lets the database go', async () => {
    const connections = countConnections();
    const stores = new FakeStores();
    stores.fault = () => 'network';
    const [tab, other] = [openTab(stores), openTab(stores)];
    await accepted(tab, 'one', 0);
    await untilSo(() => [tab, other].every(({ outbox }) => outbox.saveState.state === 'waiting'));
    const { promise: sealing, resolve: seal } = Promise.withResolvers<void>();
    const encrypt = crypto.subtle.encrypt.bind(crypto.subtle);
    const encrypted = vi.spyOn(crypto.subtle, 'encrypt').mockImplementation(async (...given) => {
      await sealing;
      return encrypt(...given);
    });
    const accepting = tab.outbox.acceptStatement('a1', statement(statementId(1)));
    await untilSo(() => encrypted.mock.calls.length === 1);
    tab.outbox.close();
    // The end of an outbox without anything under way takes fewer turns.
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
    seal();
    await accepting;
    await untilSo(() => other.outbox.saveState.undelivered === 2);
    stores.fault = () => undefined;
    expect(await other.outbox.drained(limitInMs)).toBe(true);
    expect(stores.order.get('a1')).toEqual([statementId(1)]);
    other.outbox.close();
    await untilSo(() => connections() === 0);
  });

  it('does what its disk is asked, then and later, and leaves no connection open', async () => {
    const connections = countConnections();
    const store = createEntryStore('mia', 1_000_000);
    const none = await store.totals();
    const underWay = [store.totals(), store.totals()];
    store.close();
    expect(await Promise.all([...underWay, store.totals()])).toEqual([none, none, none]);
    expect(connections()).toBe(0);
    expect(await store.totals()).toEqual(none);
    expect(connections()).toBe(0);
  });
});

describe('a connection that the browser has ended', () => {
  const lost = (name: string) => () => {
    throw new DOMException('Connection to Indexed Database server lost.', name);
  };

  it.each(['InvalidStateError', 'UnknownError'])('(%s) is opened again', async (name) => {
    const stores = new FakeStores();
    stores.fault = () => 'network';
    const tab = openTab(stores);
    await accepted(tab, 'one', 0);
    vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementationOnce(lost(name));
    expect(await accepted(tab, 'two', 1)).toMatchObject(isKept);
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementationOnce(lost(name));
    expect(await accepted(tab, 'three', 2)).toMatchObject(isKept);
    stores.fault = () => undefined;
    expect(await tab.outbox.drained(30_000)).toBe(true);
    expect(stores.value(scope, item(''))).toBe('three');
  });

  it('is opened again once for all who use it at the time', async () => {
    const store = createEntryStore('mia', 1_000_000);
    const none = await store.totals();
    const opened = vi.spyOn(IDBFactory.prototype, 'open');
    const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction');
    for (let time = 0; time < 4; time++) transaction.mockImplementationOnce(lost('UnknownError'));
    expect(await Promise.all([0, 1, 2, 3].map(() => store.totals()))).toEqual(
      Array.from({ length: 4 }, () => none),
    );
    expect(opened).toHaveBeenCalledOnce();
    store.close();
  });

  it('for good fails as any disk does', async () => {
    const stores = new FakeStores();
    stores.fault = () => 'network';
    const tab = openTab(stores);
    await accepted(tab, 'one', 0);
    vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(lost('UnknownError'));
    const unavailable = { code: 'UNAVAILABLE' };
    await expect(accepted(tab, 'two', 1)).rejects.toMatchObject(unavailable);
  });
});
