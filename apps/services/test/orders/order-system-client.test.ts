import { randomUUID } from 'node:crypto';
import type { SignedIn } from '@lectern/env/testing';
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { headersOf } from '../security/requests.ts';
import { codeOf, giveRole, startBeforeAll } from '../platform.ts';
import { refusalText } from '../users/administration.ts';
import { saveProduct, startOrderWorld } from './order-world.ts';
import { sendJson } from './receiver.ts';
import { insertRows } from '../rows.ts';

/*
 * Decision 0013: an order system's own client speaks for that order system alone. OWN is registered with
 * the client that calls, FOREIGN with another, IAPROS1 not at all.
 */

const world = startBeforeAll(startOrderWorld);
let client: SignedIn;

beforeAll(async () => {
  const { database, identityProvider } = world.platform;
  client = { subject: 'lectern-order-system', token: await identityProvider.clientToken() };
  await giveRole(database, client.subject, 'order-system');
  await world.register('OWN');
  await world.register('FOREIGN', {
    credentials: { client_id: 'another-client', notification_key: 'x'.repeat(32) },
  });
  await saveProduct(database, 'wasser');
});

const product = {
  mandant_identifier: 'LECTERN',
  product_reference: 'wasser',
  license_strategy: 'LICENSE_STRATEGY_USER',
} as const;
const others = ['FOREIGN', 'IAPROS1'];
const asClient = () => world.platform.as('osc', client);

let subject: string;
beforeEach(() => {
  subject = `pupil-${randomUUID()}`;
});

describe('coupons', () => {
  async function makeCoupon(order_system_identifier: string): Promise<string> {
    const batch = { batch_identifier: randomUUID() as string, coupon_count: 1 };
    const new_coupons = { ...batch, order_system_identifier, ...product, seats: 1 };
    const { results } = await world.orders.couponChange({ body: { new_coupons } });
    return results[0]!.coupon_code;
  }
  /** The client's answer about one coupon, where that is a WARNING. */
  async function answerTo(path: string, body: object): Promise<unknown> {
    const response = await world.platform.request(
      `/osc/coupon/${path}`,
      headersOf(client),
      JSON.stringify(body),
    );
    const { results } = (await response.json()) as { results: unknown[] };
    return results[0];
  }

  test('of others are neither found nor changed, as if they were not there', async () => {
    for (const other of others) {
      const coupon_code = await makeCoupon(other);
      const refused = { coupon_code, outcome: 'REFUSED', refusal: 'COUPON_NOT_FOUND' };
      const state_changes = [{ coupon_code, coupon_state: 'WITHDRAWN' }];
      expect(await answerTo('changeState', { state_changes })).toEqual(refused);
      const changed_coupons = [{ coupon_code, note: 'mine' }];
      expect(await answerTo('change', { changed_coupons })).toEqual(refused);
      const searched = { body: { order_system_identifier: other }, query: {} };
      expect(await asClient().couponSearch(searched)).toMatchObject({ coupons: [] });
      const { coupons } = await world.orders.couponSearch(searched);
      expect(coupons).toMatchObject([{ coupon_code, coupon_state: 'VALID' }]);
    }
    const { coupons } = await asClient().couponSearch({ body: {}, query: {} });
    expect(coupons.filter((coupon) => others.includes(coupon.order_system_identifier))).toEqual([]);
  });

  test('are made for itself alone', async () => {
    const batch = { batch_identifier: randomUUID() as string, coupon_count: 1 };
    const make = (named: object) =>
      asClient().couponChange({
        body: { new_coupons: { ...batch, ...product, seats: 1, ...named } },
      });
    for (const other of [...others, 'NOBODY']) {
      expect(await codeOf(make({ order_system_identifier: other }))).toBe('ORDER_SYSTEM_UNKNOWN');
    }
    // The one that coupons have by default.
    expect(await codeOf(make({}))).toBe('ORDER_SYSTEM_UNKNOWN');
    expect(await make({ order_system_identifier: 'OWN' })).toMatchObject({ result_state: 'OK' });
  });

  test('come in batches with names of its own', async () => {
    const batch_identifier = randomUUID();
    const new_coupons = { batch_identifier, coupon_count: 1, ...product, seats: 1 };
    const makeFor = (client: typeof world.orders, order_system_identifier: string) =>
      client.couponChange({ body: { new_coupons: { ...new_coupons, order_system_identifier } } });
    const [foreign] = (await makeFor(world.orders, 'FOREIGN')).results;
    const made = await makeFor(asClient(), 'OWN');
    expect(made).toMatchObject({
      result_state: 'OK',
      results: [{ outcome: 'MADE', coupon: { order_system_identifier: 'OWN', batch_identifier } }],
    });
    const again = await makeFor(asClient(), 'OWN');
    expect(again.results.map((row) => row.coupon_code)).toEqual([made.results[0]!.coupon_code]);
    const repeated = await makeFor(world.orders, 'FOREIGN');
    expect(repeated.results).toMatchObject([
      { outcome: 'UNCHANGED', coupon_code: foreign!.coupon_code },
    ]);
  });

  test('with a code that another has are refused, and say no more', async () => {
    const code = await makeCoupon('FOREIGN');
    const coupon_codes = [code, 'NOBODYHASIT2'];
    const batch = { batch_identifier: randomUUID() as string, coupon_codes };
    const new_coupons = { ...batch, ...product, seats: 1, order_system_identifier: 'OWN' };
    const refused = asClient().couponChange({ body: { new_coupons } });
    expect(await codeOf(refused)).toBe('COUPON_CODE_TAKEN');
    expect(await refusalText(refused)).not.toMatch(/FOREIGN|[0-9A-Z]{4}-/);
    expect((await asClient().couponSearch({ body: {}, query: {} })).coupons).not.toContainEqual(
      expect.objectContaining({ batch_identifier: batch.batch_identifier }),
    );
  });

  test('of its own are found and changed', async () => {
    const coupon_code = await makeCoupon('OWN');
    const { coupons } = await asClient().couponSearch({ body: {}, query: {} });
    expect(coupons.map((coupon) => coupon.coupon_code)).toContain(coupon_code);
    const changed_coupons = [{ coupon_code, note: 'mine' }];
    const { results } = await asClient().couponChange({ body: { changed_coupons } });
    expect(results).toMatchObject([{ outcome: 'CHANGED' }]);
    const withdrawn = await asClient().couponChangeState({
      body: { state_changes: [{ coupon_code, coupon_state: 'WITHDRAWN' }] },
    });
    expect(withdrawn.results).toMatchObject([{ outcome: 'CHANGED' }]);
  });
});

describe('relations and orders', () => {
  const both = ['FOREIGN', 'OWN'];

  test('of others are not told', async () => {
    // None is confirmed.
    world.receiver.answer((response) => void response.writeHead(503).end());
    onTestFinished(() => world.receiver.answer((response) => void response.writeHead(204).end()));
    for (const order_system_identifier of both) {
      await world.orders.orderSystemUserRelationNotifyChanges({
        body: {
          subject,
          notification_id: randomUUID(),
          relation_changes: [
            {
              order_system_identifier,
              change_type: 'CUSTOMER_LINKED',
              customer_id: `K-${subject}`,
            },
          ],
        },
      });
    }
    const named = (order_system_identifier: string) => ({
      body: { subject, order_system_identifier },
    });
    const info = await asClient().orderSystemUserRelationGetInfo({ body: { subject } });
    const namesOf = (rows: readonly { order_system_identifier: string }[] = []) =>
      rows.map((row) => row.order_system_identifier);
    expect(namesOf(info.order_system_user_relations)).toEqual(['OWN']);
    expect(namesOf(info.undelivered)).toEqual(['OWN']);
    const unknown = asClient().orderSystemUserRelationGetInfo(named('FOREIGN'));
    expect(await codeOf(unknown)).toBe('ORDER_SYSTEM_UNKNOWN');
    const all = await world.orders.orderSystemUserRelationGetInfo({ body: { subject } });
    expect(namesOf(all.order_system_user_relations)).toEqual(both);
    expect(namesOf(all.undelivered).toSorted()).toEqual(both);
  });

  test('an order system has its own asked for a customer that it has linked', async () => {
    await asClient().orderSystemUserRelationNotifyChanges({
      body: {
        subject,
        notification_id: randomUUID(),
        relation_changes: [
          {
            order_system_identifier: 'OWN',
            change_type: 'CUSTOMER_LINKED',
            customer_id: `K-${subject}`,
          },
        ],
      },
    });
    world.receiver.answer((response) => sendJson(response, { orders: [] }));
    const { order_systems } = await asClient().orderSyncForUser({ body: { subject } });
    expect(order_systems).toMatchObject([{ order_system_identifier: 'OWN', outcome: 'SYNCED' }]);
  });

  test('of others are neither asked for nor listed', async () => {
    for (const order_system_identifier of both) {
      await world.orders.orderCreateForProduct({
        body: {
          subject,
          order_system_identifier,
          external_id: subject,
          ...product,
          seats: 1,
          ordered_at: '2026-11-21T10:12:00+01:00',
        },
      });
    }
    const sync = (order_system_identifier: string) =>
      asClient().orderSyncForUser({ body: { subject, order_system_identifier } });
    expect(await codeOf(sync('FOREIGN'))).toBe('ORDER_SYSTEM_UNKNOWN');
    const { orders } = await sync('OWN');
    expect(orders).toMatchObject([{ order_system_identifier: 'OWN' }]);
    await insertRows(world.platform.database, 'aua.identities', {
      subject,
      identity_provider_identifier: 'connector-of-FOREIGN',
      external_id: subject,
      groups: [],
    });
    const unnamed = await asClient().orderSyncForUser({ body: { subject } });
    expect(unnamed.order_systems).toEqual([]);
  });
});

test('licence orders of others are neither read, nor saved, nor deleted', async () => {
  const [own, all] = [client, world.administrator].map((who) => world.platform.as('lima', who));
  const order = (order_system_identifier: string) => ({
    order_system_identifier,
    license_order_identifier: subject,
    ...product,
    version: 0,
  });
  const save = (licenses: typeof own, name: string) =>
    licenses!.licenseOrderSave({ body: { subject, license_order: order(name) } });
  const remove = (licenses: typeof own, order_system_identifier: string) => {
    const key = { order_system_identifier, license_order_identifier: subject };
    return licenses!.licenseOrderDelete({ body: { subject, ...key, reason: 'x' } });
  };
  for (const other of others) {
    expect(await codeOf(save(own, other))).toBe('ORDER_SYSTEM_UNKNOWN');
    await save(all, other);
    expect(await codeOf(remove(own, other))).toBe('LICENSE_ORDER_NOT_FOUND');
  }
  await save(own, 'OWN');
  const ofSubject = { body: { subject } };
  const found = await own!.licenseOrderGetForUser(ofSubject);
  expect(found.license_orders).toMatchObject([{ order_system_identifier: 'OWN' }]);
  expect((await all!.licenseOrderGetForUser(ofSubject)).license_orders).toHaveLength(3);
  expect(await codeOf(remove(own, 'OWN'))).toBeUndefined();
});
