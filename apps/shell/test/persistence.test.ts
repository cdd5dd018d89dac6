import { describe, expect, it, vi } from 'vitest';
import { askToPersist, forgetsUnusedPages } from '../src/storage/persistence.ts';
import { deviceForEachTest, item, openTab, scope, until } from './outbox/fake-tabs.ts';
import { FakeStores } from './outbox/fake-stores.ts';

deviceForEachTest();

function browser(isActive: boolean | undefined, persist?: () => Promise<boolean>): void {
  vi.stubGlobal('navigator', {
    onLine: true,
    locks: navigator.locks,
    ...(isActive === undefined ? {} : { userActivation: { isActive } }),
    storage: persist && { persist },
  });
}

describe('a browser is asked to keep what is stored', () => {
  it.each([
    ['in a gesture of the user', true, true],
    ['at no other time', false, false],
    ['where it does not say whether there is one, not at all', undefined, false],
  ])('%s', (_when, isActive, isAsked) => {
    const persist = vi.fn<() => Promise<boolean>>(() => Promise.reject(new TypeError('Denied')));
    browser(isActive, persist);
    expect([askToPersist(), persist.mock.calls.length]).toEqual([isAsked, isAsked ? 1 : 0]);
  });

  it('where it can be asked', () => {
    browser(true);
    expect(askToPersist()).toBe(false);
  });

  it('once, and only when something waits that cannot be sent', async () => {
    const persist = vi.fn<() => Promise<boolean>>(async () => false);
    browser(true, persist);
    const stores = new FakeStores();
    const { outbox } = openTab(stores);
    await outbox.acceptItems(scope, [item('one', 0)]);
    expect(await outbox.drained(10_000)).toBe(true);
    expect(persist).not.toHaveBeenCalled();
    stores.fault = () => 'network';
    for (const [value, version] of [
      ['two', 1],
      ['three', 2],
    ] as const) {
      await outbox.acceptItems(scope, [item(value, version)]);
      await until(outbox, () => outbox.saveState.state === 'waiting');
    }
    expect(persist).toHaveBeenCalledOnce();
  });
});

it.each([
  ['Apple Computer, Inc.', true],
  ['Google Inc.', false],
  ['', false],
])('a browser of %j forgets pages that nobody uses: %s', (vendor, forgets) => {
  vi.stubGlobal('navigator', { vendor });
  expect(forgetsUnusedPages()).toBe(forgets);
});
