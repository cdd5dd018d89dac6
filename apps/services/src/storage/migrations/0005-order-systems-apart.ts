import { sql, type Kysely } from 'kysely';

/** Names of batches belong to their order system, and a small one finds its coupons among many others. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql.raw(orders).execute(database);
}

const orders = /* sql */ `
  alter table osc.coupon_batches add column order_system_identifier text;
  -- Every request was stored with it.
  update osc.coupon_batches set order_system_identifier = request ->> 'order_system_identifier';
  alter table osc.coupon_batches
    alter column order_system_identifier set not null,
    drop constraint coupon_batches_pkey,
    add primary key (batch_identifier, order_system_identifier);

  create index coupons_by_order_system
    on osc.coupons (order_system_identifier, updated_at, coupon_code collate "C");
`;
