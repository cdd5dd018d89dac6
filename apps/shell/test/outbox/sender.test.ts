import type { NextLane } from '../../src/outbox/disk/entry-store.ts';
import { describe, expect, it, vi } from 'vitest';
import { Backoff } from '../../src/outbox/send/backoff.ts';
import type { Verdict } from '../../src/outbox/model/verdict.ts';
import { tryToDeliver } from '../../src/outbox/send/deliver.ts';
import { createItemsTransport } from '../../src/outbox/send/items-transport.ts';
import { createSender, type Attempt } from '../../src/outbox/send/sender.ts';
import { createSendingLock } from '../../src/outbox/send/sending-lock.ts';
import { createStatementsTransport } from '../../src/outbox/send/statements-transport.ts';
import { tryLimitInMs } from '../../src/outbox/model/limits.ts';
import {
  deviceForEachTest,
  item,
  limitInMs,
  openTab,
  otherScope,
  scope,
  statement,
  statementId,
  untilSo,
} from './fake-tabs.ts';
import { FakeStores } from './fake-stores.ts';

deviceForEachTest();

const pauses = { gatheringInMs: 0, firstInMs: 1_000, longestInMs: 60_000 };

describe('a sender', () => {
  it('keeps the lock while something is on its way, also where the disk fails meanwhile', async () => {
    let isFree = false;
    const request = (_name: string, _options: object, work: () => Promise<void>) =>
      work().finally(() => (isFree = true));
    vi.stubGlobal('navigator', { onLine: true, locks: { request } });
    const onItsWay = Promise.withResolvers<Attempt>();
    const nextLane = vi
      .fn<() => Promise<NextLane | undefined>>()
      .mockResolvedValueOnce({ kind: 'items', lane: 'items.a' })
      .mockRejectedValue(new Error('The disk fails.'));
    const sender = createSender({
      lock: createSendingLock('mia', () => {}),
      store: { nextLane },
      sendHead: () => onItsWay.promise,
      pauses,
      onTried() {},
      onIdle() {},
    });
    sender.kick();
    await vi.waitFor(() => expect(nextLane.mock.calls.length).toBeGreaterThan(1));
    await new Promise((resolve) => setImmediate(resolve));
    expect(isFree).toBe(false);
    onItsWay.resolve({ kind: 'done' });
    await sender.close();
    expect(isFree).toBe(true);
  });

  it('sends nothing on a version that came after what another tab has sent meanwhile', async () => {
    const stores = new FakeStores();
    stores.store(scope, item('newer'));
    const transport = createItemsTransport(stores.api, 'mia');
    const pending = { ...item('older'), updated_at: '2026-11-22T08:00:00.000Z' };
    const content = { kind: 'items', target: scope, writes: [pending] } as const;
    const deliver = () => tryToDeliver(transport, 'items.a', content, async () => false);
    expect((await deliver()).kind).toBe('gone');
    expect(stores.stored(scope, item(''))).toEqual(['newer']);
    // Nor where it is found out by a conflict.
    transport.note('items.a', [{ ...pending, version: 1 }]);
    stores.store(scope, item('newest'));
    expect((await deliver()).kind).toBe('gone');
    expect(stores.value(scope, item(''))).toBe('newest');
  });
});

describe('an identity provider that does not answer', () => {
  // Before tabs are opened, whose timers would be counted.
  it('is waited for again after a pause, as any service that fails', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const stores = new FakeStores();
    const transport = createStatementsTransport(
      stores.apiWith(() => new Promise(() => {})),
      'mia',
    );
    const writes = [{ statement: statement(statementId(1)) }];
    const content = { kind: 'statements', target: 'a1', writes } as const;
    const heard = vi.fn<(verdict: Verdict<'statements'>) => void>();
    const verdict = tryToDeliver(transport, 'statements.a', content, async () => true).then(heard);
    await vi.advanceTimersByTimeAsync(tryLimitInMs - 1);
    // Nothing but promises is between a limit and the verdict: they are all done in one round.
    await new Promise((resolve) => setImmediate(resolve));
    expect(heard).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await verdict;
    expect(heard).toHaveBeenCalledWith(expect.objectContaining({ kind: 'later' }));
    expect(vi.getTimerCount()).toBe(0);
  });

  it('keeps the other tabs from sending no longer than a try may take', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const stores = new FakeStores();
    const { promise: renewed, resolve: renew } = Promise.withResolvers<void>();
    const waiting = vi.fn<() => Promise<void>>(() => renewed);
    const stuck = openTab({ api: stores.apiWith(waiting) }).outbox;
    await stuck.acceptItems(scope, [item('one', 0)]);
    await stuck.acceptItems(otherScope, [item('two', 0)]);
    await stuck.acceptStatement('a1', statement(statementId(1)));
    // Later writes are sent when the gathering is over.
    await vi.advanceTimersByTimeAsync(0);
    await untilSo(() => waiting.mock.calls.length === 3);
    const { outbox } = openTab(stores);
    await outbox.setAside();
    expect(stores.seen).toEqual([]);
    await vi.advanceTimersByTimeAsync(tryLimitInMs);
    await untilSo(() => outbox.saveState.undelivered === 0);
    expect(stores.seen).toHaveLength(3);
    // Nor does the first send any of it when the token comes after all.
    renew();
    await new Promise((resolve) => setImmediate(resolve));
    expect(await stuck.drained(limitInMs)).toBe(true);
    expect(stores.seen).toHaveLength(3);
  });
});

describe('a pause', () => {
  it('lasts no longer where the clock is set back', () => {
    vi.useFakeTimers();
    const backoff = new Backoff(pauses);
    backoff.fail();
    const pauseInMs = backoff.restInMs;
    const setBackTo = Date.now() - 3_600_000;
    vi.setSystemTime(setBackTo);
    expect(backoff.restInMs).toBe(pauseInMs);
    vi.setSystemTime(setBackTo + Math.ceil(pauseInMs));
    expect(backoff.restInMs).toBe(0);
  });

  it('is at most ten minutes, whatever a service asks for', () => {
    vi.useFakeTimers();
    const backoff = new Backoff(pauses);
    backoff.fail(86_400_000);
    expect(backoff.restInMs).toBe(600_000);
  });
});
