import { describe, expect, it, vi } from 'vitest';
import type { ServiceAnswer } from './fake-services.ts';
import { fakeBrowserForEachTest } from './fake-browser.ts';
import { session, set } from './session-scene.ts';
import { refusal, someUsage } from './some-usage.ts';

fakeBrowserForEachTest();

const obtain = '/lima/license/obtainLicenseUsage';

/** A user whose seat is on another device, before a service that answers so to obtaining one here. */
function seatless(answer: ServiceAnswer) {
  return set({
    state: { name: 'seatless', session, obstacle: 'used elsewhere', contentBefore: 'none' },
    answers: { [obtain]: answer },
  });
}

describe('going on here', () => {
  it('obtains a seat in place of the others with one call, and shows the content', async () => {
    const { control, store, asked } = seatless({ license_usage: someUsage() });
    await control.continueHere();
    expect(asked).toMatchObject([
      { path: obtain, body: { license_code: 'L-1', instead_of_others: true } },
    ]);
    expect(store.session).toBe(session);
    await control.signOut({ kind: 'called logout page' });
  });

  it('keeps the seat with heartbeats from then on', async () => {
    vi.useFakeTimers();
    const { control, asked } = seatless({ license_usage: someUsage() });
    await control.continueHere();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked.at(-1)?.path).toBe('/lima/licenseUsage/giveOffHeartbeat');
  });

  it('says why where there is no seat at all', async () => {
    const { control, store } = seatless(refusal(409, 'LICENSE_SEATS_TAKEN'));
    await control.continueHere();
    expect(store.state).toMatchObject({ name: 'seatless', obstacle: 'seats taken' });
  });

  it('asks once, shows nothing and tries nothing later where nobody can say', async () => {
    vi.useFakeTimers();
    const { control, store, asked } = seatless(refusal(503, 'UNAVAILABLE'));
    await expect(control.continueHere()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await vi.advanceTimersByTimeAsync(600_000);
    expect(asked.map(({ path }) => path)).toEqual([obtain]);
    expect(store.state.name).toBe('seatless');
  });

  it('takes nothing from other devices of a user who has a seat, or only tries again', async () => {
    const signedIn = set();
    await signedIn.control.continueHere();
    expect(signedIn.asked).toEqual([]);
    const { control, asked } = seatless(refusal(409, 'LICENSE_USED_ELSEWHERE'));
    await control.retrySeat();
    expect(asked).toHaveLength(1);
    expect(asked[0]?.body).not.toHaveProperty('instead_of_others');
  });
});
