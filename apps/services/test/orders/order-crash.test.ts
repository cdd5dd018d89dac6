import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Database } from '../../src/index.ts';
import { crashProduct, hold, startCrashWorld, waitsFor } from './crash-world.ts';
import { notificationKey, registrationOf, testNetworks } from './order-world.ts';
import { expectedSignature, startReceiver } from './receiver.ts';

/* Processes that are killed in the middle: what was ordered is done once, what is told arrives. */

const timeoutInMs = 120_000;
const patience = { timeout: 90_000, interval: 250 };

/** With an order system that is registered. */
async function start() {
  const receiver = await startReceiver();
  onTestFinished(() => receiver.close());
  const world = await startCrashWorld({ LECTERN_ORDER_SYSTEM_NETWORKS: testNetworks.join(',') });
  await world.post('/orderSystem/register', registrationOf(receiver));
  return { ...world, receiver };
}

const order = {
  subject: 'mia',
  order_system_identifier: 'IAPROS1',
  external_id: 'crash-1',
  ...crashProduct,
  license_strategy: 'LICENSE_STRATEGY_USER',
  seats: 1,
  ordered_at: '2026-11-21T10:12:00+01:00',
};

describe('a process that is killed between an order and its licence', () => {
  test.each(['lima.products', 'lima.license_orders', 'lima.licenses'])(
    'at %s: the next one makes it, once, and nobody asks again',
    async (table) => {
      const { database, killOver, post, process } = await start();
      const holding = await hold(database, table);
      const call = post('/order/createForProduct', order);
      await waitsFor(database, table);
      await killOver(call);
      await holding.rollback().execute();

      const before = await database.selectFrom('osc.orders').selectAll().execute();
      expect(before).toMatchObject([{ order_state: 'ORDER_STATE_RECEIVED', license_code: null }]);
      expect(await database.selectFrom('lima.licenses').selectAll().execute()).toEqual([]);

      await process.startAgain();
      const isFulfilled = async () => {
        const [row] = await database.selectFrom('osc.orders').selectAll().execute();
        return row?.order_state === 'ORDER_STATE_FULFILLED' ? row : undefined;
      };
      const fulfilled = await vi.waitUntil(isFulfilled, patience);
      const licenses = await database.selectFrom('lima.licenses').selectAll().execute();
      expect(licenses).toMatchObject([{ license_code: fulfilled.license_code, subject: 'mia' }]);
    },
    timeoutInMs,
  );

  test(
    'before the order was stored: it is not there, and sending it again makes it',
    async () => {
      const { database, killOver, post } = await start();
      const holding = await hold(database, 'osc.orders');
      const call = post('/order/createForProduct', order);
      await waitsFor(database, 'osc.orders');
      await killOver(call);
      await holding.rollback().execute();
      expect(await database.selectFrom('osc.orders').selectAll().execute()).toEqual([]);
      const { rows } = await sql`select from jobs.job where name = 'order-licenses'`.execute(
        database,
      );
      expect(rows).toEqual([]);
    },
    timeoutInMs,
  );
});

describe('a process that is killed with a notification', () => {
  const changes = {
    subject: 'mia',
    relation_changes: [
      { order_system_identifier: 'IAPROS1', change_type: 'CUSTOMER_LINKED', customer_id: 'K-1' },
    ],
  };
  const deliveriesOf = (database: Database) =>
    database.selectFrom('osc.deliveries').selectAll().execute();
  const isDelivered = async (database: Database) =>
    (await deliveriesOf(database)).every(({ delivered_at }) => delivered_at !== null);

  test(
    'after it was taken and before it was sent: the next one sends it',
    async () => {
      const { database, post, process, receiver } = await start();
      const audit = await hold(database, 'aua.audit_log');
      const call = post('/orderSystemUserRelation/notifyChanges', {
        ...changes,
        notification_id: randomUUID(),
      });
      await waitsFor(database, 'aua.audit_log');
      // It waits for the call and gets the table in the moment in which that commits.
      const sending = hold(database, 'osc.deliveries');
      await waitsFor(database, 'osc.deliveries');
      await audit.rollback().execute();
      expect(await call).toMatchObject({ result_state: 'OK', deliveries: [{ delivered: false }] });
      const holding = await sending;
      process.kill('SIGKILL');
      await process.exited;
      await holding.rollback().execute();
      expect(receiver.received).toEqual([]);

      await process.startAgain();
      await vi.waitUntil(() => isDelivered(database), patience);
      const [delivery] = await deliveriesOf(database);
      expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([
        delivery!.delivery_id,
      ]);
    },
    timeoutInMs,
  );

  test(
    'while it was sent: it is sent again under the same id',
    async () => {
      const { database, post, process, receiver } = await start();
      // The order system has it, and its confirmation never arrives.
      receiver.answer(() => {});
      await post('/orderSystemUserRelation/notifyChanges', {
        ...changes,
        notification_id: randomUUID(),
      });
      await receiver.count(1);
      process.kill('SIGKILL');
      await process.exited;
      expect(await isDelivered(database)).toBe(false);

      receiver.answer((response) => void response.writeHead(204).end());
      await process.startAgain();
      await vi.waitUntil(() => isDelivered(database), patience);
      const [delivery] = await deliveriesOf(database);
      expect(receiver.received.length).toBeGreaterThan(1);
      for (const message of receiver.received) {
        expect(message.headers).toMatchObject({
          'webhook-id': delivery!.delivery_id,
          'webhook-signature': expectedSignature(message, notificationKey),
        });
        expect(message.body).toBe(receiver.received[0]!.body);
      }
    },
    timeoutInMs,
  );
});
