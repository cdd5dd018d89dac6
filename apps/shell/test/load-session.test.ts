import { beforeEach, describe, expect, it, vi } from 'vitest';
import { loadNewSession, loadSession } from '../src/session/load-session.ts';
import { ServiceError } from '../src/session/service-error.ts';
import { checkedSession } from '../src/session/stored-session.ts';
import { isPandaLogin, isSpokenToAsTeacher } from '../src/session/user-session.ts';
import { fakeBrowser } from './fake-browser.ts';
import { fakeServices, type ServiceAnswer } from './fake-services.ts';
import { someProject as project } from './some-project.ts';
import { someSession } from './some-session.ts';

const { licences, identities } = someSession('mia');
const user = { subject: 'mia', given_name: 'Mia', family_name: 'Keller' };

const honest: Record<string, ServiceAnswer> = {
  '/aua/v1/user/updateUserInfo': { user },
  '/aua/v1/user/get': { user },
  '/aua/v1/user/getProperties': {
    properties: [
      { key: 'a', value: 'b' },
      { key: 'outbox-key', value: 'a property of this name' },
      { key: 'outbox-key', value: 'the key' },
    ],
  },
  '/aua/v1/user/getIdentities': { identities },
  '/aua/v1/user/getRoles': { role_names: ['student', 'teacher'], permission_names: [] },
  '/gres/v1/gms/groups/get': { groups: [] },
  '/lima/license/getForUser': { licenses: licences },
  '/lima/device/updateForUser': { device: { device_identifier: 'd' } },
};
const refused = { status: 403, code: 'PERMISSION_MISSING' };

const services = (changes: Record<string, ServiceAnswer> = {}) =>
  fakeServices(({ path }) => ({ ...honest, ...changes })[path] ?? refused);

beforeEach(() => void fakeBrowser());

describe('a new session', () => {
  it('has what section 3 says', async () => {
    const { session, isLicensed } = await loadNewSession(services().api, project, 'mia');
    expect(session).toEqual({
      deviceID: expect.stringMatching(/^[0-9a-f]{32}$/),
      user,
      licences,
      properties: [
        { key: 'a', value: 'b' },
        { key: 'outbox-key', value: 'a property of this name' },
      ],
      outboxKey: 'the key',
      identities,
      isTeacher: false,
      mayLead: false,
      roles: ['student', 'teacher'],
    });
    expect(isLicensed).toBe(true);
    expect(isPandaLogin(session)).toBe(true);
  });

  it('first refreshes the user, then loads it, then the rest', async () => {
    const { api, requests } = services();
    await loadNewSession(api, project, 'mia');
    expect(requests.slice(0, 2).map(({ path }) => path)).toEqual([
      '/aua/v1/user/updateUserInfo',
      '/aua/v1/user/get',
    ]);
    expect(requests).toHaveLength(8);
  });

  it('asks with token, correlation id and roles', async () => {
    const { api, requests } = services();
    await loadNewSession(api, project, 'mia');
    const ids = new Set<string | null>();
    for (const { headers } of requests) {
      expect(headers.get('Authorization')).toBe('Bearer token-1');
      expect(headers.get('X-Ia-Subject')).toBe('mia');
      ids.add(headers.get('X-Ia-Correlation-Id'));
    }
    expect(ids.size).toBe(requests.length);
    expect(requests.at(-1)?.headers.get('X-Ia-Roles')).toBe('');
  });

  it('goes on as the subject that a linked user resolves to', async () => {
    const linked = { user: { subject: 'mia-at-home' } };
    const changes = { '/aua/v1/user/updateUserInfo': linked, '/aua/v1/user/get': linked };
    const { api, requests } = services(changes);
    const { session } = await loadNewSession(api, project, 'mia');
    expect(session.user.subject).toBe('mia-at-home');
    expect(requests[0]?.headers.get('X-Ia-Subject')).toBe('mia');
    expect(requests.at(-1)?.headers.get('X-Ia-Subject')).toBe('mia-at-home');
  });

  it('keeps the device id', async () => {
    const first = await loadSession(services().api, project, 'mia');
    vi.stubGlobal('screen', { width: 390, height: 844, colorDepth: 24 });
    const second = await loadSession(services().api, project, 'mia');
    expect(second.session.deviceID).toBe(first.session.deviceID);
    expect(localStorage.getItem('deviceId')).toBe(first.session.deviceID);
  });
});

describe('a user', () => {
  it('who leads a group is a teacher', async () => {
    const groups = [{ group_id: 'g', provider_id: 'BEOOK_1', name: '4a' }];
    const { api } = services({ '/gres/v1/gms/groups/get': { groups } });
    expect((await loadSession(api, project, 'mia')).session.isTeacher).toBe(true);
  });

  it('whose groups cannot be loaded is none, and that is logged', async () => {
    const { api } = services({ '/gres/v1/gms/groups/get': refused });
    expect((await loadSession(api, project, 'mia')).session.isTeacher).toBe(false);
    expect(console.error).toHaveBeenCalledExactlyOnceWith(
      expect.stringMatching(/^Could not load groups correctly\./),
    );
  });

  it('whose groups cannot be loaded stays what the session said before', async () => {
    const { api } = services({ '/gres/v1/gms/groups/get': refused });
    const earlier = { licences, isTeacher: true };
    expect((await loadSession(api, project, 'mia', earlier)).session.isTeacher).toBe(true);
    expect(console.error).toHaveBeenCalledOnce();
  });

  it('who may make classes, and has none yet, is spoken to as a teacher, also after a reload', async () => {
    const roles = { role_names: ['teacher'], permission_names: ['group.lead'] };
    const { api } = services({ '/aua/v1/user/getRoles': roles });
    const { session } = await loadSession(api, project, 'mia');
    expect(session.isTeacher).toBe(false);
    expect(isSpokenToAsTeacher(session)).toBe(true);
    expect(isSpokenToAsTeacher(checkedSession(session))).toBe(true);
  });

  it('whose roles cannot be loaded may make classes as the session said before', async () => {
    const { api } = services({ '/aua/v1/user/getRoles': refused });
    const earlier = { licences, isTeacher: false, mayLead: true };
    expect((await loadSession(api, project, 'mia', earlier)).session.mayLead).toBe(true);
  });

  it('who leads no group any more is no teacher any more', async () => {
    const earlier = { licences, isTeacher: true };
    const { session } = await loadSession(services().api, project, 'mia', earlier);
    expect(session.isTeacher).toBe(false);
  });

  it('whose roles cannot be loaded has a session all the same', async () => {
    const { api } = services({ '/aua/v1/user/getRoles': refused });
    expect((await loadSession(api, project, 'mia')).session.roles).toEqual([]);
    expect(console.warn).toHaveBeenCalledExactlyOnceWith(
      expect.stringMatching(/^Could not load the roles\./),
    );
  });

  it('whose licences cannot be loaded comes in without, and that is logged', async () => {
    const { api } = services({ '/lima/license/getForUser': refused });
    const { session, isLicensed } = await loadSession(api, project, 'mia');
    expect([isLicensed, session.licences, session.areLicencesMissing]).toEqual([
      undefined,
      [],
      true,
    ]);
    expect(console.error).toHaveBeenCalledExactlyOnceWith(
      expect.stringMatching(/^Could not load the licences\. \(name: CallFailed/),
    );
  });

  it.each([
    ['licences', '/lima/license/getForUser', { areLicencesMissing: true }],
    ['groups', '/gres/v1/gms/groups/get', { isTeacher: false }],
    ['roles', '/aua/v1/user/getRoles', { roles: [] }],
    ['device', '/lima/device/updateForUser', { deviceID: expect.any(String) }],
  ])('comes in where the service of the %s does not answer', async (_what, path, expected) => {
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    // Eight seconds are over soon; the limits of the client are longer.
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((limit) =>
      timeout(limit <= 8_000 ? limit / 100 : limit),
    );
    const { api } = services({ [path]: 'none' });
    const { session } = await loadSession(api, project, 'mia');
    expect(session).toMatchObject(expected);
  });

  it('whose licences cannot be loaded keeps those that the session knew', async () => {
    const { api } = services({ '/lima/license/getForUser': refused });
    const earlier = { licences, isTeacher: false };
    const { session, isLicensed } = await loadSession(api, project, 'mia', earlier);
    expect([isLicensed, session.licences, session.areLicencesMissing]).toEqual([
      undefined,
      licences,
      undefined,
    ]);
  });

  it('without a licence for this product is not licensed', async () => {
    const licenses = licences.map((license) => ({ ...license, product_reference: 'other' }));
    const { api } = services({ '/lima/license/getForUser': { licenses } });
    expect((await loadSession(api, project, 'mia')).isLicensed).toBe(false);
  });

  it('whose device cannot be registered has a session all the same', async () => {
    const { api } = services({ '/lima/device/updateForUser': refused });
    expect((await loadSession(api, project, 'mia')).isLicensed).toBe(true);
  });
});

describe('what was bought and not told yet', () => {
  const isBought = '/osc/order/syncForUser';

  it('opens the publication: order systems are asked, and licences once more', async () => {
    let isSynced = false;
    const { api, requests } = fakeServices(({ path }) => {
      if (path === isBought) isSynced = true;
      if (path === isBought) return { order_systems: [], orders: [] };
      if (path === '/lima/license/getForUser' && !isSynced) return { licenses: [] };
      return honest[path] ?? refused;
    });
    const { session, isLicensed } = await loadSession(api, project, 'mia');
    expect({ isLicensed, licences: session.licences }).toEqual({ isLicensed: true, licences });
    expect(requests.find(({ path }) => path === isBought)?.body).toEqual({ subject: 'mia' });
  });

  it('is not asked for where a licence opens the publication', async () => {
    const { api, requests } = services();
    await loadSession(api, project, 'mia');
    expect(requests.map(({ path }) => path)).not.toContain(isBought);
  });

  it('rejects nobody otherwise, and raises nothing, when no order system answers', async () => {
    const { api } = services({
      '/lima/license/getForUser': { licenses: [] },
      [isBought]: { status: 502, code: 'ORDER_SYSTEMS_UNREACHABLE' },
    });
    expect((await loadSession(api, project, 'mia')).isLicensed).toBe(false);
    expect(console.warn).toHaveBeenCalledExactlyOnceWith(
      expect.stringMatching(/^Could not ask for the user's orders\./),
    );
  });
});

describe('a coupon that was kept', () => {
  const coupon = {
    coupon_code: 'ABCD-EFGH',
    coupon_state: 'ACTIVE',
    mandant_identifier: 'LECTERN',
    product_reference: 'wasser-entdecken',
    license_strategy: 'LICENSE_STRATEGY_USER',
    seats: 1,
  };

  it('is redeemed once the user is known, before the licences of the session are loaded', async () => {
    sessionStorage.setItem('coupon', 'abcd-efgh');
    let isActive = false;
    const { api, requests } = fakeServices(({ path }) => {
      if (path === '/osc/coupon/lookUp') return { coupon, redeemable: true };
      if (path === '/osc/coupon/activate') {
        isActive = true;
        return { coupon, license_made: true };
      }
      if (path === '/lima/license/getForUser' && !isActive) return { licenses: [] };
      return honest[path] ?? refused;
    });
    const loaded = await loadNewSession(api, project, 'mia');
    expect(loaded).toMatchObject({ isLicensed: true, redeemed: { validUntil: undefined } });
    expect(requests.slice(2, 5).map(({ path }) => path)).toEqual([
      '/osc/coupon/lookUp',
      '/lima/license/getForUser',
      '/osc/coupon/activate',
    ]);
    expect(sessionStorage.getItem('coupon')).toBeNull();
  });

  it.each([
    ['that came of it', { license_code: 'L-2' }, '2027-07-31T22:00:00Z'],
    ['that opens the publication now', {}, '2027-01-31T23:00:00Z'],
    ['that is not among those that open it', { license_code: 'L-3' }, undefined],
  ])('is said to hold as long as the licence %s', async (_name, activated, end) => {
    sessionStorage.setItem('coupon', 'ABCD');
    const [license] = licences;
    const opening = [
      { ...license, license_code: 'L-1', valid_until: '2027-01-31T23:00:00Z' },
      { ...license, license_code: 'L-2', valid_until: '2027-07-31T22:00:00Z' },
    ];
    const looks = [[], opening];
    const { api } = fakeServices(({ path }) => {
      if (path === '/osc/coupon/lookUp') return { coupon, redeemable: true };
      if (path === '/osc/coupon/activate') return { coupon, license_made: true, ...activated };
      if (path === '/lima/license/getForUser') return { licenses: looks.shift() };
      return honest[path] ?? refused;
    });
    const { redeemed } = await loadSession(api, project, 'mia');
    expect(redeemed?.validUntil).toBe(end);
  });

  it('is left alone where a licence opens the publication, and says so', async () => {
    sessionStorage.setItem('coupon', 'ABCD');
    const { api, requests } = services({ '/osc/coupon/lookUp': { coupon, redeemable: true } });
    const { isLicensed, coupon: problem, redeemed } = await loadSession(api, project, 'mia');
    expect({ isLicensed, problem, redeemed }).toEqual({
      isLicensed: true,
      problem: { kind: 'not needed', code: 'ABCD' },
    });
    expect(requests.map(({ path }) => path)).not.toContain('/osc/coupon/activate');
  });
});

describe('a failed load', () => {
  it.each([
    ['user', '/aua/v1/user/get'],
    ['property', '/aua/v1/user/getProperties'],
    ['identity', '/aua/v1/user/getIdentities'],
  ] as const)('of %s raises a service error with service and result', async (service, path) => {
    const failure = loadSession(services({ [path]: refused }).api, project, 'mia');
    await expect(failure).rejects.toThrow(ServiceError);
    await expect(failure).rejects.toMatchObject({
      service,
      message: `${service}: PERMISSION_MISSING`,
      result: { status: 403 },
    });
  });

  it('of the user info counts as one of the user', async () => {
    const { api } = services({ '/aua/v1/user/updateUserInfo': refused });
    await expect(loadNewSession(api, project, 'mia')).rejects.toMatchObject({ service: 'user' });
  });
});
