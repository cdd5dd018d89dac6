import { services } from '@lectern/contracts';
import { isCodeDoubtful } from '@lectern/contracts/calls/checked-code';
import type { SignedIn } from '@lectern/env/testing';
import { describe, expect, test, vi } from 'vitest';
import { sql } from 'kysely';
import { headersOf } from '../security/requests.ts';
import { codeOf, linkSubject, makeBeforeEach, startBeforeAll } from '../platform.ts';
import { startCouponWorld, terms } from './coupons.ts';
import { rowsOf } from '../rows.ts';

const world = startBeforeAll(startCouponWorld);
let people = 0;

// Each test has a pupil of its own: requests with codes are counted.
const pupil = makeBeforeEach(() => world.person(`pupil-${++people}`));

const licensesOf = async ({ subject }: SignedIn) => {
  const licenses = await world.licenses();
  return licenses.filter((license) => license.subject === subject);
};
const activate = (who: SignedIn, coupon_code: string) =>
  world.orders(who).couponActivate({ body: { subject: who.subject, coupon_code } });
const lookUp = (who: SignedIn, coupon_code: string) =>
  world.orders(who).couponLookUp({ body: { coupon_code } });

describe('a code', () => {
  test('is made for reading, and of more than 60 bits', async () => {
    const codes = await world.makeCoupons('codes', { coupon_count: 1_000 });
    expect(new Set(codes).size).toBe(1_000);
    for (const code of codes) expect(code).toMatch(/^([34679CDFGHJKMNPQRTWXY]{4}-){3}[^-]{3}$/);
    const signs = new Set(codes.join('').replaceAll('-', ''));
    // The last one is a check sign.
    expect(Math.log2(signs.size) * 14).toBeGreaterThan(60);
    for (const code of codes) expect(isCodeDoubtful(code.replaceAll('-', ''))).toBe(false);
  });

  test('is the same without case and dashes', async () => {
    const [code] = await world.makeCoupons('spelling');
    for (const typed of [code!, code!.toLowerCase(), code!.replaceAll('-', '')]) {
      expect((await lookUp(pupil, typed)).coupon.coupon_code).toBe(code);
    }
    await activate(pupil, `-${code!.toLowerCase().replaceAll('-', '--')}`);
    expect(await world.statesOf(code!)).toEqual(['VALID', 'ASSIGNED', 'ACTIVE']);
  });

  test('that nobody has opens nothing', async () => {
    expect(await codeOf(lookUp(pupil, 'AAAA-BBBB-CCCC-DDDD'))).toBe('COUPON_NOT_FOUND');
    expect(await codeOf(activate(pupil, 'AAAA-BBBB-CCCC-DDDD'))).toBe('COUPON_NOT_FOUND');
  });

  test('row 49: cannot be guessed: after ten tries a minute one has to wait', async () => {
    const attempt = (index: number) =>
      fetch(`${world.platform.url}${services.osc.base}/coupon/activate`, {
        method: 'POST',
        headers: headersOf(pupil),
        body: JSON.stringify({ subject: pupil.subject, coupon_code: `GUESS${index}` }),
      });
    const answers = [];
    for (let index = 0; index < 12; index++) answers.push(await attempt(index));
    expect(answers.map(({ status }) => status)).toEqual([...Array(10).fill(404), 429, 429]);
    expect(Number(answers.at(-1)!.headers.get('Retry-After'))).toBeGreaterThan(0);
  });
});

describe('activating', () => {
  test('makes a licence of the subject with the terms of the coupon', async () => {
    const [code] = await world.makeCoupons('terms', { license_duration_in_days: 365 });
    const answer = await activate(pupil, code!);
    expect(answer).toMatchObject({
      result_state: 'OK',
      coupon: { coupon_code: code, coupon_state: 'ACTIVE', ...terms },
      license_made: true,
    });
    const { licenses } = await world.platform
      .as('lima', pupil)
      .licenseGetForUser({ body: { subject: pupil.subject } });
    expect(licenses).toMatchObject([
      { ...terms, license_code: answer.license_code, license_state: 'LICENSE_STATE_VALID' },
    ]);
    const [license] = licenses;
    const days = (Date.parse(license!.valid_until!) - Date.parse(license!.valid_from)) / 86_400_000;
    expect(days).toBe(365);
  });

  test('again changes nothing', async () => {
    const [code] = await world.makeCoupons('again');
    const first = await activate(pupil, code!);
    expect(await activate(pupil, code!)).toEqual({ ...first, result_state: 'IA_OK' });
    expect(await licensesOf(pupil)).toHaveLength(1);
  });

  test('what somebody else has activated is refused', async () => {
    const [code] = await world.makeCoupons('used');
    await activate(await world.person('quicker'), code!);
    expect(await codeOf(activate(pupil, code!))).toBe('COUPON_USED');
    expect(await lookUp(pupil, code!)).toMatchObject({
      coupon: { coupon_state: 'ACTIVE' },
      redeemable: false,
    });
    expect(await licensesOf(pupil)).toEqual([]);
  });

  test('what is reserved for somebody else is not there', async () => {
    const [code] = await world.makeCoupons('reserved');
    const other = await world.person('reserved-for');
    await world.changeState({
      coupon_code: code!,
      coupon_state: 'ASSIGNED',
      assigned_subject: other.subject,
    });
    expect(await codeOf(lookUp(pupil, code!))).toBe('COUPON_NOT_FOUND');
    expect(await codeOf(activate(pupil, code!))).toBe('COUPON_NOT_FOUND');
    expect(await lookUp(other, code!)).toMatchObject({ redeemable: true });
    await activate(other, code!);
    expect(await world.statesOf(code!)).toEqual(['VALID', 'ASSIGNED', 'ACTIVE']);
  });

  test('what was reserved for a subject that became another one is that one’s', async () => {
    const [code] = await world.makeCoupons('linked');
    await linkSubject(world.platform.database, `old-${people}`, pupil.subject);
    await world.changeState({
      coupon_code: code!,
      coupon_state: 'ASSIGNED',
      assigned_subject: `old-${people}`,
    });
    expect(await activate(pupil, code!)).toMatchObject({ license_made: true });
  });

  test('what was withdrawn is refused, and says so', async () => {
    const [code] = await world.makeCoupons('withdrawn');
    await world.changeState({ coupon_code: code!, coupon_state: 'WITHDRAWN' });
    expect(await codeOf(activate(pupil, code!))).toBe('COUPON_WITHDRAWN');
    expect(await lookUp(pupil, code!)).toMatchObject({ redeemable: false });
  });

  test('what could only be activated until a time now past is refused', async () => {
    const [code] = await world.makeCoupons('expired', { redeemable_until: '2026-01-01T00:00:00Z' });
    expect(await lookUp(pupil, code!)).toMatchObject({ redeemable: false });
    expect(await codeOf(activate(pupil, code!))).toBe('COUPON_EXPIRED');
    expect(await world.statesOf(code!)).toEqual(['VALID']);
  });

  test('leaves in the audit log that the licence was made, and for whom', async () => {
    const [code] = await world.makeCoupons('audited');
    const { license_code } = await activate(pupil, code!);
    await activate(pupil, code!);
    const entries = await rowsOf(world.platform.database, 'aua.audit_log', {
      subject: pupil.subject,
    }).get('kind', 'call', 'token_subject', 'change');
    const { mandant_identifier, product_reference } = terms;
    expect(entries).toEqual([
      {
        kind: 'change',
        call: '/lima/licenseOrder/save',
        token_subject: null,
        change: {
          license_code,
          license_order: expect.objectContaining({
            license_order_identifier: `coupon:${code!.replaceAll('-', '')}`,
            mandant_identifier,
            product_reference,
          }),
          reason: 'The coupon was activated.',
        },
      },
    ]);
  });

  test('withdrawing an active coupon takes its licence', async () => {
    const [code] = await world.makeCoupons('taken-back');
    await activate(pupil, code!);
    expect(await licensesOf(pupil)).toHaveLength(1);
    await world.changeState({ coupon_code: code!, coupon_state: 'WITHDRAWN', reason: 'Stolen.' });
    expect(await licensesOf(pupil)).toEqual([]);
    expect(await codeOf(activate(pupil, code!))).toBe('COUPON_WITHDRAWN');
  });

  test('without its product succeeds, and the licence follows once the product is there', async () => {
    const product_reference = 'spaeter';
    const [code] = await world.makeCoupons('no-product', { product_reference });
    await world.loseProduct(product_reference);
    const first = await activate(pupil, code!);
    expect(first).toMatchObject({ result_state: 'OK', license_made: false });
    expect(first.license_code).toBeUndefined();
    const { database } = world.platform;
    await sql`
      insert into lima.products (mandant_identifier, product_reference, title)
      values (${terms.mandant_identifier}, ${product_reference}, 'Später')
    `.execute(database);
    // Without another request the queue alone brings it.
    await vi.waitUntil(async () => (await licensesOf(pupil)).length > 0);
    expect(await activate(pupil, code!)).toMatchObject({
      result_state: 'IA_OK',
      license_made: true,
    });
    expect(await licensesOf(pupil)).toHaveLength(1);
  });
});

describe('row 47: fifty at once', () => {
  test('one coupon and fifty people: one licence and 49 clear refusals', async () => {
    const [code] = await world.makeCoupons('fifty-people');
    const fifty = await Promise.all(
      Array.from({ length: 50 }, (_, index) => world.person(`one-of-fifty-${index}`)),
    );
    const outcomes = await Promise.all(fifty.map((who) => codeOf(activate(who, code!))));
    expect(outcomes.filter((code) => code === 'COUPON_USED')).toHaveLength(49);
    expect(outcomes).toContain(undefined);
    const winner = fifty[outcomes.indexOf(undefined)]!;
    const subjects = new Set(fifty.map(({ subject }) => subject));
    const licenses = (await world.licenses()).filter(({ subject }) => subjects.has(subject));
    expect(licenses).toMatchObject([{ subject: winner.subject }]);
    expect(await world.statesOf(code!)).toEqual(['VALID', 'ASSIGNED', 'ACTIVE']);
  });

  test('one coupon, one person, five processes: one licence and 49 times nothing to do', async () => {
    const [code] = await world.makeCoupons('fifty-times');
    const others = await Promise.all([1, 2, 3, 4].map(() => world.platform.anotherProcess()));
    try {
      const answers = await Promise.all(
        [world.platform, ...others].flatMap(({ url }) =>
          Array.from({ length: 10 }, async () => {
            const response = await fetch(`${url}${services.osc.base}/coupon/activate`, {
              method: 'POST',
              headers: headersOf(pupil),
              body: JSON.stringify({ subject: pupil.subject, coupon_code: code }),
            });
            return (await response.json()) as { result_state: string };
          }),
        ),
      );
      const states = answers.map(({ result_state }) => result_state);
      expect(states.toSorted()).toEqual([...Array(49).fill('IA_OK'), 'OK']);
      expect(await licensesOf(pupil)).toHaveLength(1);
    } finally {
      await Promise.all(others.map((other) => other.close()));
    }
  });
});
