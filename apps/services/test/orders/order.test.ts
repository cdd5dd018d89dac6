import type { BodyInput, Contract } from '@lectern/contracts';
import { beforeAll, describe, expect, test } from 'vitest';
import { headersOf } from '../security/requests.ts';
import { codeOf, giveRole, makeBeforeAll, startBeforeAll } from '../platform.ts';
import { saveProduct, startOrderWorld } from './order-world.ts';
import { rowsOf } from '../rows.ts';

const world = startBeforeAll(startOrderWorld);

const mia = makeBeforeAll(() => world.platform.identityProvider.signIn('mia'));
beforeAll(async () => {
  await world.register();
  await saveProduct(world.platform.database, 'wasser');
});

type Order = BodyInput<Contract['osc']['orderCreateForProduct']>;

const orderOf = (external_id: string, change: Partial<Order> = {}): Order => ({
  subject: mia.subject,
  order_system_identifier: 'IAPROS1',
  external_id,
  mandant_identifier: 'LECTERN',
  product_reference: 'wasser',
  license_strategy: 'LICENSE_STRATEGY_USER',
  seats: 1,
  valid_until: '2036-07-31T23:59:59+02:00',
  ordered_at: '2026-11-21T10:12:00+01:00',
  ...change,
});
const create = (order: Order) => world.orders.orderCreateForProduct({ body: order });
const licensesOf = (subject: string) =>
  world.platform.database
    .selectFrom('lima.licenses')
    .select(['license_code', 'product_reference', 'seats'])
    .where('subject', '=', subject)
    .execute();

describe('createForProduct', () => {
  test('makes the order and its licence, which opens the product', async () => {
    const { order } = await create(orderOf('first'));
    expect(order).toMatchObject({
      order_state: 'ORDER_STATE_FULFILLED',
      license_code: expect.any(String),
      valid_until: '2036-07-31T21:59:59.000Z',
    });
    const { licenses } = await world.platform
      .as('lima', mia)
      .licenseGetForUser({ body: { subject: mia.subject }, query: {} });
    expect(licenses).toMatchObject([
      {
        license_code: order.license_code,
        license_state: 'LICENSE_STATE_VALID',
        product_reference: 'wasser',
      },
    ]);
  });

  test('takes a number in decomposed letters for the same one', async () => {
    const order = orderOf('Bestellung für Köniz', { subject: 'decomposed' });
    await create(order);
    const again = { ...order, external_id: order.external_id.normalize('NFD') };
    expect(await create(again)).toMatchObject({ result_state: 'IA_OK' });
    expect(await licensesOf('decomposed')).toHaveLength(1);
  });

  test('leaves in the audit log that the licence was made, and for whom, once', async () => {
    const order = orderOf('audited', { subject: 'audited' });
    const { license_code } = (await create(order)).order;
    await create(order);
    const changes = await rowsOf(world.platform.database, 'aua.audit_log', {
      subject: 'audited',
      call: '/lima/licenseOrder/save',
    }).get('change');
    expect(changes).toMatchObject([
      {
        change: {
          license_code,
          license_order: { license_order_identifier: 'order:audited' },
          reason: 'The product was ordered.',
        },
      },
    ]);
  });

  test('twenty at once, in two processes, are one order and one licence', async () => {
    const other = await world.platform.anotherProcess();
    const order = orderOf('at-once', { subject: 'parallel' });
    const send = (url: string) =>
      fetch(`${url}/osc/order/createForProduct`, {
        method: 'POST',
        headers: headersOf(world.administrator),
        body: JSON.stringify(order),
      }).then((response) => response.json() as Promise<Record<string, unknown>>);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        send(index % 2 === 0 ? world.platform.url : other.url),
      ),
    );
    const states = answers.map(({ result_state }) => String(result_state));
    expect(states.filter((state) => state === 'OK')).toHaveLength(1);
    expect(states.filter((state) => state === 'IA_OK')).toHaveLength(19);
    expect(await licensesOf('parallel')).toHaveLength(1);
    await other.close();
  });

  test('the same again changes nothing, another content is a conflict', async () => {
    const order = orderOf('again', { subject: 'again', article_number: '978-3' });
    const first = await create(order);
    const sameMoment = { ...order, ordered_at: '2026-11-21T09:12:00Z' };
    const second = await create(sameMoment);
    expect(second).toEqual({ ...first, result_state: 'IA_OK' });
    for (const change of [
      { seats: 2 },
      { subject: 'somebody-else' },
      { product_reference: 'feuer' },
      { article_number: undefined },
      { valid_from: '2026-11-21T10:12:00+01:00' },
      { valid_until: '2036-08-01T00:00:00+02:00' },
    ] satisfies Partial<Order>[]) {
      expect(await codeOf(create({ ...order, ...change }))).toBe('ORDER_CONFLICT');
    }
    expect(await licensesOf('again')).toHaveLength(1);
    expect(await licensesOf('somebody-else')).toEqual([]);
  });

  test('the external id is one of its order system', async () => {
    await world.register('OTHER');
    const subject = 'of-two';
    await create(orderOf('same-id', { subject }));
    await create(orderOf('same-id', { subject, order_system_identifier: 'OTHER' }));
    expect(await licensesOf(subject)).toHaveLength(2);
  });

  test('the longest external id makes a licence, too', async () => {
    const subject = 'long';
    const long = 'ü'.repeat(127);
    const codes = [];
    for (const external_id of [`${long}1`, `${long}2`]) {
      const { order } = await create(orderOf(external_id, { subject }));
      codes.push(order.license_code);
    }
    expect(new Set(codes).size).toBe(2);
  });

  test('one for a product that is not there is refused, and made once it is', async () => {
    const order = orderOf('early', { subject: 'early', product_reference: 'later' });
    expect(await create(order)).toMatchObject({
      result_state: 'OK',
      order: { order_state: 'ORDER_STATE_REFUSED' },
    });
    expect(await licensesOf('early')).toEqual([]);
    await saveProduct(world.platform.database, 'later');
    expect(await create(order)).toMatchObject({
      result_state: 'OK',
      order: { order_state: 'ORDER_STATE_FULFILLED' },
    });
    expect(await create(order)).toMatchObject({ result_state: 'IA_OK' });
    expect(await licensesOf('early')).toHaveLength(1);
  });

  test('an order system that is not registered has no orders', async () => {
    const order = orderOf('x', { order_system_identifier: 'NOBODY' });
    expect(await codeOf(create(order))).toBe('ORDER_SYSTEM_UNKNOWN');
  });

  test('an order system speaks for itself, and others are not there for it', async () => {
    const { identityProvider, database } = world.platform;
    const client = { subject: 'lectern-order-system', token: await identityProvider.clientToken() };
    await giveRole(database, client.subject, 'order-system');
    await world.register('FOREIGN', {
      credentials: { client_id: 'another-client', notification_key: 'x'.repeat(32) },
    });
    const own = world.platform.as('osc', client);
    const subject = 'of-client';
    const made = await own.orderCreateForProduct({ body: orderOf('by-client', { subject }) });
    expect(made.order.order_state).toBe('ORDER_STATE_FULFILLED');
    const foreign = orderOf('x', { subject, order_system_identifier: 'FOREIGN' });
    expect(await codeOf(own.orderCreateForProduct({ body: foreign }))).toBe('ORDER_SYSTEM_UNKNOWN');
  });
});
