import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { codeOf, makeBeforeAll, startBeforeAll } from '../platform.ts';
import { changed, linked, startOrderWorld } from './order-world.ts';
import { rowsOf } from '../rows.ts';

const world = startBeforeAll(startOrderWorld);

const mia = makeBeforeAll(() => world.platform.identityProvider.signIn('mia'));
beforeAll(async () => {
  await world.register();
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
    const ids = answers.map(({ deliveries }) => deliveries.map((delivery) => delivery.delivery_id));
    expect(new Set(ids.map(String)).size).toBe(1);
    expect(ids[0]).toHaveLength(2);
    expect(answers.filter(({ result_state }) => result_state === 'OK')).toHaveLength(1);
    expect(answers.filter(({ result_state }) => result_state === 'IA_OK')).toHaveLength(4);
    expect(await codeOf(world.notify('sofia', [changed], id))).toBe('NOTIFICATION_CONFLICT');
    expect(await codeOf(world.notify('ben', [linked('K-7'), changed], id))).toBe(
      'NOTIFICATION_CONFLICT',
    );
    const recorded = await rowsOf(world.platform.database, 'aua.audit_log', {
      call: '/osc/orderSystemUserRelation/notifyChanges',
      kind: 'change',
      subject: 'sofia',
    }).get('change');
    expect(recorded).toMatchObject([{ change: { notification_id: id } }]);
  });

  test('stores all of its changes, or none', async () => {
    await world.notify('lea', [linked('K-8')]);
    expect(await codeOf(world.notify('ben', [changed, linked('K-8')]))).toBe('CUSTOMER_TAKEN');
    expect(await codeOf(world.notify('ben', [linked('K-9'), linked('K-9', 'NOBODY')]))).toBe(
      'ORDER_SYSTEM_UNKNOWN',
    );
    const { order_system_user_relations } = await world.orders.orderSystemUserRelationGetInfo({
      body: { subject: 'ben' },
    });
    expect(order_system_user_relations.filter((relation) => relation.customer_id)).toEqual([]);
    const rows = await rowsOf(world.platform.database, 'osc.deliveries', {
      subject: 'ben',
      order_system_identifier: 'IAPROS1',
    }).get('delivery_id');
    expect(rows).toEqual([]);
  });

  test('a customer is one subject, also when many want to be it', async () => {
    const wanted = Array.from({ length: 10 }, (_, index) =>
      codeOf(world.notify(`racer-${index}`, [linked('K-10'), linked(`K-10-${index}`)])),
    );
    const codes = await Promise.all(wanted);
    // The winner went on to another customer; then the first one was free again.
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
    await world.notify('lea', [linked('K-11')]);
    const unlinked = { order_system_identifier: 'IAPROS1', change_type: 'CUSTOMER_UNLINKED' };
    await world.notify('lea', [unlinked as never]);
    await world.notify('ben', [linked('K-11')]);
    const { order_system_user_relations } = await world.orders.orderSystemUserRelationGetInfo({
      body: { subject: 'ben', order_system_identifier: 'IAPROS1' },
    });
    expect(order_system_user_relations).toMatchObject([{ customer_id: 'K-11' }]);
  });
});

describe('getInfo', () => {
  test('tells a pupil who it is where, and nothing of notifications', async () => {
    await world.notify(mia.subject, [linked('K-12')]);
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
      return order_system_user_relations.map((relation) => relation.order_system_identifier);
    };
    expect(await systemsOf('by-table')).toEqual(['HEPMAGENTO1']);
    expect(await systemsOf('by-registration')).toEqual(['OTHER']);
    expect(await systemsOf('by-default')).toEqual(['IAPROS1']);
    expect(await systemsOf('without-identity')).toEqual(['IAPROS1']);
  });
});
