import { describe, expect, it } from 'vitest';
import { fakeBrowserForEachTest } from './fake-browser.ts';
import { session, set } from './session-scene.ts';
import { refusal, someUsage } from './some-usage.ts';

fakeBrowserForEachTest();

describe('a lost seat', () => {
  it.each(['used elsewhere', 'seats taken', 'device limit'] as const)(
    '(%s) takes the content away, and signs nobody out',
    async (why) => {
      const { control, store, happened } = set();
      await control.loseSeat(why);
      expect(happened).toEqual(['frame closed']);
      expect(store.state).toEqual({ name: 'seatless', session, obstacle: why });
      expect(sessionStorage.getItem('userSession')).toBe('x');
    },
  );

  it('that no licence replaces signs out, and the login page says why', async () => {
    const { control, store, happened } = set();
    await control.loseSeat('license ended');
    expect(happened[0]).toBe('session-lost: license ended');
    expect(happened.at(-1)).toBe('shows /login');
    expect(store.state).toEqual({ name: 'signed-out', problem: { kind: 'license ended' } });
  });

  it.each(['used elsewhere', 'license ended'] as const)(
    '(%s) leaves the content until it has saved, and able to save',
    async (why) => {
      const saving = Promise.withResolvers<void>();
      const { control, store, happened } = set({ saving: saving.promise });
      const lost = control.loseSeat(why);
      await new Promise(setImmediate);
      expect(happened).toEqual([]);
      expect(store.session).toBe(session);
      saving.resolve();
      await lost;
      expect(happened).toContain('frame closed');
      expect(store.session).toBeUndefined();
    },
  );

  it('means nothing to a user who has signed out meanwhile', async () => {
    const saving = Promise.withResolvers<void>();
    const { control, store } = set({ saving: saving.promise, endpoints: [] });
    const lost = control.loseSeat('used elsewhere');
    await control.signOut({ kind: 'called logout page' });
    saving.resolve();
    await lost;
    expect(store.state).toEqual({ name: 'signed-out' });
  });
});

describe('going on here', () => {
  const prune = '/lima/license/pruneAllLicenseUsagesForUser';
  const obtain = '/lima/license/obtainLicenseUsage';
  const elsewhere = refusal(409, 'LICENSE_USED_ELSEWHERE');
  const seatless = (answers: Readonly<Record<string, object>>) =>
    set({ state: { name: 'seatless', session, obstacle: 'used elsewhere' }, answers });

  it('gives up the seats of this publication, obtains one, and shows the content', async () => {
    const { control, store, asked } = seatless({
      [prune]: { pruned_license_usages: 1 },
      [obtain]: { license_usage: someUsage() },
    });
    await control.continueHere();
    expect(asked).toMatchObject([
      {
        path: prune,
        body: {
          subject: 'mia',
          mandant_identifier: 'LECTERN',
          product_reference: 'wasser-entdecken',
        },
      },
      { path: obtain },
    ]);
    expect(store.session).toBe(session);
  });

  it('stays a wish while the other device is quicker', async () => {
    const { control, store } = seatless({
      [prune]: { pruned_license_usages: 1 },
      [obtain]: elsewhere,
    });
    await control.continueHere();
    expect(store.state).toMatchObject({ name: 'seatless', obstacle: 'used elsewhere' });
  });

  it('asks once to give up seats, and obtains none where that fails', async () => {
    const { control, store, asked } = seatless({ [prune]: refusal(503, 'UNAVAILABLE') });
    await expect(control.continueHere()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(asked.map(({ path }) => path)).toEqual([prune]);
    expect(store.state.name).toBe('seatless');
  });

  it('gives up nothing of a user who has a seat', async () => {
    const { control, asked } = set();
    await control.continueHere();
    expect(asked).toEqual([]);
  });
});
