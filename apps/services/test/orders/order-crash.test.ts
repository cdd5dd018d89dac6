import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { afterTests, crashTimeoutInMs } from '../process.ts';
import { Stops } from '../stops.ts';
import { crashProduct, startCrashWorld, type CrashWorld } from './crash-world.ts';
import { notificationKey, registrationOf } from './order-world.ts';
import { expectedSignature, startReceiver, type Received, type Receiver } from './receiver.ts';
import { rowsOf } from '../rows.ts';

/*
 * A process that is killed in the middle of all this at once: what was ordered is done once, what is told
 * arrives. The services take over in the process of the tests, and nobody asks again.
 */

const defer = afterTests();

/** Where orders are stopped, each by a subject of this name. */
const places = ['lima.products', 'lima.license_orders', 'lima.licenses'] as const;
const beforeStored = 'osc.orders';
/** Order systems whose notifications wait in different queues. */
const [slow, idle] = ['IAPROS1', 'SECOND'] as const;

let world: CrashWorld;
let receiver: Receiver;
let left: Awaited<ReturnType<typeof readLeft>>;
/** To the notification that was taken and not sent. */
let answer: unknown;

/** Rows that the process has left behind. */
const readLeft = async () => ({
  orders: await world.database.selectFrom('osc.orders').selectAll().execute(),
  licenses: await world.database.selectFrom('lima.licenses').selectAll().execute(),
  jobs: await orderJobs(),
  deliveries: await deliveries(),
  received: receiver.received.slice(),
});

/** The orders whose licences are to be made. */
async function orderJobs() {
  const { rows } = await sql<{ external_id: string }>`
    select data ->> 'external_id' as external_id from jobs.job where name = 'order-licenses'
  `.execute(world.database);
  return rows.map(({ external_id }) => external_id);
}

const deliveries = () => world.database.selectFrom('osc.deliveries').selectAll().execute();
const deliveryTo = async (identifier: string) =>
  (await deliveries()).find(({ order_system_identifier: name }) => name === identifier)!;
const receivedOf = (received: readonly Received[], deliveryId: string) =>
  received.filter(({ headers }) => headers['webhook-id'] === deliveryId);

const order = (subject: string) =>
  world.post('/order/createForProduct', {
    subject,
    order_system_identifier: slow,
    external_id: subject,
    ...crashProduct,
    license_strategy: 'LICENSE_STRATEGY_USER',
    seats: 1,
    ordered_at: '2026-11-21T10:12:00+01:00',
  });

const notify = (order_system_identifier: string) =>
  world.post('/orderSystemUserRelation/notifyChanges', {
    subject: 'mia',
    notification_id: randomUUID(),
    relation_changes: [
      { order_system_identifier, change_type: 'CUSTOMER_LINKED', customer_id: 'K-1' },
    ],
  });

beforeAll(async () => {
  receiver = await startReceiver();
  defer(() => receiver.close());
  world = await startCrashWorld(defer);
  const { database, post, stops } = world;
  await post('/orderSystem/register', registrationOf(receiver, slow));
  await post('/orderSystem/register', registrationOf(receiver, idle));

  // The order system has it, and its confirmation never arrives.
  receiver.answer(() => {});
  await notify(slow);
  await receiver.count(1);

  const audit = new Stops(database, defer);
  await audit.addTable('aua.audit_log');
  const taken = notify(idle);
  await audit.areReached();
  // It waits for the call, and has the table in the moment in which that commits.
  const sending = new Stops(database, defer);
  await sending.addTable('osc.deliveries');
  await audit.release();
  answer = await taken;

  const [products, ...written] = places;
  for (const table of [beforeStored, ...written]) {
    await stops.addRows(table, 'insert', `new.subject = '${table}'`);
  }
  const calls = [beforeStored, ...written].map(order);
  await stops.areReached();
  // The others have read the products: this one comes last.
  await stops.addTable(products);
  await world.killOver([...calls, order(products)]);
  await sending.release();
  left = await readLeft();

  receiver.answer((response) => void response.writeHead(204).end());
  await world.takeOver();
}, crashTimeoutInMs);

describe('a process that is killed between an order and its licence', () => {
  test.each(places)('at %s: the next one makes it, once, and nobody asks again', async (place) => {
    const before = left.orders.filter(({ subject }) => subject === place);
    expect(before).toMatchObject([{ order_state: 'ORDER_STATE_RECEIVED', license_code: null }]);
    expect(left.licenses).toEqual([]);

    const { database } = world;
    const fulfilled = await vi.waitUntil(async () => {
      const [row] = await rowsOf(database, 'osc.orders', { subject: place }).get();
      return row?.order_state === 'ORDER_STATE_FULFILLED' ? row : undefined;
    });
    const licenses = await rowsOf(database, 'lima.licenses', { subject: place }).get();
    expect(licenses).toMatchObject([{ license_code: fulfilled.license_code }]);
  });

  test('before the order was stored: it is not there, and sending it again makes it', () => {
    expect(new Set(left.orders.map(({ subject }) => subject))).toEqual(new Set(places));
    expect(new Set(left.jobs)).toEqual(new Set(places));
  });
});

describe('a process that is killed with a notification', () => {
  const isDelivered = async (identifier: string) => (await deliveryTo(identifier)).delivered_at;

  test('after it was taken and before it was sent: the next one sends it', async () => {
    expect(answer).toMatchObject({ result_state: 'OK', deliveries: [{ delivered: false }] });
    const { delivery_id } = await deliveryTo(idle);
    expect(receivedOf(left.received, delivery_id)).toEqual([]);
    await vi.waitUntil(() => isDelivered(idle));
    expect(receivedOf(receiver.received, delivery_id)).toHaveLength(1);
  });

  test('while it was sent: it is sent again under the same id', async () => {
    expect(left.deliveries.map(({ delivered_at }) => delivered_at)).toEqual([null, null]);
    await vi.waitUntil(() => isDelivered(slow));
    const { delivery_id } = await deliveryTo(slow);
    const received = receivedOf(receiver.received, delivery_id);
    expect(received.length).toBeGreaterThan(1);
    for (const message of received) {
      expect(message.headers).toMatchObject({
        'webhook-id': delivery_id,
        'webhook-signature': expectedSignature(message, notificationKey),
      });
      expect(message.body).toBe(received[0]!.body);
    }
  });
});
