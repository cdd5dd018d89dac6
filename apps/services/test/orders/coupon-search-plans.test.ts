import { createTestDatabase } from '@lectern/env/testing';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { Tables } from '../../src/index.ts';
import { searchCoupons } from '../../src/orders/coupon-search.ts';
import { everything, type Sight } from '../../src/orders/sight.ts';

/*
 * How PostgreSQL finds coupons: by an index. An expression that differs from that of its index by a word
 * would still give the right coupons, and read all of them.
 */

/** One has nearly all coupons; the others have some that have not changed lately. */
const orderSystemOf = `case when i <= 48000 then 'IAPROS1' when i <= 49950 then 'MIDDLE' else 'SMALL' end`;

let pool: pg.Pool;
let database: Kysely<Tables>;
const queries: { readonly sql: string; readonly parameters: readonly unknown[] }[] = [];

beforeAll(async () => {
  const url = await createTestDatabase(inject('databaseUrl'), inject('startedDatabaseUrl'));
  pool = new pg.Pool({ connectionString: url });
  database = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    log: (event) => void queries.push(event.query),
  });
  await pool.query(`
    insert into osc.coupons (coupon_code, order_system_identifier, batch_identifier,
      mandant_identifier, product_reference, license_strategy, seats, note, coupon_state,
      assigned_subject, updated_at)
    select upper(md5(i::text)), ${orderSystemOf}, 'batch-' || i % 500, 'LECTERN', 'product-' || i % 300,
      'LICENSE_STRATEGY_USER', 1, 'note ' || i % 700, 'ASSIGNED', 'subject-' || i,
      now() - i * interval '1 second'
    from generate_series(1, 50000) i
  `);
  await pool.query('analyze');
});
afterAll(() => database.destroy());

async function planOf(
  search: Parameters<typeof searchCoupons>[1],
  sight: Sight = everything,
  names?: readonly string[],
): Promise<string> {
  queries.length = 0;
  await searchCoupons(database, search, sight, names);
  const [{ sql, parameters }] = queries as [(typeof queries)[number]];
  const { rows } = await pool.query<{ 'QUERY PLAN': string }>({
    text: `explain (costs off) ${sql}`,
    values: [...parameters],
  });
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

test.each([
  [{ batch_identifier: 'batch-7' }, ['coupons_by_batch']],
  [{ product_reference: 'product-7' }, ['coupons_by_product']],
  [
    { quicksearch: 'abcdef' },
    ['coupons_by_code', 'coupons_by_batch', 'coupons_by_product', 'coupons_by_note'],
  ],
])('by %j', async (search, indexes) => {
  const plan = await planOf(search);
  expect(plan).not.toMatch(/Seq Scan/);
  for (const index of indexes) expect(plan).toContain(index);
});

test.each([[['subject-7']], [['subject-7', 'subject-8', 'former-7']]])(
  'of a person by the names %j',
  async (names) => {
    const plan = await planOf({ assigned_subject: 'subject-7' }, everything, names);
    expect(plan).not.toMatch(/Seq Scan/);
    expect(plan).toContain('coupons_by_subject');
  },
);

test('pages go on where the one before ended, without sorting', async () => {
  const first = await searchCoupons(database, { limit: 200 }, everything, undefined);
  const plan = await planOf({ limit: 200, cursor: first!.next_cursor! });
  expect(plan).toMatch(/Index Scan Backward using coupons_by_change[^\n]*\n *Index Cond/);
  expect(plan).not.toMatch(/Sort/);
});

const clientOf = (orderSystem: string): Sight => ({
  mandants: new Set(['LECTERN']),
  orderSystems: new Set([orderSystem]),
  isApplication: true,
});

test.each([
  ['its client', clientOf('SMALL'), {}],
  ['people', everything, { order_system_identifier: 'SMALL' }],
  ['the client of a larger one', clientOf('MIDDLE'), {}],
])('among the coupons of another order system, for %s', async (_who, sight, search) => {
  const { coupons = [] } = (await searchCoupons(database, search, sight, undefined)) ?? {};
  expect(coupons).toHaveLength(50);
  const plan = await planOf(search, sight);
  expect(plan).toMatch(
    /Index Scan Backward using coupons_by_order_system[^\n]*\n *Index Cond: \(order_system/,
  );
  expect(plan).not.toMatch(/Sort|Seq Scan/);
});

test('its pages go on where the one before ended', async () => {
  const sight = clientOf('MIDDLE');
  const first = await searchCoupons(database, { limit: 200 }, sight, undefined);
  const plan = await planOf({ limit: 200, cursor: first!.next_cursor! }, sight);
  expect(plan).toMatch(/coupons_by_order_system[^\n]*\n *Index Cond: [^\n]*updated_at/);
  expect(plan).not.toMatch(/Sort/);
});
