import { beforeAll, expect, test } from 'vitest';
import { codeOf, linkSubject, makeBeforeAll, startBeforeAll } from '../platform.ts';
import { startCouponWorld } from './coupons.ts';

const world = startBeforeAll(startCouponWorld);

const search = (body: object, quicksearch?: string) =>
  administration.couponSearch({
    body,
    query: quicksearch === undefined ? {} : { quicksearch },
  });
const batchesOf = async (quicksearch: string) => {
  const { coupons } = await search({ mandant_identifier: 'SEARCHED' }, quicksearch);
  return coupons.map(({ batch_identifier }) => batch_identifier).toSorted();
};

const administration = makeBeforeAll(() => world.administration);
beforeAll(async () => {
  const of = { mandant_identifier: 'SEARCHED', coupon_count: undefined };
  await world.makeCoupons('Messe-2026', { ...of, coupon_codes: ['MESSE0000001'] });
  await world.makeCoupons('other', {
    ...of,
    coupon_codes: ['QQQQ00000001'],
    note: 'Österreich 100%',
    product_reference: 'Übung_1',
  });
});

test.each([
  ['mess-e0', ['Messe-2026']],
  ['messe-', ['Messe-2026']],
  ['qqqq', ['other']],
  ['österr', ['other']],
  ['übung_', ['other']],
  ['wasser', ['Messe-2026']],
  ['essen', []],
  ['%', []],
  ['_', []],
  ['--', []],
  ["'; drop table", []],
])('by the beginning %s', async (term, batches) => {
  expect(await batchesOf(term)).toEqual(batches);
});

test('pages give every coupon once, the ones changed last first', async () => {
  const codes = await world.makeCoupons('paged', { coupon_count: 25 });
  await world.changeState({ coupon_code: codes[13]!, coupon_state: 'WITHDRAWN' });
  const paged: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await search({
      batch_identifier: 'paged',
      limit: 10,
      ...(cursor && { cursor }),
    });
    paged.push(...page.coupons.map(({ coupon_code }) => coupon_code));
    cursor = page.next_cursor;
  } while (cursor);
  expect(paged[0]).toBe(codes[13]);
  expect(paged.toSorted()).toEqual(codes.toSorted());
  const { next_cursor } = await search({ batch_identifier: 'paged', limit: 10 });
  for (const made of ['AAAA', next_cursor!]) {
    expect(await codeOf(search({ batch_identifier: 'x', cursor: made }))).toBe('CURSOR_INVALID');
  }
});

test('shows support the whole history of a coupon', async () => {
  const [code] = await world.makeCoupons('history', { note: 'Mappe 7' });
  const pupil = await world.person('has-a-history');
  await world
    .orders(pupil)
    .couponActivate({ body: { subject: pupil.subject, coupon_code: code! } });
  await world.changeState({
    coupon_code: code!,
    coupon_state: 'WITHDRAWN',
    reason: 'Paid back.',
  });
  const support = await world.person('support', 'support');
  const { coupons } = await world.orders(support).couponSearch({
    body: { assigned_subject: pupil.subject, with_history: true },
    query: {},
  });
  const { subject } = world.administrator;
  expect(coupons).toMatchObject([
    {
      coupon_code: code,
      coupon_state: 'WITHDRAWN',
      note: 'Mappe 7',
      license_code: expect.any(String),
      history: [
        { coupon_state: 'VALID', changed_by: subject },
        { coupon_state: 'ASSIGNED', changed_by: pupil.subject },
        { coupon_state: 'ACTIVE', changed_by: pupil.subject },
        { coupon_state: 'WITHDRAWN', changed_by: subject, reason: 'Paid back.' },
      ],
    },
  ]);
});

test('a former name finds the coupons of whom it was linked to', async () => {
  const [code] = await world.makeCoupons('linked', { coupon_count: 1 });
  const pupil = await world.person('linked-pupil');
  await linkSubject(world.platform.database, 'linked-pupil-before', pupil.subject);
  await world
    .orders(pupil)
    .couponActivate({ body: { subject: pupil.subject, coupon_code: code! } });
  const { coupons } = await search({ assigned_subject: 'linked-pupil-before' });
  expect(coupons.map(({ coupon_code }) => coupon_code)).toEqual([code]);
});

test('a query that no text in the database can have is refused', async () => {
  expect(await codeOf(search({ mandant_identifier: 'SEARCHED' }, 'Messe\0'))).toBe(
    'REQUEST_INVALID',
  );
});
