import { beforeAll, beforeEach, expect, test } from 'vitest';
import { makeBeforeAll, startBeforeAll } from '../platform.ts';
import { databaseOn, openPool, type Database } from '../../src/index.ts';
import type { JobQueue } from '../../src/jobs/jobs.ts';
import { startCouponLicenses, type CouponLicenses } from '../../src/orders/coupon-licenses.ts';
import { startCouponWorld, terms } from './coupons.ts';

const world = startBeforeAll(startCouponWorld);
/** Codes of a coupon whose product there is not, as it is shown and as it is stored. */
let code: string;
let stored: string;
let logged: { details: object; message: string }[];
let couponLicenses: CouponLicenses;
let startOn: (database: Database) => Promise<CouponLicenses>;
let work: (job: { readonly coupon_code: string }) => Promise<void>;
let onGivenUp: (error: unknown) => void;

const pupil = makeBeforeAll(() => world.person('pupil'));
beforeAll(async () => {
  [code = ''] = await world.makeCoupons('refused', { product_reference: 'missing' });
  await world.loseProduct('missing');
  stored = code.replaceAll('-', '');
  const body = { subject: pupil.subject, coupon_code: code };
  await world.orders(pupil).couponActivate({ body });
});

beforeEach(async () => {
  logged = [];
  const queue: JobQueue<Parameters<typeof work>[0]> = {
    send: async () => {},
    work: async (run, givenUp) => {
      work = (job) => run(job, new AbortController().signal);
      onGivenUp = givenUp!;
    },
  };
  const jobs = { define: async () => queue as never };
  const log = { error: (details: object, message: string) => logged.push({ details, message }) };
  startOn = (database) => startCouponLicenses(database, jobs, log, true);
  couponLicenses = await startOn(world.platform.database);
});

test('a refused licence is told once, at the end of its job, without the code', async () => {
  expect(await couponLicenses.tryNow(stored)).toBeUndefined();
  const failure: unknown = await work({ coupon_code: stored }).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(Error);
  expect(logged).toEqual([]);
  onGivenUp(failure);
  expect(logged).toEqual([
    {
      details: {
        refusal: 'PRODUCT_NOT_FOUND',
        batch_identifier: 'refused',
        order_system_identifier: expect.any(String),
        mandant_identifier: terms.mandant_identifier,
        product_reference: 'missing',
      },
      message: expect.stringContaining('not tried any longer'),
    },
  ]);
  expect(JSON.stringify(logged)).not.toMatch(new RegExp(`${code}|${stored}`));
});

test('a failure of the database is told at once', async () => {
  const pool = openPool(world.platform.databaseUrl);
  await pool.end();
  const onLost = await startOn(databaseOn(pool));
  expect(await onLost.tryNow(stored)).toBeUndefined();
  expect(logged).toEqual([
    {
      details: { err: new Error('Cannot use a pool after calling end on the pool') },
      message: expect.stringContaining('was not settled at once'),
    },
  ]);
});

test('a search shows that an active coupon has no licence', async () => {
  const { coupons } = await world.administration.couponSearch({
    body: { batch_identifier: 'refused' },
  });
  expect(coupons).toMatchObject([{ coupon_code: code, coupon_state: 'ACTIVE' }]);
  expect(coupons[0]).not.toHaveProperty('license_code');
});
