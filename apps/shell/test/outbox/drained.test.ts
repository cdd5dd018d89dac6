import { IDBFactory, IDBObjectStore } from 'fake-indexeddb';
import { describe, expect, it, vi } from 'vitest';
import {
  deviceForEachTest,
  item,
  limitInMs,
  openTab,
  scope,
  statement,
  statementId,
} from './fake-tabs.ts';
import { FakeStores } from './fake-stores.ts';

deviceForEachTest();

/** Longer than a test may take. */
const farAwayInMs = 600_000;

describe('waiting until everything is delivered', () => {
  it('waits for what is still being accepted', async () => {
    const stores = new FakeStores();
    const { outbox } = openTab(stores);
    expect(await outbox.drained(limitInMs)).toBe(true);
    const accepting = [
      outbox.acceptItems(scope, [item('one', 0)]),
      outbox.acceptStatement('a1', statement(statementId(1))),
    ];
    expect(await outbox.drained(limitInMs)).toBe(true);
    expect(stores.value(scope, item(''))).toBe('one');
    expect(stores.statements.size).toBe(1);
    await Promise.all(accepting);
  });

  it('does not wait without a network', async () => {
    const stores = new FakeStores();
    stores.fault = () => 'network';
    const { outbox } = openTab(stores);
    await outbox.acceptItems(scope, [item('one', 0)]);
    vi.stubGlobal('navigator', { onLine: false, locks: navigator.locks });
    expect(await outbox.drained(farAwayInMs)).toBe(false);
  });

  it.each([
    ['opened', () => vi.spyOn(IDBFactory.prototype, 'open').mockReturnValue(hanging())],
    ['read', () => vi.spyOn(IDBObjectStore.prototype, 'get').mockReturnValue(hanging())],
  ])('waits no longer than its limit for a disk that cannot be %s', async (_what, hang) => {
    hang();
    const { outbox } = openTab(new FakeStores());
    expect(await outbox.drained(20)).toBe(false);
  });

  it('waits no longer than its limit for a disk that hangs later', async () => {
    const { outbox } = openTab(new FakeStores());
    expect(await outbox.drained(limitInMs)).toBe(true);
    vi.spyOn(IDBObjectStore.prototype, 'get').mockReturnValue(hanging());
    expect(await outbox.drained(20)).toBe(false);
  });
});

/** A request that is never answered. */
function hanging(): never {
  return Object.assign(Object.create(IDBRequest.prototype), {
    addEventListener() {},
    removeEventListener() {},
  }) as never;
}
