import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser, memoryStorage, type FakeWindow } from './fake-browser.ts';

let claimTab: typeof import('../src/auth/tab-lock.ts').claimTab;
let keepTabName: typeof import('../src/auth/tab-lock.ts').keepTabName;
let tabClaimed: typeof import('../src/auth/tab-lock.ts').tabClaimed;
let browser: FakeWindow;

beforeEach(async () => {
  browser = fakeBrowser();
  vi.resetModules();
  ({ claimTab, keepTabName, tabClaimed } = await import('../src/auth/tab-lock.ts'));
});
afterEach(() => {
  // The page is gone, and its name free.
  browser.fire('pagehide');
});

/** A free name comes at once, however long that takes here. */
const patienceInSeconds = 60;

describe('a tab', () => {
  it('without a name takes one, and stores it beside tokens alone', async () => {
    const onCopy = vi.fn<() => void>();
    await claimTab(onCopy);
    expect(sessionStorage.getItem('tabId')).toBeNull();
    keepTabName();
    expect(sessionStorage.getItem('tabId')).toBeTruthy();
    expect(onCopy).not.toHaveBeenCalled();
  });

  it('whose name is free, as after a reload, keeps it', async () => {
    sessionStorage.setItem('tabId', crypto.randomUUID());
    const stored = sessionStorage.getItem('tabId');
    const onCopy = vi.fn<() => void>();
    await claimTab(onCopy, patienceInSeconds);
    expect(sessionStorage.getItem('tabId')).toBe(stored);
    expect(onCopy).not.toHaveBeenCalled();
  });

  it.each(['that it took', 'that was stored'])(
    'keeps the name %s when storage is cleared',
    async (name) => {
      if (name === 'that was stored') sessionStorage.setItem('tabId', crypto.randomUUID());
      await claimTab(() => {}, patienceInSeconds);
      keepTabName();
      const held = sessionStorage.getItem('tabId');
      sessionStorage.clear();
      keepTabName();
      expect(held).toBeTruthy();
      expect(sessionStorage.getItem('tabId')).toBe(held);
    },
  );

  it.each([
    ['is left without it, as by the login page', false],
    ['has it afterwards when tokens have been stored since', true],
  ])('whose storage is cleared while it claims the stored name %s', async (_, tokensStored) => {
    const stored = crypto.randomUUID();
    sessionStorage.setItem('tabId', stored);
    const claimed = claimTab(() => {});
    sessionStorage.clear();
    if (tokensStored) keepTabName();
    await claimed;
    expect(sessionStorage.getItem('tabId')).toBe(tokensStored ? stored : null);
  });

  it('that was duplicated learns of it before it has a name of its own', async () => {
    await claimTab(() => {});
    keepTabName();
    const original = sessionStorage.getItem('tabId') ?? '';
    vi.stubGlobal('sessionStorage', memoryStorage());
    sessionStorage.setItem('tabId', original);

    const nameWhenTold = vi.fn<() => string | null>(() => sessionStorage.getItem('tabId'));
    await claimTab(nameWhenTold, 0.01);
    expect(nameWhenTold).toHaveReturnedWith(original);
    expect(sessionStorage.getItem('tabId')).not.toBe(original);
  });

  it('lets its name go where the browser puts the page away, for the next page of the tab', async () => {
    await claimTab(() => {});
    keepTabName();
    const stored = sessionStorage.getItem('tabId');
    browser.fire('pagehide');
    vi.resetModules();
    const next = await import('../src/auth/tab-lock.ts');
    const onCopy = vi.fn<() => void>();
    await next.claimTab(onCopy, patienceInSeconds);
    expect(onCopy).not.toHaveBeenCalled();
    expect(sessionStorage.getItem('tabId')).toBe(stored);
  });

  it.each([
    ['has it back', false],
    ['is the copy where another tab has got it meanwhile', true],
  ])('that the Back button brings back %s', async (_, isTaken) => {
    const onCopy = vi.fn<() => void>();
    await claimTab(onCopy, isTaken ? 0.01 : patienceInSeconds);
    keepTabName();
    const stored = sessionStorage.getItem('tabId');
    browser.fire('pagehide');
    const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
    if (isTaken) void navigator.locks.request(`lectern.tab.${stored}`, () => isOver);
    browser.fire('pageshow', { persisted: true });
    await tabClaimed();
    expect(onCopy).toHaveBeenCalledTimes(isTaken ? 1 : 0);
    expect(sessionStorage.getItem('tabId') === stored).toBe(!isTaken);
    end();
  });

  it.each(['', 'null', '{"tab":1}', '\ud800', '%E9', 'x'.repeat(1_000_000)])(
    'whose stored name is none (%#) has no name',
    async (stored) => {
      sessionStorage.setItem('tabId', stored);
      const onCopy = vi.fn<() => void>();
      await claimTab(onCopy);
      expect(sessionStorage.getItem('tabId')).toMatch(/^[\da-f-]{36}$/);
      expect(onCopy).not.toHaveBeenCalled();
    },
  );
});
