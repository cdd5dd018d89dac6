import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { SignedIn } from '@lectern/env/testing';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { codeOf } from '../platform.ts';
import { startOrderWorld, notificationKey, type OrderWorld } from './order-world.ts';
import { expectedSignature } from './receiver.ts';

/** Three attempts, without a pause. */
const pausesInSeconds = [0, 0];

let world: OrderWorld;
let mia: SignedIn;

beforeAll(async () => {
  world = await startOrderWorld({ deliveries: { pausesInSeconds, timeoutInMs: 300 } });
  mia = await world.platform.identityProvider.signIn('mia');
  await world.register();
});
afterAll(() => world.close());
afterEach(() => world.receiver.answer((response) => void response.writeHead(204).end()));

const linked = (customer_id: string, order_system_identifier = 'IAPROS1') =>
  ({ order_system_identifier, change_type: 'CUSTOMER_LINKED', customer_id }) as const;
const changed = { order_system_identifier: 'IAPROS1', change_type: 'USER_CHANGED' } as const;

type Change = ReturnType<typeof linked> | typeof changed;

const notify = (subject: string, changes: readonly Change[], notification_id = randomUUID()) =>
  world.orders.orderSystemUserRelationNotifyChanges({
    body: { subject, notification_id, relation_changes: [...changes] },
  });
const messagesOf = (deliveryId: string) =>
  world.receiver.received.filter(({ headers }) => headers['webhook-id'] === deliveryId);
const deliveryOf = (delivery_id: string) =>
  world.platform.database
    .selectFrom('osc.deliveries')
    .selectAll()
    .where('delivery_id', '=', delivery_id)
    .executeTakeFirstOrThrow();

describe('a notification', () => {
  test('says what has changed, signed with the key of the order system', async () => {
    const { deliveries } = await notify('lea', [linked('K-1')]);
    const [{ delivery_id, delivered }] = deliveries as [(typeof deliveries)[number]];
    expect(delivered).toBe(false);
    await vi.waitUntil(() => messagesOf(delivery_id).length === 1, { timeout: 20_000 });
    const [message] = messagesOf(delivery_id);
    expect(message).toMatchObject({
      path: '/notifications',
      headers: {
        'content-type': 'application/json',
        'webhook-signature': expectedSignature(message!, notificationKey),
      },
    });
    const age = Date.now() / 1000 - Number(message!.headers['webhook-timestamp']);
    expect(Math.abs(age)).toBeLessThan(30);
    expect(JSON.parse(message!.body)).toMatchObject({
      type: 'order_system_user_relation.changed',
      timestamp: expect.any(String),
      data: {
        subject: 'lea',
        order_system_identifier: 'IAPROS1',
        change_type: 'CUSTOMER_LINKED',
        customer_id: 'K-1',
      },
    });
    await vi.waitUntil(async () => (await deliveryOf(delivery_id)).delivered_at);
    expect(await deliveryOf(delivery_id)).toMatchObject({ attempts: 1, last_failure: null });
  });

  test('is signed with the bytes that stand behind whsec_', async () => {
    const secret = Buffer.alloc(32, 7);
    const credentials = {
      client_id: 'encoded',
      notification_key: `whsec_${secret.toString('base64')}`,
    };
    await world.register('ENCODED', { credentials });
    const { deliveries } = await notify('lea', [linked('K-1', 'ENCODED')]);
    const { delivery_id } = deliveries[0]!;
    await vi.waitUntil(() => messagesOf(delivery_id).length === 1, { timeout: 20_000 });
    const [message] = messagesOf(delivery_id);
    expect(message!.headers['webhook-signature']).toBe(expectedSignature(message!, secret));
  });

  test('is sent until it is confirmed, with the same id and the same words', async () => {
    let failures = 2;
    world.receiver.answer((response) => void response.writeHead(failures-- > 0 ? 500 : 204).end());
    const { delivery_id } = (await notify('lea', [changed])).deliveries[0]!;
    await vi.waitUntil(async () => (await deliveryOf(delivery_id)).delivered_at, {
      timeout: 25_000,
    });
    const messages = messagesOf(delivery_id);
    expect(messages).toHaveLength(3);
    expect(new Set(messages.map(({ body }) => body)).size).toBe(1);
    for (const message of messages) {
      expect(message.headers['webhook-signature']).toBe(
        expectedSignature(message, notificationKey),
      );
    }
    expect(await deliveryOf(delivery_id)).toMatchObject({ attempts: 3, given_up_at: null });
  });

  test.each<[string, string, (response: ServerResponse) => void]>([
    ['refuses', 'answered with status 410', (response) => void response.writeHead(410).end()],
    [
      'redirects',
      'answered with status 308',
      (response) =>
        void response.writeHead(308, { Location: `${world.receiver.address}/stolen` }).end(),
    ],
    ['hangs up', 'could not be reached', (response) => void response.destroy()],
    ['does not answer', 'did not answer within 0.3 s', () => {}],
  ])(
    'to one that %s is given up after the last attempt, and listed',
    async (_name, failure, answer) => {
      world.receiver.answer(answer);
      const { delivery_id } = (await notify('thomas', [changed])).deliveries[0]!;
      await vi.waitUntil(async () => (await deliveryOf(delivery_id)).given_up_at, {
        timeout: 25_000,
      });
      expect(messagesOf(delivery_id)).toHaveLength(pausesInSeconds.length + 1);
      expect(world.receiver.received.filter(({ path }) => path === '/stolen')).toEqual([]);

      const info = await world.orders.orderSystemUserRelationGetInfo({
        body: { subject: 'thomas' },
      });
      expect(info.undelivered).toContainEqual({
        delivery_id,
        order_system_identifier: 'IAPROS1',
        change_type: 'USER_CHANGED',
        attempts: 3,
        last_failure: failure,
        created_at: expect.any(String),
        last_attempt_at: expect.any(String),
        given_up_at: expect.any(String),
      });
    },
    40_000,
  );

  test('whose address has come to lead into a closed network goes nowhere', async () => {
    await world.register('MOVED');
    await world.platform.database
      .updateTable('osc.order_systems')
      .set({ notification_address: 'https://127.0.0.2/notifications' })
      .where('order_system_identifier', '=', 'MOVED')
      .execute();
    const moved = { order_system_identifier: 'MOVED', change_type: 'USER_CHANGED' } as const;
    const { deliveries } = await world.orders.orderSystemUserRelationNotifyChanges({
      body: { subject: 'ben', notification_id: randomUUID(), relation_changes: [moved] },
    });
    const { delivery_id } = deliveries[0]!;
    const failed = await vi.waitUntil(
      async () => {
        const delivery = await deliveryOf(delivery_id);
        return delivery.last_failure === null ? undefined : delivery;
      },
      { timeout: 20_000 },
    );
    expect(failed.last_failure).toBe(
      'has an address in a network that may not be asked, or one that is not https',
    );
  });
});

describe('notifyChanges', () => {
  test('is done once: the same again gives the same deliveries', async () => {
    const id = randomUUID();
    const body = {
      subject: 'sofia',
      notification_id: id,
      relation_changes: [linked('K-7'), changed],
    };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => world.orders.orderSystemUserRelationNotifyChanges({ body })),
    );
    const ids = answers.map(({ deliveries }) => deliveries.map((one) => one.delivery_id));
    expect(new Set(ids.map(String)).size).toBe(1);
    expect(ids[0]).toHaveLength(2);
    expect(answers.filter(({ result_state }) => result_state === 'OK')).toHaveLength(1);
    expect(answers.filter(({ result_state }) => result_state === 'IA_OK')).toHaveLength(4);
    expect(await codeOf(notify('sofia', [changed], id))).toBe('NOTIFICATION_CONFLICT');
    expect(await codeOf(notify('ben', [linked('K-7'), changed], id))).toBe('NOTIFICATION_CONFLICT');
    const recorded = await world.platform.database
      .selectFrom('aua.audit_log')
      .select('change')
      .where('call', '=', '/osc/orderSystemUserRelation/notifyChanges')
      .where('kind', '=', 'change')
      .where('subject', '=', 'sofia')
      .execute();
    expect(recorded).toMatchObject([{ change: { notification_id: id } }]);
  });

  test('stores all of its changes, or none', async () => {
    await notify('lea', [linked('K-8')]);
    const before = world.receiver.received.length;
    expect(await codeOf(notify('ben', [changed, linked('K-8')]))).toBe('CUSTOMER_TAKEN');
    expect(await codeOf(notify('ben', [linked('K-9'), linked('K-9', 'NOBODY')]))).toBe(
      'ORDER_SYSTEM_UNKNOWN',
    );
    const { order_system_user_relations } = await world.orders.orderSystemUserRelationGetInfo({
      body: { subject: 'ben' },
    });
    expect(order_system_user_relations.filter((one) => one.customer_id)).toEqual([]);
    const rows = await world.platform.database
      .selectFrom('osc.deliveries')
      .select('delivery_id')
      .where('subject', '=', 'ben')
      .where('order_system_identifier', '=', 'IAPROS1')
      .execute();
    expect(rows).toEqual([]);
    expect(world.receiver.received.length).toBe(before);
  });

  test('a customer is one subject, also when many want to be it', async () => {
    const wanted = Array.from({ length: 10 }, (_, index) =>
      codeOf(notify(`racer-${index}`, [linked('K-10'), linked(`K-10-${index}`)])),
    );
    const codes = await Promise.all(wanted);
    // Who won went on to another customer; then the first one was free again.
    expect(codes.filter((code) => code !== undefined && code !== 'CUSTOMER_TAKEN')).toEqual([]);
    const held = await world.platform.database
      .selectFrom('osc.customers')
      .selectAll()
      .where('customer_id', 'like', 'K-10%')
      .execute();
    const relations = await world.platform.database
      .selectFrom('osc.order_system_user_relations')
      .select(['customer_id', 'order_system_identifier', 'subject'])
      .where('customer_id', 'like', 'K-10%')
      .execute();
    const inOrder = (rows: readonly { customer_id: string }[]) =>
      rows.map((row) => row.customer_id).sort();
    expect(inOrder(held)).toEqual(inOrder(relations));
    expect(held.map(({ customer_id }) => customer_id)).not.toContain('K-10');
  });

  test('a customer that was unlinked is free for another', async () => {
    await notify('lea', [linked('K-11')]);
    const unlinked = { order_system_identifier: 'IAPROS1', change_type: 'CUSTOMER_UNLINKED' };
    await notify('lea', [unlinked as never]);
    await notify('ben', [linked('K-11')]);
    const { order_system_user_relations } = await world.orders.orderSystemUserRelationGetInfo({
      body: { subject: 'ben', order_system_identifier: 'IAPROS1' },
    });
    expect(order_system_user_relations).toMatchObject([{ customer_id: 'K-11' }]);
  });
});

describe('getInfo', () => {
  test('tells a pupil who it is where, and nothing of notifications', async () => {
    await notify(mia.subject, [linked('K-12')]);
    const own = world.platform.as('osc', mia);
    const info = await own.orderSystemUserRelationGetInfo({ body: { subject: mia.subject } });
    expect(info).toEqual({
      result_state: 'OK',
      order_system_user_relations: [
        {
          order_system_identifier: 'IAPROS1',
          connector_id: 'BEOOK_1',
          customer_id: 'K-12',
          updated_at: expect.any(String),
        },
      ],
    });
    expect(
      await codeOf(
        own.orderSystemUserRelationGetInfo({
          body: { subject: mia.subject, order_system_identifier: 'NOBODY' },
        }),
      ),
    ).toBe('ORDER_SYSTEM_UNKNOWN');
  });

  test('chooses order systems by the identity providers of the subject', async () => {
    const { database } = world.platform;
    for (const name of ['HEPMAGENTO1', 'OTHER']) await world.register(name);
    await database
      .insertInto('aua.identities')
      .values(
        [
          ['by-table', 'HEP_MAGENTO_1'],
          ['by-registration', 'connector-of-OTHER'],
          ['by-default', 'SCHOOL'],
        ].map(([subject, identity_provider_identifier]) => ({
          subject: subject!,
          identity_provider_identifier: identity_provider_identifier!,
          external_id: 'x',
          groups: [],
        })),
      )
      .execute();
    const systemsOf = async (subject: string) => {
      const { order_system_user_relations } = await world.orders.orderSystemUserRelationGetInfo({
        body: { subject },
      });
      return order_system_user_relations.map((one) => one.order_system_identifier);
    };
    expect(await systemsOf('by-table')).toEqual(['HEPMAGENTO1']);
    expect(await systemsOf('by-registration')).toEqual(['OTHER']);
    expect(await systemsOf('by-default')).toEqual(['IAPROS1']);
    expect(await systemsOf('without-identity')).toEqual(['IAPROS1']);
  });
});
