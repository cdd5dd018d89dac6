import { answerTimeoutInMs } from '@lectern/sdk/protocol';
import { IDBTransaction } from 'fake-indexeddb';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { acceptLimitInMs } from '../../src/outbox/model/limits.ts';
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

/** Something that is held until it is let go. */
interface Held {
  /** How often it was begun. */
  begun(): number;
  letGo(): void;
}

/** Keeps the database from writing anything. */
async function holdDisk(): Promise<Held> {
  const opening = indexedDB.open('lectern-outbox');
  await new Promise((resolve) => opening.addEventListener('success', resolve));
  const transaction = opening.result.transaction(['entries', 'totals']);
  const begun = vi.spyOn(IDBDatabase.prototype, 'transaction');
  let isHeld = true;
  const goOn = () => {
    if (!isHeld) return;
    transaction.objectStore('totals').get('nobody').addEventListener('success', goOn);
  };
  goOn();
  return {
    begun: () => begun.mock.calls.filter(([, mode]) => mode === 'readwrite').length,
    letGo() {
      isHeld = false;
      opening.result.close();
    },
  };
}

/** Has a step of the cryptography wait. */
function hold(step: 'digest' | 'encrypt'): Held {
  const { promise, resolve } = Promise.withResolvers<void>();
  const real = crypto.subtle[step].bind(crypto.subtle) as (...given: unknown[]) => never;
  const held = vi.spyOn(crypto.subtle, step).mockImplementation(async (...given: unknown[]) => {
    await promise;
    return real(...given);
  });
  return { begun: () => held.mock.calls.length, letGo: resolve };
}

/** A tab that has looked at its disk, without a network. */
async function startedTab(stores = new FakeStores()) {
  stores.fault = () => 'network';
  const tab = openTab(stores);
  expect(await tab.outbox.setAside()).toEqual([]);
  return { ...tab, stores };
}

const tooLate = { code: 'UNAVAILABLE', message: 'It was not kept in time, and is not kept.' };

describe('what is not durable in time is not accepted: SAVE-9', () => {
  // One kind at a time: what one kind reads waits for what the other one has begun to write.
  it.each([
    ['sealing', 'statements', () => hold('encrypt')],
    ['sealing', 'items', () => hold('encrypt')],
    ['the disk', 'statements', holdDisk],
    ['the disk', 'items', holdDisk],
  ])('where %s takes too long: %s', async (_what, kind, holdIt) => {
    const { outbox, stores } = await startedTab();
    const { begun, letGo } = await holdIt();
    const accepting =
      kind === 'items'
        ? [outbox.acceptItems(scope, [item('one', 0)])]
        : [1, 2].map((n) => outbox.acceptStatement('a1', statement(statementId(n))));
    const answers = Promise.allSettled<unknown>(accepting);
    // The second statement waits for its turn.
    await untilSo(() => begun() === 1);
    await vi.advanceTimersByTimeAsync(acceptLimitInMs);
    expect(await answers).toMatchObject(
      accepting.map(() => ({ status: 'rejected', reason: tooLate })),
    );
    letGo();
    stores.fault = () => undefined;
    expect(await outbox.drained(limitInMs)).toBe(true);
    expect([stores.statements.size, stores.list(scope)]).toEqual([0, []]);
    // And it can be said again.
    await outbox.acceptStatement('a1', statement(statementId(3)));
    expect(await outbox.drained(limitInMs)).toBe(true);
    expect(stores.order.get('a1')).toEqual([statementId(3)]);
  });

  it('where the disk is opened too late', async () => {
    const { begun, letGo } = hold('digest');
    const stores = new FakeStores();
    const { outbox } = openTab(stores);
    const answers = Promise.allSettled([
      outbox.acceptStatement('a1', statement(statementId(1))),
      outbox.acceptItems(scope, [item('one', 0)]),
    ]);
    await untilSo(() => begun() === 1);
    await vi.advanceTimersByTimeAsync(acceptLimitInMs);
    const isLate = { status: 'rejected', reason: tooLate };
    expect(await answers).toMatchObject([isLate, isLate]);
    letGo();
    expect(await outbox.drained(limitInMs)).toBe(true);
    expect(stores.seen).toEqual([]);
  });

  it.each([
    ['a statement is taken back', 'rejected', 0],
    ['items stay, and are answered as such', 'fulfilled', 1],
  ] as const)(
    'where the disk cannot be stopped any more: %s',
    async (what, status, undelivered) => {
      const { outbox } = await startedTab();
      const { begun, letGo } = await holdDisk();
      vi.spyOn(IDBTransaction.prototype, 'abort').mockImplementation(() => {
        throw new DOMException('It is being committed.', 'InvalidStateError');
      });
      const accepting = what.startsWith('a statement')
        ? outbox.acceptStatement('a1', statement(statementId(1)))
        : outbox.acceptItems(scope, [item('one', 0)]);
      const answers = Promise.allSettled([accepting]);
      await untilSo(() => begun() === 1);
      await vi.advanceTimersByTimeAsync(acceptLimitInMs);
      letGo();
      expect(await answers).toMatchObject([{ status }]);
      await outbox.setAside();
      expect(outbox.saveState.undelivered).toBe(undelivered);
    },
  );

  it('sooner than the content is answered without it', () => {
    expect(acceptLimitInMs).toBeLessThan(answerTimeoutInMs);
  });
});

describe('without a disk', () => {
  it('what has not been sent in time is not sent any more: SAVE-9', async () => {
    const stores = new FakeStores();
    const { promise, resolve } = Promise.withResolvers<void>();
    stores.hold = () => promise;
    const { outbox } = openTab(stores, { key: '' });
    const answers = Promise.allSettled([
      outbox.acceptStatement('a1', statement(statementId(1))),
      outbox.acceptStatement('a1', statement(statementId(2))),
    ]);
    await untilSo(() => stores.seen.length === 1);
    await vi.advanceTimersByTimeAsync(acceptLimitInMs);
    const isLate = { status: 'rejected', reason: { code: 'UNAVAILABLE' } };
    expect(await answers).toMatchObject([isLate, isLate]);
    resolve();
    expect(await outbox.drained(limitInMs)).toBe(true);
    expect(stores.seen).toHaveLength(1);
  });
});
