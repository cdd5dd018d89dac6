import { randomUUID } from 'node:crypto';
import type { Database, PlatformOptions } from '../../src/index.ts';
import { quickJobs } from '../platform.ts';
import { startAdministration } from '../users/administration.ts';
import { startReceiver, type Receiver } from './receiver.ts';
import { insertRows } from '../rows.ts';

/** Networks of the receivers of tests. */
export const testNetworks = ['127.0.0.1'];
export const notificationKey = 'a key that only the order system knows';

/** Changes of a notification. */
export const linked = (customer_id: string, order_system_identifier = 'IAPROS1') =>
  ({ order_system_identifier, change_type: 'CUSTOMER_LINKED', customer_id }) as const;
export const changed = { order_system_identifier: 'IAPROS1', change_type: 'USER_CHANGED' } as const;
type Change = ReturnType<typeof linked> | typeof changed;

/** The services with an administrator, and an order system that is not registered yet. */
export async function startOrderWorld(change: Partial<PlatformOptions> = {}) {
  const receiver = await startReceiver();
  const administration = await startAdministration({
    orderSystemNetworks: testNetworks,
    jobs: quickJobs,
    ...change,
  });
  const { platform, administrator } = administration;
  const orders = platform.as('osc', administrator);
  return {
    ...administration,
    /** The order service in the administrator's name. */
    orders,
    receiver,
    /** Registers the receiver by this name; by default as the one that everybody has. */
    async register(name = 'IAPROS1', change: object = {}) {
      await orders.orderSystemRegister({
        body: { ...registrationOf(receiver, name), ...change },
      });
    },
    notify: (subject: string, changes: readonly Change[], notification_id: string = randomUUID()) =>
      orders.orderSystemUserRelationNotifyChanges({
        body: { subject, notification_id, relation_changes: [...changes] },
      }),
    async close() {
      await receiver.close();
      await platform.close();
    },
  };
}

export function registrationOf({ address }: Receiver, name = 'IAPROS1') {
  return {
    order_system_identifier: name,
    connector_id: name === 'IAPROS1' ? 'BEOOK_1' : `connector-of-${name}`,
    mandant_identifiers: ['LECTERN'],
    notification_address: `${address}/notifications`,
    orders_address: `${address}/orders`,
    credentials: {
      client_id: 'lectern-order-system',
      notification_key: notificationKey,
      orders_token: 'a-token-for-reading-orders',
    },
  };
}

/** Makes a product that orders can be for. */
export async function saveProduct(database: Database, product_reference: string): Promise<void> {
  await insertRows(database, 'lima.products', {
    mandant_identifier: 'LECTERN',
    product_reference,
    title: product_reference,
    article_numbers: [],
    device_maximum: null,
  });
}
