import { describe, expect, it, vi } from 'vitest';
import { acceptLimitInMs } from '../../src/outbox/model/limits.ts';
import { createSessionStore } from '../../src/session/session-store.ts';
import { fakeBrowser } from '../fake-browser.ts';
import { someSession } from '../some-session.ts';
import {
  deviceForEachTest,
  item,
  limitInMs,
  miasKey,
  openTab,
  scope,
  until,
  untilSo,
} from './fake-tabs.ts';
import { FakeStores, type Fault } from './fake-stores.ts';

deviceForEachTest();

const key = { key: 'outbox-key', value: miasKey };
const noPauses = { gatheringInMs: 0, firstInMs: 1, longestInMs: 1 };
const asked = (stores: FakeStores) => stores.seen.filter(({ call }) => call === 'key').length;

describe('after a reload the key', () => {
  it('is asked for, and opens what waits', async () => {
    const stores = new FakeStores();
    stores.fault = () => 'network';
    const before = openTab(stores);
    await before.outbox.acceptItems(scope, [item('one', 0)]);
    before.crash();
    stores.fault = () => undefined;
    stores.properties = [{ key: 'outbox-key', value: 'a property of this name' }, key];
    const { outbox } = openTab(stores, { key: undefined });
    expect(await outbox.drained(limitInMs)).toBe(true);
    expect(stores.value(scope, item(''))).toBe('one');
    expect(asked(stores)).toBe(1);
  });

  it('is asked for until a service answers, and nothing passes by what waits meanwhile', async () => {
    const stores = new FakeStores();
    stores.fault = ({ call }) => (call === 'key' ? 'network' : undefined);
    const pauses = { gatheringInMs: 0, firstInMs: 1, longestInMs: 1 };
    const { outbox } = openTab(stores, { key: undefined, pauses });
    const accepted = outbox.acceptItems(scope, [item('one', 0)]);
    await vi.waitFor(() => expect(asked(stores)).toBeGreaterThan(2));
    expect(stores.writes()).toEqual([]);
    stores.properties = [key];
    stores.fault = ({ call }) => (call === 'write' ? 'network' : undefined);
    expect(await accepted, 'kept here').toMatchObject([{ value: 'one', delivered: false }]);
  });

  it('is asked for again as soon as the network is back', async () => {
    const online: (() => void)[] = [];
    vi.stubGlobal('addEventListener', (type: string, listener: () => void) => {
      if (type === 'online') online.push(listener);
    });
    const stores = new FakeStores();
    stores.fault = () => 'network';
    const { outbox } = openTab(stores, { key: undefined });
    // The client has tried a few times by then.
    await vi.waitFor(() => expect(online).toHaveLength(1));
    const before = asked(stores);
    stores.fault = () => undefined;
    stores.properties = [key];
    for (const listener of online) listener();
    await outbox.acceptItems(scope, [item('one', 0)]);
    await until(outbox, () => outbox.saveState.state === 'saved');
    expect(asked(stores)).toBe(before + 1);
  });

  it.each([
    ['408', { status: 408, code: 'REQUEST_TIMEOUT' }],
    ['425', { status: 425, code: 'TOO_EARLY' }],
    ['429', { status: 429, code: 'TOO_MANY_REQUESTS' }],
    ['a page of the network’s', { status: 403 }],
  ])('is asked for again after what does not last: %s', async (_what, fault) => {
    const stores = new FakeStores();
    stores.fault = ({ call }) => (call === 'key' ? fault : undefined);
    const { outbox } = openTab(stores, { key: undefined, pauses: noPauses });
    const accepted = outbox.acceptItems(scope, [item('one', 0)]);
    await vi.waitFor(() => expect(asked(stores)).toBeGreaterThan(2));
    stores.properties = [key];
    stores.fault = ({ call }) => (call === 'write' ? 'network' : undefined);
    expect(await accepted, 'kept here').toMatchObject([{ value: 'one', delivered: false }]);
  });

  it.each<[string, Fault | undefined]>([
    ['that the services do not have', undefined],
    ['that is refused for good', { status: 404, code: 'USER_NOT_FOUND' }],
  ])('%s: accepted is what the service has', async (_, fault) => {
    const stores = new FakeStores();
    stores.fault = ({ call }) => (call === 'key' ? fault : undefined);
    const { outbox } = openTab(stores, { key: undefined });
    expect(await outbox.acceptItems(scope, [item('one', 0)])).toMatchObject([{ delivered: true }]);
  });

  it('is not asked for any more once the outbox is closed', async () => {
    const stores = new FakeStores();
    stores.fault = () => 'network';
    const pauses = { gatheringInMs: 0, firstInMs: 1, longestInMs: 1 };
    const { outbox } = openTab(stores, { key: undefined, pauses });
    const accepted = outbox.acceptItems(scope, [item('one', 0)]);
    await vi.waitFor(() => expect(asked(stores)).toBeGreaterThan(1));
    outbox.close();
    await expect(accepted).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(stores.writes()).toEqual([]);
    expect(vi.mocked(console.warn).mock.calls.flat().join()).not.toContain('keeps nothing');
  });
});

/** A write accepted before the reload, without a version, waits. */
async function storesWithKept(): Promise<FakeStores> {
  const stores = new FakeStores();
  stores.fault = () => 'network';
  const before = openTab(stores);
  await before.outbox.acceptItems(scope, [item('older')]);
  before.crash();
  return stores;
}

describe('beside what waits for the key', () => {
  it.each<[string, Fault]>([
    ['400', { status: 400, code: 'BODY_INVALID' }],
    ['403', { status: 403, code: 'PERMISSION_MISSING' }],
    ['404', { status: 404, code: 'USER_NOT_FOUND' }],
    ['a page of the network’s', { status: 404 }],
    ['408', { status: 408, code: 'REQUEST_TIMEOUT' }],
    ['425', { status: 425, code: 'TOO_EARLY' }],
    ['no key', { answer: { properties: [] } }],
    ['a damaged key', { answer: { properties: [{ ...key, value: 'bWlh' }] } }],
  ])('nothing goes another way: SAVE-3, after %s', async (_what, fault) => {
    const stores = await storesWithKept();
    stores.fault = ({ call }) => (call === 'key' ? fault : undefined);
    const { outbox } = openTab(stores, { key: undefined, pauses: noPauses });
    const accepted = outbox.acceptItems(scope, [item('newer')]);
    await vi.waitFor(() => expect(asked(stores)).toBeGreaterThan(2));
    expect(stores.stored(scope, item(''))).toEqual([]);
    stores.fault = () => undefined;
    stores.properties = [key];
    await accepted;
    expect(await outbox.drained(limitInMs)).toBe(true);
    expect(stores.stored(scope, item(''))).toEqual(['older', 'newer']);
  });

  it.each([
    ['that is damaged', 'bWlh'],
    ['that is empty', ''],
  ])('a key of the session’s %s is asked for anew', async (_what, damaged) => {
    const stores = await storesWithKept();
    stores.fault = () => undefined;
    stores.properties = [key];
    const { outbox } = openTab(stores, { key: damaged });
    expect(await outbox.drained(limitInMs)).toBe(true);
    expect(stores.stored(scope, item(''))).toEqual(['older']);
  });

  it('the state shows that something waits', async () => {
    const stores = await storesWithKept();
    stores.fault = () => 'network';
    const { outbox } = openTab(stores, { key: undefined, pauses: noPauses });
    await until(outbox, () => outbox.saveState.state === 'waiting');
    expect(outbox.saveState).toEqual({ state: 'waiting', undelivered: 1, refused: 0 });
    stores.properties = [key];
    stores.fault = () => undefined;
    await until(outbox, () => outbox.saveState.state === 'saved');
    expect(stores.stored(scope, item(''))).toEqual(['older']);
  });
});

describe('the pause between askings for the key', () => {
  const endless = { gatheringInMs: 0, firstInMs: 3_600_000, longestInMs: 3_600_000 };

  /** A tab without a key that has asked once, in a pause. */
  async function pausing() {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    vi.spyOn(Math, 'random').mockReturnValue(1);
    const stores = new FakeStores();
    stores.fault = () => ({ status: 404 });
    const page = fakeBrowser();
    vi.stubGlobal('navigator', { onLine: true, locks: undefined });
    const store = createSessionStore({ name: 'signed-in', session: someSession('mia') });
    const { outbox } = openTab(stores, { key: undefined, pauses: endless, store });
    const timers = vi.spyOn(globalThis, 'setTimeout');
    // The shorter of its two timers; how long the other is depends on the clock.
    const isPausing = () => timers.mock.calls.some(([, inMs]) => inMs === 1_000);
    await untilSo(isPausing);
    expect(asked(stores)).toBe(1);
    return { stores, outbox, page, store };
  }
  const timesAsked = async (stores: FakeStores, least: number) => {
    await untilSo(() => asked(stores) >= least);
    return asked(stores);
  };

  it('lasts ten seconds at most', async () => {
    const { stores } = await pausing();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await timesAsked(stores, 2)).toBe(2);
  });

  it('ends when the page is seen again', async () => {
    const { stores, page } = await pausing();
    page.fire('visibilitychange');
    expect(await timesAsked(stores, 2)).toBe(2);
  });

  it('ends after a second when something is asked of the outbox', async () => {
    const { stores, outbox } = await pausing();
    const reading = Promise.allSettled([outbox.readItems(scope, async () => [])]);
    await vi.advanceTimersByTimeAsync(999);
    expect(asked(stores)).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await timesAsked(stores, 2)).toBe(2);
    outbox.close();
    expect(await reading).toMatchObject([{ status: 'rejected' }]);
  });

  it('ends after a second when something was asked of the outbox before it', async () => {
    const { stores, outbox, page } = await pausing();
    const held = Promise.withResolvers<void>();
    stores.hold = () => held.promise;
    page.fire('online');
    expect(await timesAsked(stores, 2)).toBe(2);
    const reading = Promise.allSettled([outbox.readItems(scope, async () => [])]);
    const timers = vi.mocked(setTimeout).mock.calls;
    const before = timers.length;
    held.resolve();
    await untilSo(() => timers.slice(before).some(([, inMs]) => inMs === 1_000));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await timesAsked(stores, 3)).toBe(3);
    outbox.close();
    expect(await reading).toMatchObject([{ status: 'rejected' }]);
  });

  it('ends when the session brings the key', async () => {
    const { stores, outbox, store } = await pausing();
    const session = { ...someSession('mia'), outboxKey: miasKey };
    expect(store.dispatch({ type: 'session refreshed', session })).toBe(true);
    expect(await outbox.readItems(scope, async () => [])).toEqual([]);
    expect(asked(stores)).toBe(1);
  });

  it('starts nothing that has waited for too long', async () => {
    const { stores, outbox } = await pausing();
    const read = vi.fn<() => Promise<never[]>>(async () => []);
    const answers = Promise.allSettled([
      outbox.readItems(scope, read),
      outbox.setAside(),
      outbox.retryRefused(),
      outbox.discardSetAside(),
    ]);
    const timers = vi.mocked(setTimeout).mock.calls;
    const before = timers.length;
    await vi.advanceTimersByTimeAsync(acceptLimitInMs);
    const isLate = { status: 'rejected', reason: { code: 'UNAVAILABLE' } };
    expect(await answers).toMatchObject([isLate, isLate, isLate, isLate]);
    await untilSo(() => timers.slice(before).some(([, inMs]) => inMs === 1_000));
    stores.fault = () => undefined;
    stores.properties = [key];
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await outbox.readItems(scope, async () => [])).toEqual([]);
    expect(read).not.toHaveBeenCalled();
  });
});
