import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrate, type Database } from '../../src/index.ts';
import { databaseBefore } from '../database-before.ts';

/* Migration 0027 on platforms that work under 0026. */

let databaseUrl: string;
let database: Database;

beforeEach(async () => {
  ({ databaseUrl, database } = await databaseBefore('0027-order-system-mandants'));
  await sql`
    insert into osc.order_systems
      (order_system_identifier, connector_id, client_id, notification_address, notification_key)
    select name, name, name, 'https://shop.example/', 'key' from unnest(array['SHOP', 'NEW']) name
  `.execute(database);
});
afterEach(() => database.destroy());

const saveProductOf = (mandant_identifier: string) =>
  database
    .insertInto('lima.products')
    .values({ mandant_identifier, product_reference: 'p', title: 'P', article_numbers: [] })
    .execute();
const sold = { order_system_identifier: 'SHOP', product_reference: 'p', seats: 1 } as const;
const strategy = { license_strategy: 'LICENSE_STRATEGY_USER' } as const;

async function mandants() {
  await migrate(databaseUrl);
  const rows = await database
    .selectFrom('osc.order_systems')
    .select(['order_system_identifier', 'mandant_identifiers'])
    .execute();
  return Object.fromEntries(
    rows.map((row) => [row.order_system_identifier, row.mandant_identifiers]),
  );
}

test('where all products are of one publisher, every order system sells these', async () => {
  await saveProductOf('ONLY');
  expect(await mandants()).toEqual({ SHOP: ['ONLY'], NEW: ['ONLY'] });
});

test('where they are of several, each sells what it sold', async () => {
  for (const mandant of ['A', 'B', 'C', 'D']) await saveProductOf(mandant);
  await database
    .insertInto('osc.orders')
    .values({
      ...sold,
      ...strategy,
      mandant_identifier: 'B',
      external_id: '1',
      ordered_at: new Date(),
    })
    .execute();
  await database
    .insertInto('osc.coupons')
    .values({
      ...sold,
      ...strategy,
      mandant_identifier: 'A',
      coupon_code: 'CODE',
      batch_identifier: 'b',
    })
    .execute();
  await database
    .insertInto('lima.license_orders')
    .values({
      ...sold,
      ...strategy,
      mandant_identifier: 'C',
      license_order_identifier: '1',
      subject: 's',
      license_code: 'l',
    })
    .execute();
  expect(await mandants()).toEqual({ SHOP: ['A', 'B', 'C'], NEW: [] });
});

test('roles that concerned everybody go on to, but for that of order systems', async () => {
  const roles = {
    support: 'user.read-any',
    helpers: 'coupon.search',
    'order-system': 'user.read-any',
  };
  await sql`insert into aua.permissions (permission, description, built_in)
    values ('user.read-any', '', true), ('coupon.search', '', true), ('file.read', '', true)`.execute(
    database,
  );
  for (const [role, permission] of Object.entries({ ...roles, readers: 'file.read' })) {
    await database.insertInto('aua.roles').values({ role, description: '' }).execute();
    await database.insertInto('aua.role_permissions').values({ role, permission }).execute();
  }
  await migrate(databaseUrl);
  const rows = await database
    .selectFrom('aua.role_permissions')
    .select('role')
    .where('permission', '=', 'mandant.any')
    .orderBy('role')
    .execute();
  expect(rows.map(({ role }) => role)).toEqual(['helpers', 'support']);
});
