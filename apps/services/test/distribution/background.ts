import pg from 'pg';
import { schoolClass } from './school-class.ts';

/** Groups of the background, with ten members, a licence and an order each. */
const groups = 1_000;

/*
 * Other people's rows: among few rows PostgreSQL reads whole tables, whatever ways there are by keys.
 * Everything is of the same provider, product and order system, as at a publisher's.
 */
const statements = [
  `insert into aua.users (subject, given_name, family_name, email)
   select 'other-' || i, 'Given' || i % 97, 'Family' || i % 997, 'other-' || i || '@school.example'
   from generate_series(1, $1 * 10) i`,
  `insert into aua.identities (subject, identity_provider_identifier, external_id, groups)
   select 'other-' || i, 'BEOOK_1', 'external-' || i, '{}' from generate_series(1, $1 * 10) i`,
  `insert into aua.user_roles (subject, role)
   select 'other-' || i, 'student' from generate_series(1, $1 * 10) i`,
  `insert into aua.subject_links (from_subject, to_subject)
   select 'old-' || i, 'other-' || i from generate_series(1, $1) i`,

  `insert into gres.groups (group_id, provider_id, name)
   select 'group-' || i, '${schoolClass.provider_id}', 'Group ' || i from generate_series(1, $1) i`,
  `insert into gres.members (group_id, subject, group_role)
   select 'group-' || i, 'other-' || i * 10 - place, case place when 0 then 'leader' else 'member' end
   from generate_series(1, $1) i, generate_series(0, 9) place`,
  `insert into gres.subject_groups (subject, group_id, group_role, membership_state, membership_types)
   select subject, group_id, group_role, membership_state, membership_types from gres.members
   where $1 > 0`,
  `insert into gres.transactions (group_id, transaction_index, changes)
   select 'group-' || i, 1, '[]' from generate_series(1, $1) i`,

  `insert into lima.devices (subject, device_identifier)
   select 'other-' || i, 'device-' || i from generate_series(1, $1) i`,
  `insert into lima.device_products (subject, mandant_identifier, product_reference, device_identifier)
   select 'other-' || i, 'LECTERN', 'wasser', 'device-' || i from generate_series(1, $1) i`,
  `insert into lima.licenses
     (subject, license_code, license_strategy, mandant_identifier, product_reference, group_id)
   select 'other-' || i * 10, 'license-' || i, 'LICENSE_STRATEGY_GROUP', 'LECTERN', 'wasser', 'group-' || i
   from generate_series(1, $1) i`,
  `insert into lima.group_licenses (group_id, license_code, subject)
   select group_id, license_code, subject from lima.licenses where $1 > 0`,
  `insert into lima.license_orders (order_system_identifier, license_order_identifier, subject,
     license_code, mandant_identifier, product_reference, license_strategy)
   select 'IAPROS1', 'order-' || license_code, subject, license_code, mandant_identifier,
     product_reference, license_strategy
   from lima.licenses where $1 > 0`,
  `insert into lima.license_overrides (subject, license_code, license_override_id,
     license_override_kind, reason, ends_at)
   select subject, license_code, gen_random_uuid(), 'LICENSE_OVERRIDE_KIND_EXTEND', '', '2100-01-01'
   from lima.licenses where $1 > 0`,
  `insert into lima.license_usages (license_code, license_usage_id, subject, device_identifier,
     mandant_identifier, product_reference, obtained_at, expires_at, due_at)
   select 'license-' || i, gen_random_uuid(), 'other-' || i, 'device-' || i, 'LECTERN', 'wasser', now(),
     now() + interval '1 hour', now() + interval '1 hour'
   from generate_series(1, $1) i`,

  `insert into osc.coupons (coupon_code, order_system_identifier, batch_identifier, mandant_identifier,
     product_reference, license_strategy, seats)
   select 'COUPON' || i, 'IAPROS1', 'batch-' || i, 'LECTERN', 'wasser', 'LICENSE_STRATEGY_USER', 1
   from generate_series(1, $1) i`,
  `insert into osc.coupon_history (coupon_code, step, coupon_state)
   select coupon_code, 1, coupon_state from osc.coupons where $1 > 0`,
  `insert into osc.orders (order_system_identifier, external_id, subject, mandant_identifier,
     product_reference, license_strategy, seats, ordered_at)
   select 'IAPROS1', 'order-' || i, 'other-' || i, 'LECTERN', 'wasser', 'LICENSE_STRATEGY_USER', 1, now()
   from generate_series(1, $1) i`,
  `insert into osc.customers (customer_id, order_system_identifier, subject)
   select 'customer-' || i, 'IAPROS1', 'other-' || i from generate_series(1, $1) i`,
  `insert into osc.order_system_user_relations (subject, order_system_identifier, customer_id)
   select subject, order_system_identifier, customer_id from osc.customers where $1 > 0`,
  `insert into osc.coupon_batches (batch_identifier, request)
   select batch_identifier, jsonb_build_object('order_system_identifier', order_system_identifier)
   from osc.coupons where $1 > 0`,
  `insert into osc.notifications (notification_id, subject, changes)
   select gen_random_uuid(), 'other-' || i, '[]' from generate_series(1, $1) i`,
  // One in ten is still on its way.
  `insert into osc.deliveries (delivery_id, notification_id, place, order_system_identifier, subject,
     change, delivered_at)
   select gen_random_uuid(), notification_id, 0, 'IAPROS1', subject, '{}',
     case when subject not like '%0' then now() end
   from osc.notifications where $1 > 0`,
];

/** Fills the tables, so that plans are made as for a platform in use. */
export async function fillBackground(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement, [groups]);
    await client.query('analyze');
  } finally {
    await client.end();
  }
}
