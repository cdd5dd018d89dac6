import { beforeEach, describe, expect, it } from 'vitest';
import { createDeviceLimit } from '../src/session/device-limit.ts';
import { createSessionStore } from '../src/session/session-store.ts';
import { fakeBrowser } from './fake-browser.ts';
import { fakeServices } from './fake-services.ts';
import { someProject } from './some-project.ts';
import { someSession } from './some-session.ts';

const session = someSession('mia');
const product = (reference: string) => ({
  mandant_identifier: 'LECTERN',
  product_reference: reference,
  registered_at: '2026-01-01T00:00:00Z',
});
const device = (id: string, lastSeen: string, ...products: string[]) => ({
  device_identifier: id,
  os_name: 'Windows',
  last_seen_at: lastSeen,
  products: products.map(product),
});
const devices = [
  device(session.deviceID, '2026-11-21T09:00:00Z', 'wasser-entdecken'),
  device('b', '2026-11-20T09:00:00Z', 'feuer-entdecken'),
  device('c', '2026-11-20T08:00:00+02:00', 'feuer-entdecken', 'wasser-entdecken'),
  device('d', '2026-11-20T07:00:00Z'),
  device('e', '2026-11-20T07:30:00Z', 'wasser-entdecken'),
];

beforeEach(() => void fakeBrowser());

describe('the limit of devices', () => {
  const store = () =>
    createSessionStore({
      name: 'seatless',
      session,
      obstacle: 'device limit',
      contentBefore: 'none',
    });

  it('shows those that count for the product, the one unseen longest first', async () => {
    const { api } = fakeServices(() => ({ devices }), 'mia');
    const counted = await createDeviceLimit(api, someProject, store()).counted();
    expect(counted.map((device) => [device.device_identifier, device.isThisOne])).toEqual([
      ['c', false],
      ['e', false],
      [session.deviceID, true],
    ]);
  });

  it.each([
    ['a day before the next', '2026-11-20T07:30:00Z', true],
    ['about when the next was', '2026-11-20T07:29:59Z', false],
  ])('points out the one unseen longest, where it was seen %s', async (_, next, isClear) => {
    const two = [
      device('a', '2026-11-19T07:30:00Z', 'wasser-entdecken'),
      device('b', next, 'wasser-entdecken'),
    ];
    const { api } = fakeServices(() => ({ devices: two }), 'mia');
    const counted = await createDeviceLimit(api, someProject, store()).counted();
    expect(counted.map((device) => device.isUnusedLongest)).toEqual([isClear, false]);
  });

  it('points out none where there is no other, and says since when the product is used', async () => {
    const alone = [device('a', '2025-11-19T07:30:00Z', 'feuer-entdecken', 'wasser-entdecken')];
    const { api } = fakeServices(() => ({ devices: alone }), 'mia');
    expect(await createDeviceLimit(api, someProject, store()).counted()).toMatchObject([
      { isUnusedLongest: false, usedSince: '2026-01-01T00:00:00Z' },
    ]);
  });

  it('frees a device by its id', async () => {
    const answer = { pruned_license_usages: 0, products: [] };
    const { api, requests } = fakeServices(() => answer, 'mia');
    await createDeviceLimit(api, someProject, store()).free('e');
    expect(requests).toMatchObject([
      { path: '/lima/device/unregisterForLicenses', search: '?deviceIdentifier=e' },
    ]);
  });

  it('is asked by nobody who has a seat', async () => {
    const { api, requests } = fakeServices(() => ({ devices }), 'mia');
    const signedIn = createSessionStore({ name: 'signed-in', session });
    await expect(createDeviceLimit(api, someProject, signedIn).counted()).rejects.toThrow();
    expect(requests).toEqual([]);
  });
});
