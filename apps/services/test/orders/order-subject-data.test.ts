import { expect, test } from 'vitest';
import { startBeforeAll } from '../platform.ts';
import type { Database } from '../../src/index.ts';
import { ordersSubjectData } from '../../src/orders/subject-data.ts';
import { tablesNaming } from '../tables-naming.ts';
import { leaveOrderTraces } from './order-traces.ts';
import { startOrderWorld } from './order-world.ts';
import { rowsOf } from '../rows.ts';

const world = startBeforeAll(startOrderWorld);

/** Tables of the order service in which a text stands anywhere. */
const tablesWith = (database: Database, text: string) => tablesNaming(database, text, 'osc');

const everywhere = [
  'osc.coupon_batches',
  'osc.coupon_history',
  'osc.coupons',
  'osc.customers',
  'osc.deliveries',
  'osc.notifications',
  'osc.order_system_user_relations',
  'osc.orders',
];

test('user/delete leaves the books, and nobody in them', async () => {
  const { database } = world.platform;
  await leaveOrderTraces(database, 'erased-one');
  await leaveOrderTraces(database, 'staying-one');
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
  const audit = await rowsOf(database, 'aua.audit_log', {
    call: '/osc/user/delete',
    kind: 'change',
  }).get('subject');
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
  await leaveOrderTraces(database, 'moved-one', 'k-moved');
  const { kept } = await database
    .transaction()
    .execute((transaction) => ordersSubjectData.move(transaction, 'moved-one', 'target-one'));
  expect(kept).toEqual({});
  expect(await tablesWith(database, 'moved-one')).toEqual([]);
  expect(await tablesWith(database, 'target-one')).toEqual(everywhere);
});

test('who is a customer under both names stays the one of the target; the other is kept', async () => {
  const { database } = world.platform;
  await leaveOrderTraces(database, 'from-one', 'k-from');
  await leaveOrderTraces(database, 'to-one', 'k-to');
  const { kept } = await database
    .transaction()
    .execute((transaction) => ordersSubjectData.move(transaction, 'from-one', 'to-one'));
  expect(kept).toMatchObject({ 'osc.order_system_user_relations': [{ customer_id: 'k-from' }] });
  const customers = await rowsOf(database, 'osc.customers', { subject: 'to-one' }).get(
    'customer_id',
  );
  // The other customer is free: somebody can be it again.
  expect(customers).toEqual([{ customer_id: 'k-to' }]);
  expect(await tablesWith(database, 'from-one')).toEqual([]);
});

test('an export tells everything, and no secret of an order system', async () => {
  const { database } = world.platform;
  await world.register();
  await leaveOrderTraces(database, 'curious-one');
  const data = await database.transaction().execute(async (transaction) => {
    const tables = ordersSubjectData.export(transaction, 'curious-one');
    const read: Record<string, unknown[]> = {};
    for (const [table, pieces] of Object.entries(tables)) {
      read[table] = [];
      for await (const rows of pieces) read[table].push(...rows);
    }
    return read;
  });
  // Customers are the same as relations, by another key.
  expect(Object.keys(data).sort()).toEqual(everywhere.filter((table) => table !== 'osc.customers'));
  for (const rows of Object.values(data)) expect(rows).toHaveLength(1);
  expect(JSON.stringify(data)).not.toMatch(/notification_key|orders_token|a key that only/);
  // An export of somebody who made or changed coupons for others has no codes.
  expect(JSON.stringify(data['osc.coupon_batches'])).not.toContain('STILLREDEEMABLE');
  expect(JSON.stringify(data['osc.coupon_history'])).not.toContain('redeemable-');
});
