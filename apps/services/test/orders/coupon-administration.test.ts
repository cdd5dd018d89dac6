import { CallFailed } from '@lectern/contracts/client';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { codeOf, makeBeforeAll, startBeforeAll } from '../platform.ts';
import { startCouponWorld, terms } from './coupons.ts';
import { rowsOf } from '../rows.ts';

const world = startBeforeAll(startCouponWorld);

const administration = makeBeforeAll(() => world.administration);

/** Answer of a call whose state is WARNING. */
async function warningOf(call: Promise<unknown>) {
  const error = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(error).toBeInstanceOf(CallFailed);
  return error as CallFailed;
}
const rowOf = (code: string) =>
  rowsOf(world.platform.database, 'osc.coupons', { coupon_code: code.replaceAll('-', '') }).one();
const audited = async (call: string) => {
  const { rows } = await sql<{ change: Record<string, unknown>; subject: string | null }>`
    select change, subject from aua.audit_log
    where kind = 'change' and call like ${`%${call}`} order by at
  `.execute(world.platform.database);
  return rows;
};

describe('a batch', () => {
  const make = (new_coupons: object) =>
    administration.couponChange({
      body: { new_coupons: { coupon_count: 3, ...terms, ...new_coupons } as never },
    });

  test('is made once, however often and at once it is asked for', async () => {
    const batch = { batch_identifier: 'once', redeemable_until: '2027-07-31T22:00:00Z' };
    const answers = await Promise.all(Array.from({ length: 8 }, () => make(batch)));
    const states = answers.map(({ result_state }) => result_state);
    expect(states.toSorted()).toEqual([...Array(7).fill('IA_OK'), 'OK']);
    const codes = answers.map(({ results }) => results.map(({ coupon_code }) => coupon_code));
    expect(new Set(codes.map(String)).size).toBe(1);
    // The same time, spelled otherwise.
    const again = await make({ ...batch, redeemable_until: '2027-08-01T00:00:00.000+02:00' });
    expect(again.result_state).toBe('IA_OK');
    expect(again.results.map(({ outcome }) => outcome)).toEqual(Array(3).fill('UNCHANGED'));
    const entries = (await audited('/coupon/change')).filter(
      ({ change }) => change['batch_identifier'] === 'once',
    );
    expect(entries).toMatchObject([{ change: { coupons_made: 3 } }]);
  });

  test('of the same name and other content is a conflict, and nothing is done', async () => {
    await make({ batch_identifier: 'conflict' });
    for (const other of [
      { coupon_count: 4 },
      { seats: 2 },
      { note: 'more' },
      { coupon_count: undefined, coupon_codes: ['PRINTED00001'] },
      { license_duration_in_days: 1 },
    ]) {
      const attempt = make({ batch_identifier: 'conflict', ...other });
      expect(await codeOf(attempt)).toBe('COUPON_BATCH_CONFLICT');
    }
    const { coupons } = await administration.couponSearch({
      body: { batch_identifier: 'conflict' },
      query: {},
    });
    expect(coupons).toHaveLength(3);
  });

  test('can have codes that exist already, each once', async () => {
    const coupon_codes = ['ZZZZ-1234-5678', 'aaaa-1234-5678'];
    const given = { coupon_count: undefined, coupon_codes };
    const { results } = await make({ batch_identifier: 'printed', ...given });
    expect(results.map(({ coupon_code }) => coupon_code)).toEqual([
      'ZZZZ-1234-5678',
      'AAAA-1234-5678',
    ]);
    const reversed = { ...given, coupon_codes: coupon_codes.toReversed() };
    expect((await make({ batch_identifier: 'printed', ...reversed })).result_state).toBe('IA_OK');

    const taken = { ...given, coupon_codes: ['NEW123456789', 'zzzz12345678'] };
    expect(await codeOf(make({ batch_identifier: 'taken', ...taken }))).toBe('COUPON_CODE_TAKEN');
    const twice = { ...given, coupon_codes: ['NEW123456789', 'new-123-456-789'] };
    expect(await codeOf(make({ batch_identifier: 'twice', ...twice }))).toBe('COUPON_CODE_TAKEN');
    const { coupons } = await administration.couponSearch({
      body: {},
      query: { quicksearch: 'new1' },
    });
    expect(coupons).toEqual([]);
  });

  test('is of the order system of coupons, or of one that is registered', async () => {
    const { results } = await make({ batch_identifier: 'default-system' });
    expect(results[0]!.coupon!.order_system_identifier).toBe('IAPROS1');
    const same = { batch_identifier: 'default-system', order_system_identifier: 'IAPROS1' };
    expect((await make(same)).result_state).toBe('IA_OK');
    const unknown = make({ batch_identifier: 'other', order_system_identifier: 'NOBODY1' });
    expect(await codeOf(unknown)).toBe('ORDER_SYSTEM_UNKNOWN');
  });

  test('of another order system may have the same name', async () => {
    const other = {
      order_system_identifier: 'OTHER1',
      mandant_identifiers: [terms.mandant_identifier],
    };
    const names = { connector_id: 'OTHER1', client_id: 'other', notification_key: 'key' };
    await world.platform.database
      .insertInto('osc.order_systems')
      .values({ ...other, ...names, notification_address: 'https://other.example/' })
      .execute();
    await make({ batch_identifier: 'autumn' });
    const { order_system_identifier } = other;
    const again = await make({ batch_identifier: 'autumn', order_system_identifier });
    expect(again.result_state).toBe('OK');
    expect(again.results[0]!.coupon).toMatchObject({ order_system_identifier });
  });

  test('is for a product that its publisher has', async () => {
    for (const change of [{ product_reference: 'typo' }, { mandant_identifier: 'SOMEBODY' }]) {
      const attempt = make({ batch_identifier: 'for-nothing', ...change });
      expect(await codeOf(attempt)).toBe('PRODUCT_NOT_FOUND');
    }
    // Nothing of it is left.
    expect(await make({ batch_identifier: 'for-nothing' })).toMatchObject({ result_state: 'OK' });
  });
});

describe('changing what coupons give', () => {
  const change = (...changed_coupons: { coupon_code: string; [field: string]: unknown }[]) =>
    administration.couponChange({ body: { changed_coupons } });

  test('changes what is given, takes away what is null, and leaves the rest', async () => {
    const [code] = await world.makeCoupons('change', {
      license_duration_in_days: 30,
      note: 'for the fair',
    });
    const changed = await change({
      coupon_code: code!.toLowerCase(),
      seats: 25,
      license_duration_in_days: null,
      redeemable_until: '2027-01-01T00:00:00+01:00',
    });
    expect(changed.result_state).toBe('OK');
    expect(changed.results[0]!.coupon).toMatchObject({
      ...terms,
      seats: 25,
      redeemable_until: '2026-12-31T23:00:00.000Z',
      note: 'for the fair',
    });
    expect(changed.results[0]!.coupon).not.toHaveProperty('license_duration_in_days');
    const again = await change({
      coupon_code: code!,
      seats: 25,
      redeemable_until: '2026-12-31T23:00:00Z',
    });
    expect(again).toMatchObject({ result_state: 'IA_OK', results: [{ outcome: 'UNCHANGED' }] });
    expect(await world.statesOf(code!)).toEqual(['VALID']);
  });

  test('is over once a coupon is active or withdrawn, but for its note', async () => {
    const [active, withdrawn, open] = await world.makeCoupons('fixed', { coupon_count: 3 });
    const pupil = await world.person('fixes-terms');
    await world
      .orders(pupil)
      .couponActivate({ body: { subject: pupil.subject, coupon_code: active! } });
    await world.changeState({ coupon_code: withdrawn!, coupon_state: 'WITHDRAWN' });
    const failed = await warningOf(
      change(
        { coupon_code: active!, seats: 2 },
        { coupon_code: withdrawn!, seats: 2 },
        { coupon_code: 'NOBODYHASIT1', seats: 2 },
        { coupon_code: open!, seats: 2 },
      ),
    );
    expect(failed.messages.map(({ code }) => code)).toEqual([
      'COUPON_TERMS_FIXED',
      'COUPON_TERMS_FIXED',
      'COUPON_NOT_FOUND',
    ]);
    expect((await rowOf(active!)).seats).toBe(1);
    expect((await rowOf(open!)).seats).toBe(2);
    const noted = await change(
      { coupon_code: active!, seats: 1, note: 'called us' },
      { coupon_code: withdrawn!, note: 'lost' },
    );
    expect(noted.results.map(({ outcome }) => outcome)).toEqual(['CHANGED', 'CHANGED']);
  });

  test('to a product that its publisher does not have is refused', async () => {
    const [code, other] = await world.makeCoupons('other-product', { coupon_count: 2 });
    const failed = await warningOf(
      change(
        { coupon_code: code!, product_reference: 'typo', seats: 2 },
        { coupon_code: other!, seats: 2 },
      ),
    );
    expect(failed.messages.map((message) => message.code)).toEqual(['PRODUCT_NOT_FOUND']);
    expect(await rowOf(code!)).toMatchObject({ ...terms, seats: 1 });
    expect((await rowOf(other!)).seats).toBe(2);
  });
});

describe('changing states', () => {
  test('activates for the subject that a coupon is reserved for, and makes its licence', async () => {
    const [code] = await world.makeCoupons('for-somebody');
    const { subject } = await world.person('for-somebody');
    await world.changeState({
      coupon_code: code!,
      coupon_state: 'ASSIGNED',
      assigned_subject: subject,
    });
    const { results } = await world.changeState({
      coupon_code: code!,
      coupon_state: 'ACTIVE',
      reason: 'By telephone.',
    });
    const license = (await world.licenses()).find((candidate) => candidate.subject === subject);
    expect(results[0]).toMatchObject({
      outcome: 'CHANGED',
      coupon: { coupon_state: 'ACTIVE', license_code: license!.license_code },
    });
    const entries = await audited('/coupon/changeState');
    expect(entries.filter((entry) => entry.subject === subject)).toMatchObject([
      { subject, change: { before: 'VALID', after: 'ASSIGNED' } },
      { subject, change: { before: 'ASSIGNED', after: 'ACTIVE' } },
    ]);
  });

  test('refuses each coupon for itself', async () => {
    const until = { redeemable_until: '2026-01-01T00:00:00Z' };
    const [valid, other] = await world.makeCoupons('each', { coupon_count: 2 });
    const [expired] = await world.makeCoupons('each-expired', until);
    await world.changeState({
      coupon_code: expired!,
      coupon_state: 'ASSIGNED',
      assigned_subject: 'mia',
    });
    const state_changes = [
      { coupon_code: valid!, coupon_state: 'ACTIVE' as const },
      { coupon_code: expired!, coupon_state: 'ACTIVE' as const },
      { coupon_code: 'NOBODYHASIT1', coupon_state: 'VALID' as const },
      { coupon_code: other!, coupon_state: 'WITHDRAWN' as const },
      { coupon_code: other!, coupon_state: 'VALID' as const },
    ];
    const failed = await warningOf(administration.couponChangeState({ body: { state_changes } }));
    expect(failed.messages.map(({ code }) => code)).toEqual([
      'COUPON_TRANSITION_FORBIDDEN',
      'COUPON_EXPIRED',
      'COUPON_NOT_FOUND',
      'COUPON_TRANSITION_FORBIDDEN',
    ]);
    expect((await rowOf(other!)).coupon_state).toBe('WITHDRAWN');
  });

  test('two hundred at once, in any order, by several, wait for nobody in a circle', async () => {
    const codes = await world.makeCoupons('many', { coupon_count: 200 });
    const withdrawAll = (order: readonly string[]) =>
      administration.couponChangeState({
        body: {
          state_changes: order.map((coupon_code) => ({ coupon_code, coupon_state: 'WITHDRAWN' })),
        },
      });
    const answers = await Promise.all([withdrawAll(codes), withdrawAll(codes.toReversed())]);
    expect(answers.map(({ result_state }) => result_state).toSorted()).toEqual(['IA_OK', 'OK']);
  });
});
