import { sql, type Kysely } from 'kysely';

/** Names of batches belong to their order system, and a small one finds its coupons among many others. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql.raw(orders).execute(database);
}

const orders = /* sql */ `
  -- Every request is stored with it. Processes of the version before go on and do not name the column.
  alter table osc.coupon_batches
    add column order_system_identifier text
      generated always as (request ->> 'order_system_identifier') stored not null,
    drop constraint coupon_batches_pkey,
    add primary key (batch_identifier, order_system_identifier);

  create index coupons_by_order_system
    on osc.coupons (order_system_identifier, updated_at, coupon_code collate "C");
`;
