import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowserForEachTest } from './fake-browser.ts';
import type { ServiceAnswer } from './fake-services.ts';
import { session, set } from './session-scene.ts';
import { someSession } from './some-session.ts';

fakeBrowserForEachTest();

const away: ServiceAnswer = { status: 503, code: 'UNAVAILABLE' };
const licenses = '/lima/license/getForUser';
const missing = { ...session, licences: [], areLicencesMissing: true } as const;

/** A page that has come in without licences. */
async function comeInWithout() {
  const answers: Record<string, ServiceAnswer> = { [licenses]: away };
  const scene = set({ state: { name: 'signed-in', session: missing }, answers });
  let isLoaded = false;
  void scene.control.refresh().then(() => (isLoaded = true));
  await vi.waitFor(() => expect(isLoaded).toBe(true));
  return scene;
}

describe('licences that could not be loaded', () => {
  beforeEach(() => void vi.useFakeTimers());

  it('are asked for again, later each time, and nothing else is; that is logged once', async () => {
    const { asked } = await comeInWithout();
    const logged = vi.mocked(console.error).mock.calls.length;
    asked.length = 0;
    const triesWithin = async (minutes: number) => {
      const before = asked.length;
      await vi.advanceTimersByTimeAsync(minutes * 60_000);
      // Each try is repeated twice by the client.
      return (asked.length - before) / 3;
    };
    expect(await triesWithin(2)).toBeGreaterThanOrEqual(2);
    expect(await triesWithin(20)).toBeLessThan(10);
    expect(new Set(asked.map(({ path }) => path))).toEqual(new Set([licenses]));
    expect(console.error).toHaveBeenCalledTimes(logged);
  });

  it('come with the whole session once the service is there', async () => {
    const { answers, store } = await comeInWithout();
    answers[licenses] = { licenses: session.licences };
    await vi.advanceTimersByTimeAsync(31_000);
    await vi.waitFor(() => expect(store.session?.areLicencesMissing).toBeUndefined());
    expect(store.session?.licences).toHaveLength(session.licences.length);
  });

  it('are asked for of nobody who has gone', async () => {
    const { asked, store } = await comeInWithout();
    store.dispatch({ type: 'sign-out requested', reason: { kind: 'called logout page' } });
    asked.length = 0;
    await vi.advanceTimersByTimeAsync(600_000);
    expect(asked).toEqual([]);
  });
});

it('a session that comes late is not taken for that of whoever has come meanwhile', async () => {
  const { control, store } = set({ answers: { [licenses]: { licenses: [] } } });
  const refreshed = control.refresh();
  const ben = someSession('ben');
  store.dispatch({ type: 'sign-out requested', reason: { kind: 'called logout page' } });
  store.dispatch({ type: 'signed out' });
  store.dispatch({ type: 'callback opened' });
  store.dispatch({ type: 'session started', session: ben });
  await refreshed;
  expect(store.session).toBe(ben);
  expect(sessionStorage.getItem('userSession')).not.toContain('mia');
});
