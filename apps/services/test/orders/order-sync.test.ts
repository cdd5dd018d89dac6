import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { headersOf } from '../security/requests.ts';
import { createNetworkRule } from '../../src/outgoing/network-rule.ts';
import { syncOrders } from '../../src/orders/order-sync.ts';
import { relationsOf } from '../../src/orders/relation-store.ts';
import { startJwtIssuer } from '../issuer.ts';
import { codeOf, giveRole, linkSubject, startBeforeAll } from '../platform.ts';
import { refusalText } from '../users/administration.ts';
import { registrationOf, saveProduct, startOrderWorld, testNetworks } from './order-world.ts';
import { sendJson, type Received } from './receiver.ts';
import { rowsOf } from '../rows.ts';

const issuer = startBeforeAll(startJwtIssuer);
const world = startBeforeAll(() => startOrderWorld({ furtherIdentityProviders: [issuer.options] }));
beforeAll(async () => {
  await world.register();
  await saveProduct(world.platform.database, 'wasser');
});
afterEach(() => tell(undefined));

interface Told {
  readonly external_id: string;
  readonly [field: string]: unknown;
}

const orderOf = (external_id: string, change: object = {}): Told => ({
  external_id,
  mandant_identifier: 'LECTERN',
  product_reference: 'wasser',
  license_strategy: 'LICENSE_STRATEGY_USER',
  seats: 1,
  ordered_at: '2026-11-21T10:12:00+01:00',
  ...change,
});

/** Sets the order system's answer from now on. */
function tell(answer: ((response: ServerResponse, request: Received) => void) | undefined): void {
  world.receiver.answer((response, request) => {
    if (request.path.startsWith('/orders') && answer) answer(response, request);
    else response.writeHead(204).end();
  });
}
const tellOrders = (...orders: readonly unknown[]) =>
  tell((response) => sendJson(response, { orders }));

/** A customer; the relation as notifyChanges stores it. */
async function customer(subject: string, order_system_identifier = 'IAPROS1') {
  const row = { subject, order_system_identifier, customer_id: `K-${subject}` };
  await world.platform.database.insertInto('osc.customers').values(row).execute();
  await world.platform.database.insertInto('osc.order_system_user_relations').values(row).execute();
  return subject;
}
/** Somebody whom no limit of requests has met yet. */
async function newAdministrator() {
  const who = await issuer.signIn(randomUUID());
  await giveRole(world.platform.database, who.subject, 'administrator');
  return who;
}
async function sync(subject: string, order_system_identifier?: string) {
  const orders = world.platform.as('osc', await newAdministrator());
  return orders.orderSyncForUser({
    body: { subject, ...(order_system_identifier && { order_system_identifier }) },
  });
}
/** The client fails on WARNING: this is the answer itself. */
async function answerOf(subject: string): Promise<[number, Record<string, unknown>]> {
  const administrator = await newAdministrator();
  const { platform } = world;
  const response = await platform.request(
    '/osc/order/syncForUser',
    headersOf(administrator),
    JSON.stringify({ subject }),
  );
  return [response.status, (await response.json()) as Record<string, unknown>];
}
const licensesOf = (subject: string) =>
  rowsOf(world.platform.database, 'lima.licenses', { subject }).get('license_code', 'seats');

describe('syncForUser', () => {
  test('asks for the customer, by the token of the registration', async () => {
    const subject = await customer('asked');
    tellOrders();
    expect(await sync(subject)).toEqual({
      result_state: 'IA_OK',
      order_systems: [
        {
          order_system_identifier: 'IAPROS1',
          outcome: 'SYNCED',
          orders_created: 0,
          orders_changed: 0,
        },
      ],
      orders: [],
    });
    expect(world.receiver.received.at(-1)).toMatchObject({
      path: '/orders',
      headers: { authorization: 'Bearer a-token-for-reading-orders' },
      body: JSON.stringify({ customer_id: 'K-asked' }),
    });
  });

  test('makes, changes and cancels orders with their licences', async () => {
    const subject = await customer('buyer');
    tellOrders(orderOf('s-1'), orderOf('s-2', { cancelled: true }));
    const made = await sync(subject);
    expect(made.order_systems).toMatchObject([{ orders_created: 1, orders_changed: 0 }]);
    expect(made.orders).toMatchObject([
      { external_id: 's-1', order_state: 'ORDER_STATE_FULFILLED' },
    ]);
    const [license] = await licensesOf(subject);
    expect(license).toMatchObject({ seats: 1 });
    expect(await sync(subject)).toMatchObject({ result_state: 'IA_OK' });

    tellOrders(orderOf('s-1', { seats: 3 }));
    const changed = await sync(subject);
    expect(changed.order_systems).toMatchObject([{ orders_created: 0, orders_changed: 1 }]);
    expect(await licensesOf(subject)).toEqual([{ ...license, seats: 3 }]);

    // Not told is not cancelled.
    tellOrders();
    expect(await sync(subject)).toMatchObject({ result_state: 'IA_OK' });
    expect(await licensesOf(subject)).toHaveLength(1);

    tellOrders(orderOf('s-1', { seats: 3, cancelled: true }));
    const cancelled = await sync(subject);
    expect(cancelled.orders).toMatchObject([{ order_state: 'ORDER_STATE_CANCELLED' }]);
    expect(cancelled.orders[0]).not.toHaveProperty('license_code');
    expect(await licensesOf(subject)).toEqual([]);

    // It was taken back for good.
    tellOrders(orderOf('s-1', { seats: 3 }));
    expect(await sync(subject)).toMatchObject({ result_state: 'IA_OK' });
    expect(await licensesOf(subject)).toEqual([]);
  });

  test('an order of what is of another publisher makes no licence, until it is sold', async () => {
    const { database } = world.platform;
    const foreign = { mandant_identifier: 'ANOTHER', product_reference: 'foreign' };
    await database
      .insertInto('lima.products')
      .values({ ...foreign, title: 'Foreign', article_numbers: [] })
      .execute();
    await world.register('RESELLER');
    const subject = await customer('of-two-publishers', 'RESELLER');
    tellOrders(orderOf('s-9', foreign));
    const refused = await sync(subject, 'RESELLER');
    expect(refused.orders).toMatchObject([{ order_state: 'ORDER_STATE_REFUSED' }]);
    expect(await licensesOf(subject)).toEqual([]);
    await world.register('RESELLER', { mandant_identifiers: ['LECTERN', 'ANOTHER'] });
    const sold = await sync(subject, 'RESELLER');
    expect(sold.orders).toMatchObject([{ order_state: 'ORDER_STATE_FULFILLED' }]);
    expect(await licensesOf(subject)).toHaveLength(1);
  });

  test('an order whose licence was deleted by hand is cancelled, and stays so', async () => {
    const subject = await customer('deleted-by-hand');
    tellOrders(orderOf('s-7'));
    await sync(subject);
    const { order_system_identifier, license_order_identifier } = await world.platform.database
      .selectFrom('lima.license_orders')
      .selectAll()
      .where('subject', '=', subject)
      .executeTakeFirstOrThrow();
    const key = { subject, order_system_identifier, license_order_identifier };
    await world.platform
      .as('lima', world.administrator)
      .licenseOrderDelete({ body: { ...key, reason: 'Paid back.' } });

    tellOrders(orderOf('s-7', { seats: 3 }));
    const { orders } = await sync(subject);
    expect(orders).toMatchObject([{ order_state: 'ORDER_STATE_CANCELLED' }]);
    expect(orders[0]).not.toHaveProperty('license_code');
    expect(await sync(subject)).toMatchObject({ result_state: 'IA_OK' });
    expect(await licensesOf(subject)).toEqual([]);
  });

  test('a customer that never signed in is asked for where it is one', async () => {
    await world.register('ELSEWHERE');
    const subject = await customer('never-signed-in', 'ELSEWHERE');
    tellOrders(orderOf('s-8'));
    const { order_systems, orders } = await sync(subject);
    expect(order_systems).toMatchObject([
      { order_system_identifier: 'ELSEWHERE', outcome: 'SYNCED', orders_created: 1 },
      { order_system_identifier: 'IAPROS1', outcome: 'NOT_A_CUSTOMER' },
    ]);
    expect(orders).toMatchObject([
      { order_system_identifier: 'ELSEWHERE', order_state: 'ORDER_STATE_FULFILLED' },
    ]);
  });

  test('more than ten times a minute nobody has it asked', async () => {
    const orders = world.platform.as('osc', await newAdministrator());
    const again = () => codeOf(orders.orderSyncForUser({ body: { subject: 'restless' } }));
    for (let times = 0; times < 10; times++) expect(await again()).toBeUndefined();
    expect(await again()).toBe('TOO_MANY_REQUESTS');
  });

  test("takes nobody else's order away", async () => {
    const [first, second] = [await customer('owner'), await customer('other')];
    tellOrders(orderOf('s-3'));
    await sync(first);
    expect(await sync(second)).toMatchObject({ result_state: 'IA_OK', orders: [] });
    expect(await licensesOf(first)).toHaveLength(1);
  });

  test('eight at once make each order once', async () => {
    const subject = await customer('hurried');
    tellOrders(orderOf('s-5'), orderOf('s-4'));
    const answers = await Promise.all(Array.from({ length: 8 }, () => sync(subject)));
    const created = answers.map(({ order_systems }) => order_systems[0]!.orders_created);
    expect(created.reduce((sum, count) => sum + count, 0)).toBe(2);
    expect(await licensesOf(subject)).toHaveLength(2);
  });

  test('says of each order system what came of it, and warns of those that did not answer', async () => {
    const subject = await customer('of-many');
    for (const name of ['SILENT', 'NO_ORDERS', 'STRANGER']) {
      await world.register(name, { connector_id: name });
      if (name !== 'STRANGER') await customer(subject, name).catch(() => {});
    }
    const { database } = world.platform;
    await rowsOf(database, 'osc.order_systems', { order_system_identifier: 'NO_ORDERS' }).set({
      orders_address: null,
    });
    await rowsOf(database, 'osc.order_systems', { order_system_identifier: 'SILENT' }).set({
      orders_address: `${world.receiver.address}/orders-of-silent`,
    });
    await database
      .insertInto('aua.identities')
      .values(
        ['BEOOK_1', 'SILENT', 'NO_ORDERS', 'STRANGER'].map((identity_provider_identifier) => ({
          subject,
          identity_provider_identifier,
          external_id: subject,
          groups: [],
        })),
      )
      .execute();
    tell((response, { path }) => {
      if (path === '/orders') sendJson(response, { orders: [orderOf('s-6')] });
      else response.writeHead(503).end();
    });
    const [status, answer] = await answerOf(subject);
    expect(status).toBe(200);
    expect(answer).toMatchObject({
      result_state: 'WARNING',
      result_messages: [
        { code: 'ORDER_SYSTEM_UNREACHABLE', text: 'SILENT answered with status 503.' },
      ],
      order_systems: [
        { order_system_identifier: 'IAPROS1', outcome: 'SYNCED', orders_created: 1 },
        { order_system_identifier: 'NO_ORDERS', outcome: 'GIVES_NO_ORDERS' },
        { order_system_identifier: 'SILENT', outcome: 'UNREACHABLE' },
        { order_system_identifier: 'STRANGER', outcome: 'NOT_A_CUSTOMER' },
      ],
      orders: [{ external_id: 's-6' }],
    });
    expect(await licensesOf(subject)).toHaveLength(1);
  });

  test('stores nothing where it did not answer about each customer that a person is', async () => {
    const [subject, former] = [await customer('two-names'), await customer('a-former-name')];
    await linkSubject(world.platform.database, former, subject);
    let isAway = true;
    tell((response, { body }) => {
      const { customer_id } = JSON.parse(body) as { customer_id: string };
      if (isAway && customer_id === `K-${former}`) response.writeHead(503).end();
      else sendJson(response, { orders: [orderOf(`of-${customer_id}`)] });
    });
    expect(await codeOf(sync(subject))).toBe('ORDER_SYSTEMS_UNREACHABLE');
    expect(await licensesOf(subject)).toEqual([]);
    isAway = false;
    const { order_systems } = await sync(subject);
    expect(order_systems).toMatchObject([{ outcome: 'SYNCED', orders_created: 2 }]);
    expect(await licensesOf(subject)).toHaveLength(2);
  });

  test('one that is named must be registered', async () => {
    expect(await codeOf(sync('anybody', 'NOBODY'))).toBe('ORDER_SYSTEM_UNKNOWN');
    expect(await sync('anybody', 'IAPROS1')).toMatchObject({
      result_state: 'IA_OK',
      order_systems: [{ outcome: 'NOT_A_CUSTOMER' }],
    });
  });

  const json = (body: unknown) => (response: ServerResponse) => sendJson(response, body);
  const many = Array.from({ length: 501 }, (_, index) => orderOf(`x-${index}`));
  const tooLarge = { orders: [], padding: ' '.repeat(2_000_000) };
  const answers: [string, string, (response: ServerResponse) => void][] = [
    ['fails', 'answered with status 500', (response) => response.writeHead(500).end()],
    [
      'redirects',
      'answered with status 302',
      (response) => response.writeHead(302, { Location: world.receiver.address }).end(),
    ],
    ['is endless', 'answered with more than 1048576 bytes', json(tooLarge)],
    ['is no JSON', 'did not answer with JSON', (response) => response.writeHead(200).end('{}')],
    ['answers {}', 'did not answer with a list "orders"', json({})],
    ['answers {"orders":{}}', 'did not answer with a list "orders"', json({ orders: {} })],
    ['answers {"orders":null}', 'did not answer with a list "orders"', json({ orders: null })],
    ['answers too many orders', 'answered with more than 500 orders', json({ orders: many })],
  ];

  test.each(answers)('an order system that %s changes nothing', async (_name, text, answer) => {
    const subject = 'hostile';
    await customer(subject).catch(() => {});
    tell(answer);
    const refused = sync(subject);
    expect(await refusalText(refused)).toBe(`IAPROS1 ${text}.`);
    expect(await codeOf(refused)).toBe('ORDER_SYSTEMS_UNREACHABLE');
    expect(await licensesOf(subject)).toEqual([]);
  });

  test.each<[string, object]>([
    ['null', { valid_from: null, valid_until: null, article_number: null, cancelled: null }],
    ['an empty text', { valid_from: '', valid_until: '', article_number: '', cancelled: '' }],
    ['a number as text', { seats: '1' }],
    ['false as text', { cancelled: 'False' }],
    ['false as a number', { cancelled: 0 }],
    ['a number as article number', { article_number: 9783000000015 }],
    ['fields that nobody knows', { colour: 'blue' }],
  ])('takes an order with %s', async (what, change) => {
    const external_id = `lenient-${what}`;
    const subject = await customer(randomUUID());
    tellOrders(orderOf(external_id, change));
    const [status, answer] = await answerOf(subject);
    expect([status, answer['result_state']]).toEqual([200, 'OK']);
    expect(answer['orders']).toMatchObject([{ seats: 1, order_state: 'ORDER_STATE_FULFILLED' }]);
  });

  test('takes numbers for the names of an order and its product', async () => {
    await saveProduct(world.platform.database, '815');
    const subject = await customer('numbered');
    tellOrders({ ...orderOf('x'), external_id: 4711, product_reference: 815 });
    expect((await sync(subject)).orders).toMatchObject([
      { external_id: '4711', product_reference: '815', order_state: 'ORDER_STATE_FULFILLED' },
    ]);
    tellOrders({ ...orderOf('x', { cancelled: '1' }), external_id: 4711, product_reference: 815 });
    expect((await sync(subject)).orders).toMatchObject([{ order_state: 'ORDER_STATE_CANCELLED' }]);
  });

  const noTime = 'Expected a time with its offset (RFC 3339)';
  const invalid = (field: string, what: string) =>
    `orders.1.${field}: Invalid input: expected ${what}`;
  const [from, until] = ['2030-01-01T00:00:00Z', '2029-01-01T00:00:00Z'];
  const withFields: readonly (readonly [string, object, string])[] = [
    ['has no seats', { seats: 0 }, 'order "w" that cannot be taken: orders.1.seats: T'],
    ['has null seats', { seats: null }, invalid('seats', '')],
    ['has half a seat', { seats: '1.5' }, invalid('seats', '')],
    ['has a strategy', { license_strategy: 'FREE' }, 'orders.1.license_strategy: I'],
    ['has a bare date', { valid_until: '2027-07-31' }, `.valid_until: ${noTime}.`],
    ['was ordered on a date', { ordered_at: '2026-11-21' }, `.ordered_at: ${noTime}.`],
    ['was ordered never', { ordered_at: null }, invalid('ordered_at', 'string, received null.')],
    [
      'ends before it begins',
      { valid_from: from, valid_until: until },
      'orders.1.valid_until: must be after valid_from.',
    ],
    ['is cancelled maybe', { cancelled: 'maybe' }, 'orders.1.cancelled: Invalid'],
    ['holds NUL', { product_reference: 'a\0' }, 'orders.1.product_reference: holds NUL'],
    ['holds half a pair', { article_number: '\ud800' }, '.article_number: holds NUL or h'],
  ];
  const wrong: [string, unknown, string][] = [
    ['is null', null, 'tells an order that cannot be taken: orders.1: Invalid input: expected'],
    ['is a text', 'x', 'orders.1: Invalid input: expected object, received string'],
    ['is empty', {}, invalid('external_id', 'string, received undefined')],
    ['has no name', orderOf(''), 'orders.1.external_id: Too small: expected string to have >=1'],
    ...withFields.map(([what, fields, text]): [string, unknown, string] => [
      what,
      orderOf('w', fields),
      text,
    ]),
  ];
  test.each(wrong)(
    'an order that %s is named and keeps no other away',
    async (what, order, text) => {
      const subject = await customer(randomUUID());
      const [first, last] = [`first-${what}`, `last-${what}`];
      tellOrders(orderOf(first), order, orderOf(last));
      const [status, answer] = await answerOf(subject);
      expect([status, answer]).toMatchObject([
        200,
        {
          result_state: 'WARNING',
          result_messages: [{ code: 'ORDER_UNUSABLE', text: expect.stringContaining(text) }],
          order_systems: [{ outcome: 'SYNCED', orders_created: 2 }],
          orders: [{ external_id: first }, { external_id: last }],
        },
      ]);
      expect(await licensesOf(subject)).toHaveLength(2);
    },
  );

  test('of two orders with one name none is taken', async () => {
    const subject = await customer('named-twice');
    tellOrders(orderOf('twice'), orderOf('once'), orderOf('twice', { seats: 2 }));
    const [, answer] = await answerOf(subject);
    const text = (index: number) =>
      `IAPROS1 tells an order "twice" that cannot be taken: orders.${index}.external_id: is that of another order of the answer, too.`;
    expect(answer).toMatchObject({
      result_messages: [{ text: text(0) }, { text: text(2) }],
      orders: [{ external_id: 'once' }],
    });
  });

  test.each<[string, object, string]>([
    ['first', { seats: 0 }, 'orders.1.external_id'],
    ['last', {}, 'orders.0.external_id'],
  ])('nor where the %s of them is faulty', async (faulty, change, text) => {
    const subject = await customer(randomUUID());
    const name = `twice-${faulty}`;
    tellOrders(
      orderOf(name, change),
      orderOf(name, faulty === 'last' ? { seats: 0 } : {}),
      orderOf(`beside-${faulty}`),
    );
    const [, answer] = await answerOf(subject);
    expect(answer.result_messages).toHaveLength(2);
    expect(JSON.stringify(answer.result_messages)).toContain(`${text}: is that of another order`);
    expect(answer).toMatchObject({ orders: [{ external_id: `beside-${faulty}` }] });
  });

  test('a mistake in all orders is one line of the log and eleven sentences', async () => {
    const subject = await customer('flood');
    tellOrders(...Array.from({ length: 300 }, (_, index) => orderOf(`f-${index}`, { seats: 0 })));
    const [, answer] = await answerOf(subject);
    const texts = (answer.result_messages as { readonly text: string }[]).map(({ text }) => text);
    expect(texts).toHaveLength(11);
    expect(texts[9]).toContain('"f-9"');
    expect(texts[10]).toBe('IAPROS1 tells 290 more that cannot be taken.');
    const lines: object[] = [];
    const log = { warn: (line: object) => void lines.push(line), error: () => expect.fail() };
    const { database } = world.platform;
    // Nothing of the answer becomes a licence.
    const unused = { orderLicenses: { enqueue: () => expect.fail(), tryNow: () => expect.fail() } };
    await syncOrders(
      { ...unused, database, log, networkRule: createNetworkRule(testNetworks) },
      subject,
      'IAPROS1',
      await relationsOf(database, subject),
    );
    expect(lines).toMatchObject([{ order_system_identifier: 'IAPROS1', count: 300 }]);
    const [{ first }] = lines as [{ readonly first: readonly object[] }];
    expect(first).toHaveLength(10);
    const reason = expect.stringContaining('1');
    expect(first[9]).toEqual({ index: 9, external_id: 'f-9', field: 'seats', reason });
  });

  test('the answer holds no secret of the registration', async () => {
    const registration = registrationOf(world.receiver);
    expect(JSON.stringify(await sync('anybody'))).not.toContain(
      registration.credentials.orders_token,
    );
  });
});

describe('row 113: what an order system sold before it sells for another publisher', () => {
  const other = { mandant_identifier: 'OTHER', product_reference: 'feuer' };
  beforeAll(async () => {
    await world.platform.database
      .insertInto('lima.products')
      .values({ ...other, title: 'Feuer', article_numbers: [], device_maximum: null })
      .execute();
  });
  const registerFor = (name: string, ...mandant_identifiers: string[]) =>
    world.register(name, { mandant_identifiers });
  const all = async (subject: string) => ({
    licenses: await rowsOf(world.platform.database, 'lima.licenses', { subject }).get(),
    orders: await rowsOf(world.platform.database, 'lima.license_orders', { subject }).get(),
  });

  test.each<[string, object]>([
    ['cancelled', { cancelled: true }],
    ['another number of seats', { seats: 7 }],
    ['a product of the new publisher', other],
  ])('is not touched by a synchronisation that tells %s', async (what, change) => {
    const name = `SOLD-${what.replaceAll(' ', '-').toUpperCase()}`;
    await registerFor(name, 'LECTERN');
    const external_id = `sold-${what.replaceAll(' ', '-')}`;
    const subject = await customer(external_id, name);
    tellOrders(orderOf(external_id));
    await sync(subject, name);
    const before = await all(subject);
    expect(before.licenses).toHaveLength(1);
    await registerFor(name, 'OTHER');
    tellOrders(orderOf(external_id, change));
    expect(await sync(subject, name)).toMatchObject({ result_state: 'IA_OK' });
    expect(await all(subject)).toEqual(before);
    // Of who sells for its publisher it hears.
    await registerFor(name, 'LECTERN');
    tellOrders(orderOf(external_id, { cancelled: true }));
    await sync(subject, name);
    expect((await all(subject)).licenses).toEqual([]);
  });

  test.each<[string, object]>([
    ['its own content', {}],
    ['a product of the new publisher', other],
  ])(
    'stays where it was ordered as a licence, and is told as an order of %s',
    async (what, change) => {
      const name = `LICENSED-${what.replaceAll(' ', '-').toUpperCase()}`;
      await registerFor(name, 'LECTERN');
      const external_id = `licensed-${what.replaceAll(' ', '-')}`;
      const subject = await customer(external_id, name);
      await world.platform.as('lima', world.administrator).licenseOrderSave({
        body: {
          subject,
          license_order: {
            order_system_identifier: name,
            license_order_identifier: `order:${external_id}`,
            mandant_identifier: 'LECTERN',
            product_reference: 'wasser',
            license_strategy: 'LICENSE_STRATEGY_USER',
            seats: 4,
            version: 0,
          },
        },
      });
      const before = await all(subject);
      await registerFor(name, 'OTHER');
      tellOrders(orderOf(external_id, change));
      await sync(subject, name);
      tellOrders(orderOf(external_id, { ...change, cancelled: true }));
      await sync(subject, name);
      expect(await all(subject)).toEqual(before);
    },
  );
});

describe('row 120: for a customer whose account was linked to another one', () => {
  let linked = 0;
  /** A customer that is somebody else since. */
  async function linkedCustomer(given: () => Promise<unknown> = async () => {}) {
    const [former, current] = [`former-${++linked}`, `current-${linked}`];
    await customer(former);
    await given();
    await linkSubject(world.platform.database, former, current);
    return { former, current };
  }

  test('its orders are asked for, and end where they are', async () => {
    const external_id = `linked-order-${linked}`;
    const { former, current } = await linkedCustomer(async () => {
      tellOrders(orderOf(external_id));
      await sync(`former-${linked}`);
    });
    expect(await licensesOf(former)).toHaveLength(1);
    expect(await sync(current)).toMatchObject({
      result_state: 'IA_OK',
      orders: [{ external_id, subject: current }],
    });
    tellOrders(orderOf(external_id, { seats: 2 }));
    await sync(former);
    expect(await licensesOf(former)).toMatchObject([{ seats: 2 }]);
    tellOrders(orderOf(external_id, { cancelled: true }));
    expect(await sync(current)).toMatchObject({ order_systems: [{ orders_changed: 1 }] });
    expect([await licensesOf(former), await licensesOf(current)]).toEqual([[], []]);
  });

  test('a repeat of what was told under the former name changes nothing', async () => {
    const { orders, platform, administrator } = world;
    const subject = `former-${linked + 1}`;
    const key = { order_system_identifier: 'IAPROS1', external_id: `repeated-${linked}` };
    const notification = {
      subject,
      notification_id: randomUUID(),
      relation_changes: [
        {
          change_type: 'CUSTOMER_LINKED' as const,
          order_system_identifier: 'IAPROS1',
          customer_id: `K-${subject}`,
        },
      ],
    };
    const repeats: Record<string, () => Promise<{ result_state: string }>> = {
      order: () =>
        orders.orderCreateForProduct({
          body: { ...orderOf(key.external_id), ...key, subject } as never,
        }),
      'licence order': () =>
        platform.as('lima', administrator).licenseOrderSave({
          body: {
            subject,
            license_order: {
              order_system_identifier: 'IAPROS1',
              license_order_identifier: `repeated-${linked}`,
              mandant_identifier: 'LECTERN',
              product_reference: 'wasser',
              license_strategy: 'LICENSE_STRATEGY_USER',
              version: 0,
            },
          },
        }),
      notification: () => orders.orderSystemUserRelationNotifyChanges({ body: notification }),
    };
    const { former, current } = await linkedCustomer(async () => {
      for (const repeat of Object.values(repeats)) await repeat();
    });
    const before = await licensesOf(former);
    expect(before).toHaveLength(2);
    for (const [what, repeat] of Object.entries(repeats)) {
      expect([what, (await repeat()).result_state]).toEqual([what, 'IA_OK']);
    }
    // Another notification of the same, too.
    await orders.orderSystemUserRelationNotifyChanges({
      body: { ...notification, notification_id: randomUUID() },
    });
    expect(await licensesOf(former)).toEqual(before);
    expect(await licensesOf(current)).toEqual([]);
    const customers = await rowsOf(platform.database, 'osc.customers', {
      subject: [former, current],
    }).get('customer_id');
    expect(customers).toEqual([{ customer_id: `K-${former}` }]);
  });
});
