import { describe, expect, it, vi } from 'vitest';
import { claimTab } from '../src/auth/tab-lock.ts';
import { keepLeftPlace, leftPlaceAgeLimitInDays } from '../src/session/left-place.ts';
import { fakeBrowserForEachTest } from './fake-browser.ts';
import { fakeTokens } from './fake-services.ts';
import { denied, session, set } from './session-scene.ts';
import { someUsage } from './some-usage.ts';

fakeBrowserForEachTest();

describe('a user whose licence has gone since', () => {
  const answers = { '/lima/license/getForUser': { licenses: [] } };
  const groups = [{ group_id: 'g', provider_id: 'BEOOK_1', name: '4a' }];
  const returnUrl = '&returnUrl=https%3A%2F%2Fshell.example%2Flogin%3Frejected%3Dtrue';

  it('is told so on the login page', async () => {
    const { control, happened } = set({ answers });
    await control.refresh();
    expect(happened[0]).toBe('session-lost: rejected');
    expect(happened.at(-1)).toBe('shows /login?rejected=true');
    expect(sessionStorage).toHaveLength(0);
  });

  it.each(['https://shell.example/shop', '/shop', '/login/shop.html'])(
    'is led to %s, though it is the shell’s own host',
    async (address) => {
      const licenseDenied = { ...denied, address };
      const { control, happened } = set({ answers, configured: { licenseDenied } });
      await control.refresh();
      expect(happened.at(-1)).toBe(
        `leaves for ${new URL(address, 'https://shell.example').href}?articleNumbers=ART-S${returnUrl}`,
      );
    },
  );

  it('gives back the seat that others may wait for', async () => {
    const { control, happened } = set({ answers, endpoints: [] });
    sessionStorage.setItem('seat', JSON.stringify({ ...someUsage(), keptAt: Date.now() }));
    await control.refresh();
    expect(happened).toContain('seat given back');
  });

  it.each([
    ['a student', [], 'ART-S'],
    ['a teacher', groups, 'ART-T'],
  ])('is led to the article for %s where one is configured', async (_, led, article) => {
    const { control, happened } = set({
      answers: { ...answers, '/gres/v1/gms/groups/get': { groups: led } },
      configured: { licenseDenied: denied },
    });
    await control.refresh();
    expect(happened.at(-1)).toBe(
      `leaves for https://shop.example/lizenz?from=shell&articleNumbers=${article}${returnUrl}`,
    );
  });
});

describe('a session that starts', () => {
  const state = {
    name: 'seatless',
    session,
    obstacle: 'seats taken',
    contentBefore: 'none',
  } as const;
  const userRecord = () => sessionStorage.getItem('oidc.user:https://id.example:lectern-shell');

  it('stores tokens that are renewed while something else is waited for', async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const tokens = fakeTokens();
    const person = vi.fn<() => Promise<string>>(() => promise);
    const { control } = set({ state, tokens: { current: tokens.current }, person });
    const retried = control.retrySeat();
    await vi.waitFor(() => expect(person).toHaveBeenCalled());
    await tokens.renew();
    resolve('hash of mia');
    await retried;
    expect(JSON.parse(userRecord() ?? '')).toMatchObject({ access_token: 'token-2' });
    await control.signOut({ kind: 'token expired' });
  });

  it('stores them together with the name of the tab, which the login page has cleared', async () => {
    const name = crypto.randomUUID();
    sessionStorage.setItem('tabId', name);
    await claimTab(() => {});
    const { control } = set({ state });
    control.enterLoginPage('');
    expect(sessionStorage.getItem('tabId')).toBeNull();
    await control.retrySeat();
    expect(userRecord()).not.toBeNull();
    expect(sessionStorage.getItem('tabId')).toBe(name);
    await control.signOut({ kind: 'token expired' });
  });
});

it('the shell forgets at its start the places that were left too long ago', () => {
  const dayInMs = 24 * 60 * 60_000;
  vi.useFakeTimers();
  keepLeftPlace('hash of mia', { themaId: 'bach' });
  vi.setSystemTime(Date.now() + leftPlaceAgeLimitInDays * dayInMs);
  set({ state: { name: 'signed-out' } });
  expect(localStorage.getItem('leftPlaces')).toContain('hash of mia');
  vi.setSystemTime(Date.now() + dayInMs);
  set({ state: { name: 'signed-out' } });
  expect(localStorage.getItem('leftPlaces')).toBeNull();
});
