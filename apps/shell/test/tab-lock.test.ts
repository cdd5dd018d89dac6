import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser, memoryStorage } from './fake-browser.ts';

let claimTab: typeof import('../src/auth/tab-lock.ts').claimTab;
let keepTabName: typeof import('../src/auth/tab-lock.ts').keepTabName;

beforeEach(async () => {
  fakeBrowser();
  vi.resetModules();
  ({ claimTab, keepTabName } = await import('../src/auth/tab-lock.ts'));
});
afterEach(() => vi.unstubAllGlobals());

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
});
