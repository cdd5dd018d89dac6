import { permissions, type Permission } from '@lectern/contracts';
import { sql } from 'kysely';
import type { Database } from '../../src/index.ts';
import type { Names } from './named-things.ts';
import { insertRows } from '../rows.ts';

/*
 * Two publishers on one platform. The names of what is of the first one all have `first` in them.
 */

export const first = {
  mandant: 'FIRST-PUBLISHER',
  product: 'first-product',
  orderSystem: 'FIRST-SHOP',
  subject: 'first-customer',
  customer: 'first-customer',
  license: 'first-license',
  coupon: 'FIRSTCOUPON23456',
  batch: 'first-batch',
  usage: '7c1de0a2-5d8e-4b53-9c05-3a0b6f7d1e04',
  licenseOrder: 'first-lima-order',
  connector: 'first-connector',
} as const satisfies Names;

/** Stands in what is of the first publisher and its customer, where no request names it. */
export const firstMark = 'mark-of-first';

export const second = {
  mandant: 'SECOND',
  product: 'second-product',
  orderSystem: 'SECOND-SHOP',
  /** Which the order system calls with. */
  client: 'shop',
  /** Every permission but those for all publishers. */
  role: 'second',
} as const;

/**
 * Makes both, and a customer of the first one with something of every kind.
 *
 * @param issuer Of the tokens of the order systems' clients; a further one.
 */
export async function makePublishers(database: Database, issuer: string): Promise<void> {
  const { mandant: mandant_identifier, product: product_reference, subject } = first;
  const { orderSystem: order_system_identifier, license: license_code } = first;
  const product = { mandant_identifier, product_reference };
  const license = { ...product, license_strategy: 'LICENSE_STRATEGY_USER', seats: 1 };
  const hidden = { ...license, product_reference: firstMark };
  await insertRows(database, 'lima.products', [
    { ...product, title: firstMark, article_numbers: [firstMark], device_maximum: 2 },
    {
      mandant_identifier: second.mandant,
      product_reference: second.product,
      title: 'Second',
      article_numbers: [],
    },
  ]);
  await insertRows(database, 'aua.users', {
    subject,
    email: `${subject}@first.example`,
    family_name: 'Kell',
    mandant_groups: [mandant_identifier],
  });
  await insertRows(database, 'aua.identities', {
    subject,
    identity_provider_identifier: first.connector,
    external_id: first.customer,
    groups: ['pupils'],
  });
  await insertRows(database, 'lima.devices', { subject, device_identifier: 'device-of-first' });
  await insertRows(database, 'lima.licenses', [
    { ...license, subject, license_code },
    { ...hidden, subject, license_code: firstMark },
  ]);
  await insertRows(database, 'lima.license_usages', {
    license_code,
    license_usage_id: first.usage,
    subject,
    device_identifier: 'device-of-first',
    ...product,
    obtained_at: sql<Date>`now()`,
    expires_at: sql<Date>`now() + interval '1 day'`,
    due_at: sql<Date>`now() + interval '1 day'`,
  });
  await insertRows(database, 'lima.license_orders', {
    ...license,
    order_system_identifier,
    license_order_identifier: first.licenseOrder,
    article_number: firstMark,
    subject,
    license_code,
  });
  await database
    .insertInto('osc.order_systems')
    .values(
      [
        orderSystemOf(order_system_identifier, 'first-client', mandant_identifier),
        orderSystemOf(second.orderSystem, second.client, second.mandant),
      ].map((row) => ({ ...row, client_issuer: issuer })),
    )
    .execute();
  await database
    .insertInto('osc.order_system_user_relations')
    .values({ subject, order_system_identifier, customer_id: firstMark })
    .execute();
  await insertRows(database, 'osc.orders', {
    ...hidden,
    subject,
    order_system_identifier,
    external_id: firstMark,
    ordered_at: sql<Date>`now()`,
  });
  await insertRows(database, 'osc.coupons', {
    ...license,
    order_system_identifier,
    coupon_code: first.coupon,
    batch_identifier: first.batch,
    coupon_state: 'ASSIGNED',
    assigned_subject: subject,
    note: firstMark,
  });
  const ofPlatform = new Set<Permission>(['mandant.any', 'content.publish-for-all']);
  const { role } = second;
  await database.insertInto('aua.roles').values({ role, description: role }).execute();
  await database
    .insertInto('aua.role_permissions')
    .values(
      (Object.keys(permissions) as Permission[])
        .filter((permission) => !ofPlatform.has(permission))
        .map((permission) => ({ role, permission })),
    )
    .execute();
}

function orderSystemOf(order_system_identifier: string, client_id: string, mandant: string) {
  return {
    order_system_identifier,
    connector_id: `connector-of-${order_system_identifier}`,
    client_id,
    notification_address: 'https://shop.example/',
    notification_key: 'a key that only the order system knows',
    mandant_identifiers: [mandant],
  };
}
