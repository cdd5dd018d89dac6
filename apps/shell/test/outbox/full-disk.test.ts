import { IDBObjectStore } from 'fake-indexeddb';
import { describe, expect, it, vi } from 'vitest';
import { hasUndelivered } from '../../src/outbox/disk/has-undelivered.ts';
import {
  deviceForEachTest,
  item,
  limitInMs,
  openTab,
  otherScope,
  scope,
  until,
} from './fake-tabs.ts';
import { FakeStores } from './fake-stores.ts';

deviceForEachTest();

/** The name of the in-memory database's own end of a transaction. */
const abort = '_abort';

/** Nothing is sent until `open` is called. */
function gate(): { open(): void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  const request = async (_name: string, _options: object, work: () => Promise<void>) => {
    await promise;
    await work();
  };
  vi.stubGlobal('navigator', { onLine: true, locks: { request } });
  return { open: resolve };
}

function fillDisk() {
  return vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('No room.', 'QuotaExceededError');
  });
}

describe('a full disk', () => {
  it('empties itself: everything is delivered and deleted', async () => {
    const sending = gate();
    const stores = new FakeStores();
    const { outbox, outcomes } = openTab(stores);
    await outbox.acceptItems(scope, [item('one', 0)]);
    await outbox.acceptItems(otherScope, [item('two', 0)]);
    const put = fillDisk();
    sending.open();
    expect(await outbox.drained(limitInMs)).toBe(true);
    expect([stores.value(scope, item('')), stores.value(otherScope, item(''))]).toEqual([
      'one',
      'two',
    ]);
    expect(outcomes).toHaveLength(2);
    expect(stores.writes()).toHaveLength(2);
    put.mockRestore();
    expect(await hasUndelivered()).toBe(false);
  });

  it('is counted right while something still waits, and once there is room again', async () => {
    const sending = gate();
    const stores = new FakeStores();
    const { outbox } = openTab(stores);
    await outbox.acceptItems(scope, [item('one', 0)]);
    await outbox.acceptItems(otherScope, [item('two', 0), item('true', 0, 'done')]);
    stores.fault = ({ body }) => (JSON.stringify(body).includes('two') ? 'network' : undefined);
    const put = fillDisk();
    sending.open();
    await until(outbox, () => outbox.saveState.undelivered === 2);
    put.mockRestore();
    expect(await hasUndelivered()).toBe(true);
    await outbox.acceptItems(scope, [item('three')]);
    await until(outbox, () => stores.value(scope, item('')) === 'three');
    await until(outbox, () => outbox.saveState.undelivered === 2);
  });

  it('adds nothing to what is on its way, though it cannot be marked as sent', async () => {
    const sending = gate();
    const stores = new FakeStores();
    const held = Promise.withResolvers<void>();
    stores.hold = () => held.promise;
    const { outbox } = openTab(stores);
    await outbox.acceptItems(scope, [item('one', 0)]);
    const put = fillDisk();
    sending.open();
    await until(outbox, () => stores.writes().length === 1);
    put.mockRestore();
    expect(await outbox.acceptItems(scope, [item('two', 1)])).toMatchObject([{ version: 2 }]);
    held.resolve();
    expect(await outbox.drained(limitInMs)).toBe(true);
    expect(stores.stored(scope, item(''))).toEqual(['one', 'two']);
    expect(await outbox.setAside()).toEqual([]);
  });

  it('adds nothing to what another tab has on its way either', async () => {
    const sending = gate();
    const stores = new FakeStores();
    const held = Promise.withResolvers<void>();
    stores.hold = () => held.promise;
    const writer = openTab(stores);
    await writer.outbox.acceptItems(scope, [item('one', 0)]);
    vi.stubGlobal('navigator', { onLine: true, locks: undefined });
    const put = fillDisk();
    const other = openTab(stores);
    await until(other.outbox, () => stores.writes().length === 1);
    // The message of the other tab has come when a later one has.
    await new Promise((resolve) => setImmediate(resolve));
    put.mockRestore();
    expect(await writer.outbox.acceptItems(scope, [item('two', 1)])).toMatchObject([
      { version: 2 },
    ]);
    held.resolve();
    sending.open();
    expect(await writer.outbox.drained(limitInMs)).toBe(true);
    expect(stores.stored(scope, item(''))).toEqual(['one', 'two']);
    expect(await writer.outbox.setAside()).toEqual([]);
  });

  it('still shows what waits, and nothing is written on versions that others may still change', async () => {
    gate();
    const stores = new FakeStores();
    const first = openTab(stores);
    const second = openTab(stores);
    await first.outbox.acceptItems(scope, [item('one', 0)]);
    const put = fillDisk();
    const read = () => second.outbox.readItems(scope, async () => []);
    expect(await read()).toMatchObject([item('one', 1)]);
    put.mockRestore();
    await expect(second.outbox.acceptItems(scope, [item('two', 1)])).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    await read();
    await second.outbox.acceptItems(scope, [item('two', 1)]);
  });
});

describe('a disk that fails', () => {
  it('for want of room only at the end says so', async () => {
    const stores = new FakeStores();
    const { outbox } = openTab(stores);
    const { put: real } = IDBObjectStore.prototype;
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
      this: IDBObjectStore,
      ...given
    ) {
      const request = real.apply(this, given);
      // As a browser ends a transaction: the reason is the transaction's, its requests are aborted.
      const transaction = this.transaction as unknown as { [abort](name: string): void };
      transaction[abort]('QuotaExceededError');
      return request;
    });
    await expect(outbox.acceptItems(scope, [item('one', 0)])).rejects.toMatchObject({
      code: 'STORAGE_FULL',
    });
  });

  it('for another reason is logged', async () => {
    const { outbox } = openTab(new FakeStores());
    await outbox.readItems(scope, async () => []);
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('The disk is broken.', 'UnknownError');
    });
    await expect(outbox.acceptItems(scope, [item('one', 0)])).rejects.toMatchObject({
      code: 'UNAVAILABLE',
    });
    const logged = vi.mocked(console.error).mock.calls.flat().map(String).join('\n');
    expect(logged).toContain('Could not keep on this device what the content stores.');
  });
});
