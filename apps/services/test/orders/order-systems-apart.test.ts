import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrate, type Database } from '../../src/index.ts';
import { makeCouponBatch, type NewCoupons } from '../../src/orders/coupon-batch.ts';
import { databaseBefore } from '../database-before.ts';

/* Migration 0005 on a platform that works under 0004, and beside processes that go on with that. */

const terms = {
  mandant_identifier: 'LECTERN',
  product_reference: 'wasser-entdecken',
  license_strategy: 'LICENSE_STRATEGY_USER',
  seats: 1,
} as const;

let databaseUrl: string;
let database: Database;

beforeEach(async () => {
  ({ databaseUrl, database } = await databaseBefore('0005-order-systems-apart'));
  await database
    .insertInto('lima.products')
    .values({
      mandant_identifier: terms.mandant_identifier,
      product_reference: terms.product_reference,
      title: 'Wasser entdecken',
      article_numbers: [],
      device_maximum: null,
    })
    .execute();
  await sql`
    insert into osc.order_systems
      (order_system_identifier, connector_id, client_id, notification_address, notification_key)
    select name, name, name, 'https://shop.example/', 'key' from unnest(array['SHOP', 'OTHER']) name
  `.execute(database);
});
afterEach(() => database.destroy());

function wantedOf(order_system_identifier: string, batch_identifier: string): NewCoupons {
  const code = randomUUID().replaceAll('-', '').toUpperCase();
  return { batch_identifier, order_system_identifier, coupon_codes: [code], ...terms };
}

/** A batch as a process of the version before writes it. @returns whether it is new. */
async function makeAsBefore(wanted: NewCoupons): Promise<boolean> {
  const { batch_identifier, order_system_identifier, coupon_codes } = wanted;
  const { rows } = await sql`
    insert into osc.coupon_batches (batch_identifier, request, made_by)
    values (${batch_identifier}, ${JSON.stringify(wanted)}, null)
    on conflict do nothing returning batch_identifier
  `.execute(database);
  if (rows.length === 0) return false;
  await sql`
    insert into osc.coupons (coupon_code, order_system_identifier, batch_identifier,
      mandant_identifier, product_reference, license_strategy, seats)
    select code, ${order_system_identifier}, ${batch_identifier}, ${terms.mandant_identifier},
      ${terms.product_reference}, ${terms.license_strategy}, ${terms.seats}::integer
    from unnest(${coupon_codes}::text[]) code
  `.execute(database);
  return true;
}

const make = (wanted: NewCoupons) =>
  database.transaction().execute((transaction) => makeCouponBatch(transaction, wanted, null));

const batches = () =>
  database
    .selectFrom('osc.coupon_batches')
    .select(['batch_identifier', 'order_system_identifier'])
    .orderBy('batch_identifier')
    .orderBy('order_system_identifier')
    .execute();

test('batches that were made before belong to the order system that they were asked for', async () => {
  const [first, second] = [wantedOf('SHOP', 'autumn'), wantedOf('IAPROS1', 'spring')];
  for (const wanted of [first, second]) expect(await makeAsBefore(wanted)).toBe(true);
  await migrate(databaseUrl);
  expect(await batches()).toEqual([
    { batch_identifier: 'autumn', order_system_identifier: 'SHOP' },
    { batch_identifier: 'spring', order_system_identifier: 'IAPROS1' },
  ]);
  for (const wanted of [first, second]) expect(await make(wanted)).toBe('UNCHANGED');
  expect(await make({ ...first, seats: 2 })).toBe('COUPON_BATCH_CONFLICT');
  // The name is free for everybody else.
  expect(await make(wantedOf('OTHER', 'autumn'))).toBe('MADE');
});

test('a process of the version before goes on making batches, which this one knows', async () => {
  await migrate(databaseUrl);
  const wanted = wantedOf('SHOP', 'autumn');
  expect(await makeAsBefore(wanted)).toBe(true);
  expect(await makeAsBefore(wanted)).toBe(false);
  expect(await make(wanted)).toBe('UNCHANGED');
  expect(await batches()).toEqual([
    { batch_identifier: 'autumn', order_system_identifier: 'SHOP' },
  ]);
});
