import { teardownGraceInMs } from '@lectern/sdk/protocol';
import { describe, expect, it, vi } from 'vitest';
import { askedGraceInMs } from '../src/auth/sign-in-defaults.ts';
import { fakeBrowserForEachTest } from './fake-browser.ts';
import { denied, session, set } from './session-scene.ts';

fakeBrowserForEachTest();

const obstacles = ['used elsewhere', 'seats taken', 'device limit'] as const;
/** Longer than the content has to put away what it holds, in milliseconds. */
const aMomentInMs = 1_000;

describe('a lost seat', () => {
  it.each(obstacles)(
    '(%s) takes the content away, which hears of it before, and signs nobody out',
    async (why) => {
      vi.useFakeTimers();
      const { control, store, happened } = set();
      const lost = control.loseSeat(why);
      await vi.advanceTimersByTimeAsync(0);
      expect(happened).toEqual([`session-lost: ${why}`, `teardown: ${why}`]);
      expect(store.session).toBe(session);
      await vi.advanceTimersByTimeAsync(aMomentInMs);
      await lost;
      expect(happened).toEqual([`session-lost: ${why}`, `teardown: ${why}`, 'frame closed']);
      expect(store.state).toEqual({
        name: 'seatless',
        session,
        obstacle: why,
        contentBefore: 'saved',
      });
      expect(sessionStorage.getItem('userSession')).toBe('x');
    },
  );

  it('that no licence replaces signs out, and the login page says why', async () => {
    const { control, store, happened } = set();
    await control.loseSeat('license ended');
    expect(happened[0]).toBe('session-lost: rejected');
    expect(happened.at(-1)).toBe('shows /login?rejected=true');
    expect(store.state).toEqual({
      name: 'signed-out',
      problem: { kind: 'rejected', hasEnded: true },
    });
  });

  it('that no licence replaces leads to the licence-denied address where there is one', async () => {
    const { control, happened } = set({ configured: { licenseDenied: denied } });
    await control.loseSeat('license ended');
    expect(happened.at(-1)).toMatch(
      /^leaves for https:\/\/shop\.example\/lizenz\?.*ART-S.*rejected/,
    );
  });

  it('leaves the content, able to save, until it has', async () => {
    vi.useFakeTimers();
    const saving = Promise.withResolvers<void>();
    const { control, store, happened } = set({ saving: () => saving.promise });
    const lost = control.loseSeat('used elsewhere');
    await vi.advanceTimersByTimeAsync(aMomentInMs);
    expect(happened).not.toContain('frame closed');
    expect(store.session).toBe(session);
    saving.resolve();
    await lost;
    expect(store.state).toMatchObject({ name: 'seatless', contentBefore: 'saved' });
    expect(happened.at(-1)).toBe('frame closed');
  });

  it.each([...obstacles, 'license ended'] as const)(
    '(%s) takes content away that never saves, once its time is over',
    async (why) => {
      vi.useFakeTimers();
      const { control, store, happened } = set({ saving: () => new Promise(() => {}) });
      const lost = control.loseSeat(why);
      await vi.advanceTimersByTimeAsync(teardownGraceInMs);
      expect(happened[0]).toBe(`session-lost: ${why === 'license ended' ? 'rejected' : why}`);
      expect(happened).not.toContain('frame closed');
      await vi.advanceTimersByTimeAsync(aMomentInMs);
      await lost;
      expect(happened).toContain('frame closed');
      expect(store.state).toMatchObject(
        why === 'license ended'
          ? { name: 'signed-out' }
          : { name: 'seatless', contentBefore: 'unsaved' },
      );
    },
  );

  it('of a tab that has shown no content yet is not told as one with work in it', async () => {
    const { control, store } = set({ isLoaded: false });
    await control.loseSeat('used elsewhere');
    expect(store.state).toMatchObject({ name: 'seatless', contentBefore: 'none' });
  });

  it.each([
    ['saved', () => Promise.resolve()],
    ['unsaved', () => new Promise<void>(() => {})],
  ] as const)(
    'of content that still loads its pictures is told with its work: %s',
    async (work, saving) => {
      vi.useFakeTimers();
      const { control, store } = set({ isLoaded: false, hasSpoken: true, saving });
      const lost = control.loseSeat('device limit');
      await vi.advanceTimersByTimeAsync(teardownGraceInMs + aMomentInMs);
      await lost;
      expect(store.state).toMatchObject({ name: 'seatless', contentBefore: work });
    },
  );

  it('means nothing to a user who has signed out meanwhile', async () => {
    vi.useFakeTimers();
    const saving = Promise.withResolvers<void>();
    const { control, store } = set({ saving: () => saving.promise, endpoints: [] });
    const lost = control.loseSeat('used elsewhere');
    const signedOut = control.signOut({ kind: 'called logout page' });
    await vi.advanceTimersByTimeAsync(askedGraceInMs + aMomentInMs);
    await signedOut;
    saving.resolve();
    await lost;
    expect(store.state).toEqual({ name: 'signed-out' });
  });

  it('means nothing to a user who signs out while the content hears of it', async () => {
    vi.useFakeTimers();
    const { control, store } = set({ endpoints: [] });
    const lost = control.loseSeat('used elsewhere');
    const signedOut = control.signOut({ kind: 'called logout page' });
    await vi.advanceTimersByTimeAsync(aMomentInMs);
    await Promise.all([lost, signedOut]);
    expect(store.state).toEqual({ name: 'signed-out' });
  });
});
