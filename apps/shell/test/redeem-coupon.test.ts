import { beforeEach, describe, expect, it, vi } from 'vitest';
import { keepCoupon, keptCoupon } from '../src/session/kept-coupon.ts';
import { licensePausesInMs, redeemKeptCoupon } from '../src/session/redeem-coupon.ts';
import { fakeBrowser } from './fake-browser.ts';
import { fakeServices, type ServiceAnswer } from './fake-services.ts';
import { someProject } from './some-project.ts';
import { someSession } from './some-session.ts';
import { refusal } from './some-usage.ts';

const code = 'WASR-7K2M-PQ4X-9HT';
const coupon = {
  coupon_code: code,
  coupon_state: 'ACTIVE',
  mandant_identifier: 'LECTERN',
  product_reference: 'wasser-entdecken',
  license_strategy: 'LICENSE_STRATEGY_USER',
  seats: 1,
};
const { licences } = someSession('mia');

/** Redeems a kept code at services that answer so; each look for licences takes the next answer. */
async function redeem(
  activated: ServiceAnswer,
  looks: readonly ServiceAnswer[] = [],
  found: ServiceAnswer = { coupon, redeemable: true },
) {
  keepCoupon(code);
  const left = [...looks];
  const { api, requests } = fakeServices(({ path }) => {
    if (path === '/osc/coupon/activate') return activated;
    if (path === '/osc/coupon/lookUp') return found;
    return left.shift() ?? { licenses: [] };
  }, 'mia');
  const outcome = redeemKeptCoupon(api, someProject, 'mia');
  await vi.runAllTimersAsync();
  return { outcome: await outcome, requests };
}

beforeEach(() => {
  fakeBrowser();
  vi.useFakeTimers();
});

describe('a kept coupon', () => {
  it('is activated for the user, and forgotten', async () => {
    const activated = { coupon, license_code: 'L-7', license_made: true };
    const { outcome, requests } = await redeem(activated);
    expect(outcome).toEqual({ kind: 'redeemed', licenseCode: 'L-7' });
    const ofCoupon = requests.filter(({ path }) => path.startsWith('/osc/'));
    expect(ofCoupon.map(({ path, body }) => [path, body])).toEqual([
      ['/osc/coupon/lookUp', { coupon_code: code }],
      ['/osc/coupon/activate', { subject: 'mia', coupon_code: code }],
    ]);
    expect(keptCoupon()).toBeUndefined();
  });

  it('that is none asks nobody', async () => {
    const { api, requests } = fakeServices(() => ({}), 'mia');
    expect(await redeemKeptCoupon(api, someProject, 'mia')).toBeUndefined();
    expect(requests).toEqual([]);
  });

  it('waits for a licence that is being made', async () => {
    const none = { licenses: [] };
    const looks = [none, none, refusal(403, 'PERMISSION_MISSING'), { licenses: licences }];
    const { outcome, requests } = await redeem({ coupon, license_made: false }, looks);
    expect(outcome).toEqual({ kind: 'redeemed' });
    expect(requests).toHaveLength(6);
  });

  it('waits for it a few seconds at most', async () => {
    const { outcome, requests } = await redeem({ coupon, license_made: false });
    expect(outcome).toEqual({ kind: 'license pending', code });
    expect(requests).toHaveLength(3 + licensePausesInMs.length);
    expect(licensePausesInMs.reduce<number>((sum, pause) => sum + pause, 0)).toBeLessThan(10_000);
    expect(keptCoupon()).toBeUndefined();
  });

  it('for another product is not redeemed', async () => {
    const other = { ...coupon, product_reference: 'feuer-entdecken' };
    const answer = { coupon: other, redeemable: true };
    const { outcome, requests } = await redeem({ coupon, license_made: true }, [], answer);
    expect(outcome).toEqual({ kind: 'other product', code });
    expect(requests.map(({ path }) => path)).not.toContain('/osc/coupon/activate');
    expect(keptCoupon()).toBeUndefined();
  });

  it('is not redeemed where a licence opens the publication already, which is told', async () => {
    const { outcome, requests } = await redeem({ coupon, license_made: true }, [
      { licenses: licences },
    ]);
    expect(outcome).toEqual({ kind: 'not needed', code });
    expect(requests.map(({ path }) => path)).not.toContain('/osc/coupon/activate');
    expect(keptCoupon()).toBeUndefined();
  });

  const ofClass = { ...coupon, license_strategy: 'LICENSE_STRATEGY_GROUP' };

  it('for a class is redeemed all the same: it is for others, too', async () => {
    const { outcome } = await redeem(
      { coupon: ofClass, license_code: 'L-7', license_made: true },
      [{ licenses: licences }],
      { coupon: ofClass, redeemable: true },
    );
    expect(outcome).toEqual({ kind: 'redeemed', licenseCode: 'L-7' });
  });

  it('for a class whose licence is being made says so, whatever licence there was before', async () => {
    const { outcome } = await redeem(
      { coupon: ofClass, license_made: false },
      [{ licenses: licences }],
      { coupon: ofClass, redeemable: true },
    );
    expect(outcome).toEqual({ kind: 'license pending', code });
  });

  it.each([
    ['used by somebody else', refusal(409, 'COUPON_USED'), { kind: 'used', code }],
    [
      'redeemed by the same user before',
      { coupon, license_code: 'L-7', license_made: true },
      { kind: 'redeemed', licenseCode: 'L-7' },
    ],
  ])('that was %s says so beside a licence', async (_what, activated, sentence) => {
    const { outcome } = await redeem(activated, [{ licenses: licences }], {
      coupon,
      redeemable: false,
    });
    expect(outcome).toEqual(sentence);
  });

  it('that nobody knows is not redeemed', async () => {
    const unknown = refusal(404, 'COUPON_NOT_FOUND');
    const { outcome } = await redeem({ coupon, license_made: true }, [], unknown);
    expect(outcome).toEqual({ kind: 'unknown', code });
  });

  it.each([
    ['COUPON_NOT_FOUND', 404, 'unknown'],
    ['COUPON_USED', 409, 'used'],
    ['COUPON_WITHDRAWN', 409, 'withdrawn'],
    ['COUPON_EXPIRED', 409, 'expired'],
    ['COUPON_NEEDS_GROUP', 403, 'needs group'],
  ])('that is refused to this user for good (%s) is forgotten', async (error, status, kind) => {
    const { outcome } = await redeem(refusal(status, error));
    expect(outcome).toEqual({ kind, code });
    expect(keptCoupon()).toBeUndefined();
  });

  it.each([
    [503, 'UNAVAILABLE', 'unavailable'],
    [404, 'CALL_UNKNOWN', 'unavailable'],
    [429, 'TOO_MANY_REQUESTS', 'too many attempts'],
  ])('that could not be redeemed (%i %s) is kept', async (status, error, kind) => {
    const { outcome } = await redeem(refusal(status, error));
    expect(outcome).toEqual({ kind, code });
    expect(keptCoupon()).toBe(code);
  });

  it('says when the next attempt is allowed', async () => {
    keepCoupon(code);
    const { api } = fakeServices(() => ({}), 'mia');
    const refused = {
      result_state: 'ERROR',
      result_messages: [{ code: 'TOO_MANY_REQUESTS', text: '' }],
    };
    vi.stubGlobal('fetch', async () =>
      Response.json(refused, { status: 429, headers: { 'Retry-After': '42' } }),
    );
    const outcome = await redeemKeptCoupon(api, someProject, 'mia');
    expect(outcome).toEqual({ kind: 'too many attempts', code, retryAt: Date.now() + 42_000 });
  });

  it('is never logged', async () => {
    await redeem(refusal(404, 'COUPON_NOT_FOUND'));
    const { mock } = vi.mocked(console.warn);
    expect(mock.calls).toHaveLength(1);
    expect(JSON.stringify(mock.calls)).not.toContain(code);
    expect(JSON.stringify(Object.entries(localStorage))).not.toContain(code);
  });
});
