import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../src/index.ts';
import { ordersSubjectData } from '../../src/orders/subject-data.ts';
import { startOrderWorld, type OrderWorld } from './order-world.ts';

let world: OrderWorld;

beforeAll(async () => {
  world = await startOrderWorld();
});
afterAll(() => world.close());

/** Rows in every table of the order service. */
async function live(database: Database, subject: string, customer = `customer-of-${subject}`) {
  const names = { order_system_identifier: 'IAPROS1', mandant_identifier: 'LECTERN' };
  const product = { product_reference: 'wasser', license_strategy: 'LICENSE_STRATEGY_USER' };
  const notification_id = randomUUID();
  const change = { change_type: 'CUSTOMER_LINKED', customer_id: customer };
  await database
    .insertInto('osc.orders')
    .values({
      subject,
      external_id: randomUUID(),
      ...names,
      ...product,
      seats: 1,
      ordered_at: new Date(),
    })
    .execute();
  await database
    .insertInto('osc.coupon_batches')
    .values({
      batch_identifier: randomUUID(),
      request: JSON.stringify({
        order_system_identifier: 'IAPROS1',
        coupon_codes: ['STILLREDEEMABLE'],
      }),
      made_by: subject,
    })
    .execute();
  const coupon_code = `redeemable-${randomUUID()}`;
  await database
    .insertInto('osc.coupons')
    .values({
      coupon_code,
      coupon_state: 'ASSIGNED',
      batch_identifier: 'b',
      assigned_subject: subject,
      seats: 1,
      ...names,
      ...product,
    })
    .execute();
  await database
    .insertInto('osc.coupon_history')
    .values({ coupon_code, step: 1, coupon_state: 'ASSIGNED', changed_by: subject })
    .execute();
  const relation = { subject, order_system_identifier: 'IAPROS1', customer_id: customer };
  await database.insertInto('osc.customers').values(relation).execute();
  await database.insertInto('osc.order_system_user_relations').values(relation).execute();
  await database
    .insertInto('osc.notifications')
    .values({ notification_id, subject, changes: JSON.stringify([change]) })
    .execute();
  await database
    .insertInto('osc.deliveries')
    .values({
      delivery_id: randomUUID(),
      notification_id,
      place: 0,
      order_system_identifier: 'IAPROS1',
      subject,
      change: JSON.stringify(change),
    })
    .execute();
}

/** Tables of the order service in which a text stands anywhere. */
async function tablesWith(database: Database, text: string): Promise<string[]> {
  const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'osc'
    order by table_name
  `.execute(database);
  const found: string[] = [];
  for (const { name } of tables.rows) {
    const { rows } = await sql`
      select from ${sql.table(`osc.${name}`)} t where to_jsonb(t)::text like ${`%${text}%`} limit 1
    `.execute(database);
    if (rows.length > 0) found.push(name);
  }
  return found;
}

const everywhere = [
  'coupon_batches',
  'coupon_history',
  'coupons',
  'customers',
  'deliveries',
  'notifications',
  'order_system_user_relations',
  'orders',
];

test('user/delete leaves the books, and nobody in them', async () => {
  const { database } = world.platform;
  await live(database, 'erased-one');
  await live(database, 'staying-one');
  expect(await tablesWith(database, 'erased-one')).toEqual(everywhere);
  const body = { subject: 'erased-one' };
  expect(await world.orders.userDelete({ body })).toEqual({
    result_state: 'OK',
    relations_erased: 1,
    orders_anonymized: 1,
    coupons_anonymized: 2,
  });
  expect(await tablesWith(database, 'erased-one')).toEqual([]);
  expect(await tablesWith(database, 'staying-one')).toEqual(everywhere);
  const orders = await database.selectFrom('osc.orders').selectAll().execute();
  expect(orders).toHaveLength(2);
  const audit = await database
    .selectFrom('aua.audit_log')
    .select('subject')
    .where('call', '=', '/osc/user/delete')
    .where('kind', '=', 'change')
    .execute();
  expect(audit).toEqual([body]);
  expect(await world.orders.userDelete({ body })).toEqual({
    result_state: 'IA_OK',
    relations_erased: 0,
    orders_anonymized: 0,
    coupons_anonymized: 0,
  });
});

test('a move takes everything along', async () => {
  const { database } = world.platform;
  await live(database, 'moved-one', 'k-moved');
  const { kept } = await database
    .transaction()
    .execute((transaction) => ordersSubjectData.move(transaction, 'moved-one', 'target-one'));
  expect(kept).toEqual({});
  expect(await tablesWith(database, 'moved-one')).toEqual([]);
  expect(await tablesWith(database, 'target-one')).toEqual(everywhere);
});

test('who is a customer under both names stays the one of the target; the other is kept', async () => {
  const { database } = world.platform;
  await live(database, 'from-one', 'k-from');
  await live(database, 'to-one', 'k-to');
  const { kept } = await database
    .transaction()
    .execute((transaction) => ordersSubjectData.move(transaction, 'from-one', 'to-one'));
  expect(kept).toMatchObject({ 'osc.order_system_user_relations': [{ customer_id: 'k-from' }] });
  const customers = await database
    .selectFrom('osc.customers')
    .select('customer_id')
    .where('subject', '=', 'to-one')
    .execute();
  // The other customer is free: somebody can be it again.
  expect(customers).toEqual([{ customer_id: 'k-to' }]);
  expect(await tablesWith(database, 'from-one')).toEqual([]);
});

test('an export tells everything, and no secret of an order system', async () => {
  const { database } = world.platform;
  await world.register();
  await live(database, 'curious-one');
  const told = await database.transaction().execute(async (transaction) => {
    const tables = ordersSubjectData.export(transaction, 'curious-one');
    const read: Record<string, unknown[]> = {};
    for (const [table, pieces] of Object.entries(tables)) {
      read[table] = [];
      for await (const rows of pieces) read[table].push(...rows);
    }
    return read;
  });
  const names = Object.keys(told).map((table) => table.replace('osc.', ''));
  // Customers are the same as relations, by another key.
  expect(names.sort()).toEqual(everywhere.filter((table) => table !== 'customers'));
  for (const rows of Object.values(told)) expect(rows).toHaveLength(1);
  expect(JSON.stringify(told)).not.toMatch(/notification_key|orders_token|a key that only/);
  // Whoever made or changed coupons for others takes no codes along.
  expect(JSON.stringify(told['osc.coupon_batches'])).not.toContain('STILLREDEEMABLE');
  expect(JSON.stringify(told['osc.coupon_history'])).not.toContain('redeemable-');
});
