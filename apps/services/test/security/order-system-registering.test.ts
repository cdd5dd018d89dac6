import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { subjectOfPrimaryIssuer } from '../../src/authorization/primary-subjects.ts';
import { subjectOfFurtherIssuer } from '../../src/storage/subject-names.ts';
import type { Claims } from '../issuer.ts';
import { first, second } from '../marked/publishers.ts';
import { codeOf, giveRole, makeBeforeAll, startBeforeAll } from '../platform.ts';
import {
  callOf,
  nothing,
  ofFirst,
  registrationOf,
  startTwoPublishers,
  who,
  type Things,
  type TwoPublishers,
} from './two-publishers.ts';
import { insertRows, rowsOf } from '../rows.ts';

/* Registration of order systems: their names, and the publishers that they speak for. */

const publishers = startBeforeAll(startTwoPublishers);
const issuer = makeBeforeAll(() => publishers.issuer);
const platform = makeBeforeAll(() => publishers.platform);
const callers = makeBeforeAll(() => publishers.callers);

const send: TwoPublishers['send'] = (...asked) => publishers.send(...asked);

describe.each(who)('row 67: to the %s of another publisher', (name) => {
  test('an order system of another publisher is not registered anew', async () => {
    const register = (things: Things) =>
      send(callOf('osc.orderSystemRegister'), callers[name], things);
    const refused = await register(ofFirst);
    expect(refused).toMatchObject({ status: 409, text: expect.stringContaining('_TAKEN') });
    expect(await register({ ...nothing, mandant: first.mandant })).toEqual(await register(nothing));
    expect(await register(nothing)).toMatchObject({
      status: 404,
      text: expect.stringContaining('MANDANT_NOT_FOUND'),
    });
  });

  test('nor another one for its client', async () => {
    const credentials = { client_id: 'first-client', client_issuer: issuer.options.issuer };
    const registering = platform.as('osc', callers[name]).orderSystemRegister({
      body: {
        ...registrationOf('SECOND-SHOP-TOO', { ...credentials }),
        mandant_identifiers: ['SECOND'],
      },
    });
    expect(await codeOf(registering)).toBe('ORDER_SYSTEM_CLIENT_TAKEN');
  });

  test.each([
    ['the default connector id', 'SECOND-SHOP-THREE', 'BEOOK_1'],
    ['a name of the table', 'HEPMAGENTO1', 'connector-of-second'],
  ])('row 110: nor one by %s', async (_what, identifier, connector_id) => {
    const registering = platform.as('osc', callers[name]).orderSystemRegister({
      body: {
        ...registrationOf(identifier, { client_id: 'second-too' }),
        connector_id,
        mandant_identifiers: ['SECOND'],
      },
    });
    expect(await codeOf(registering)).toBe('ORDER_SYSTEM_CONNECTOR_TAKEN');
  });
});

test('row 78: the client of that id at another provider is another one', async () => {
  const administrator = platform.as('osc', callers.administrator);
  const namesake = callers['order system'];
  const own = () =>
    codeOf(
      platform.as('osc', namesake).orderSystemUserRelationGetInfo({
        body: { subject: namesake.subject, order_system_identifier: 'THIRD-SHOP' },
      }),
    );
  const register = (client: object) =>
    codeOf(
      administrator.orderSystemRegister({
        body: {
          ...registrationOf('THIRD-SHOP', client),
          mandant_identifiers: [second.mandant],
        },
      }),
    );
  expect(await register({})).toBeUndefined();
  expect(await own()).toBe('ORDER_SYSTEM_UNKNOWN');
  expect(await register({ client_issuer: `${issuer.options.issuer}/other` })).toBe(
    'ORDER_SYSTEM_ISSUER_UNKNOWN',
  );
  for (const client_issuer of [issuer.options.issuer, `${issuer.options.issuer}/`]) {
    expect(await register({ client_issuer })).toBeUndefined();
    expect(await own()).toBeUndefined();
  }
});

describe.each(who)(
  'row 101: %s: the name of an order system under which another publisher sold',
  (name) => {
    const orderSystem = `OLD-SHOP-OF-${name.toUpperCase().replaceAll(' ', '-')}`;
    const of = { order_system_identifier: orderSystem, license_strategy: 'LICENSE_STRATEGY_USER' };
    const sold = {
      ...of,
      mandant_identifier: first.mandant,
      product_reference: first.product,
      seats: 1,
    };
    const rows: Record<string, () => Promise<unknown>> = {
      'an order': () =>
        platform.database
          .insertInto('osc.orders')
          .values({ ...sold, external_id: '1', ordered_at: new Date() })
          .execute(),
      'a coupon': () =>
        platform.database
          .insertInto('osc.coupons')
          .values({ ...sold, coupon_code: codeOfCoupon(), batch_identifier: 'old' })
          .execute(),
      'a licence': () =>
        insertRows(platform.database, 'lima.license_orders', {
          ...sold,
          license_order_identifier: 'old',
          subject: first.subject,
          license_code: `old-${name}`,
        }),
    };
    const codeOfCoupon = () => randomUUID().replaceAll('-', '').toUpperCase();
    const register = (order_system_identifier: string) =>
      codeOf(
        platform.as('osc', callers[name]).orderSystemRegister({
          body: {
            ...registrationOf(order_system_identifier, { client_issuer: issuer.options.issuer }),
            mandant_identifiers: ['SECOND'],
          },
        }),
      );

    test.each(Object.keys(rows))('is not taken: %s', async (row) => {
      await rows[row]!();
      expect(await register(orderSystem)).toBe('ORDER_SYSTEM_TAKEN');
      for (const table of ['osc.orders', 'osc.coupons', 'lima.license_orders'] as const) {
        await platform.database
          .deleteFrom(table)
          .where('order_system_identifier', '=', orderSystem)
          .execute();
      }
      expect(
        await register(`${orderSystem}-${row.toUpperCase().replaceAll(' ', '-')}`),
      ).toBeUndefined();
    });

    test('and what it sold stays out of reach where it sells for another one now', async () => {
      const { database } = platform;
      const [order_system_identifier, license_order_identifier] = [randomUUID(), randomUUID()];
      await insertRows(database, 'osc.order_systems', {
        order_system_identifier,
        connector_id: order_system_identifier,
        client_id: 'shop',
        client_issuer: issuer.options.issuer,
        notification_address: 'https://1.1.1.1/',
        notification_key: 'a key that only the order system knows',
        mandant_identifiers: ['SECOND'],
      });
      const license_code = randomUUID();
      const key = { order_system_identifier, license_order_identifier };
      const { subject } = first;
      await insertRows(database, 'lima.license_orders', { ...sold, ...key, subject, license_code });
      const orders = platform.as('lima', callers[name]);
      const saving = orders.licenseOrderSave({
        body: {
          subject,
          license_order: {
            ...key,
            license_strategy: 'LICENSE_STRATEGY_USER',
            mandant_identifier: 'SECOND',
            product_reference: second.product,
            seats: 1,
            version: 1,
          },
        },
      });
      expect(await codeOf(saving)).toBe('LICENSE_ORDER_CONFLICT');
      const deleting = orders.licenseOrderDelete({ body: { subject, ...key, reason: 'x' } });
      expect(await codeOf(deleting)).toBe('LICENSE_ORDER_NOT_FOUND');
      const { deleted_at, mandant_identifier } = await rowsOf(database, 'lima.license_orders', {
        license_code,
      }).one();
      expect({ deleted_at, mandant_identifier }).toEqual({
        deleted_at: null,
        mandant_identifier: first.mandant,
      });
    });
  },
);

test.each<[string, Claims]>([
  ['its time', { auth_time: Math.floor(Date.now() / 1000) }],
  ['its session', { sid: 'a-session' }],
])(
  'row 104: a person who is called like the client of an order system, and whose token tells %s of its sign-in, is a person',
  async (_what, signIn) => {
    const { client } = second;
    const { subject, token } = callers['order system'];
    const person = { client_id: client, auth_time: undefined, ...signIn };
    const saving = async (bearer: string) =>
      codeOf(
        platform.as('lima', { subject, token: bearer }).licenseOrderDelete({
          body: {
            subject: 'a-customer',
            order_system_identifier: second.orderSystem,
            license_order_identifier: randomUUID(),
            reason: 'x',
          },
        }),
      );
    expect(await saving(token)).toBe('LICENSE_ORDER_NOT_FOUND');
    expect(await saving(await issuer.sign(issuer.claims(client, person)))).toBe(
      'PERMISSION_MISSING',
    );
  },
);

describe('row 114: an application that sees more than a publisher', () => {
  const register = (caller: keyof typeof callers, name: string, credentials: object) =>
    codeOf(
      platform.as('osc', callers[caller]).orderSystemRegister({
        body: { ...registrationOf(name, credentials), mandant_identifiers: ['SECOND'] },
      }),
    );
  const ownClient = (client_id: string) => ({
    client_id,
    client_issuer: issuer.options.issuer,
  });

  const ownClientOfPrimary = (client_id: string) => ({ client_id });

  test.each<[string, typeof ownClientOfPrimary, (subject: string) => Promise<unknown>]>([
    ['by its roles', ownClient, (subject) => giveRole(platform.database, subject, 'support')],
    [
      'by the roles of an id that fits no header',
      (client_id) => ownClientOfPrimary(`${client_id} für Schulen`),
      (subject) => giveRole(platform.database, subject, 'support'),
    ],
    [
      'by a mandant group',
      ownClient,
      (subject) =>
        platform.database
          .insertInto('aua.users')
          .values({ subject, mandant_groups: ['SECOND', first.mandant] })
          .execute(),
    ],
  ])(
    '%s is made an order system, and let go, by who sees as much alone',
    async (_how, clientOf, give) => {
      const application: { client_id: string; client_issuer?: string } = clientOf(
        `directory-${randomUUID()}`,
      );
      const { client_id, client_issuer } = application;
      await give(
        client_issuer === undefined
          ? subjectOfPrimaryIssuer(client_id)
          : subjectOfFurtherIssuer(client_issuer, client_id),
      );
      const name = `SHOP-${randomUUID()}`;
      for (const caller of who) {
        expect(await register(caller, name, application)).toBe('ORDER_SYSTEM_CLIENT_TAKEN');
      }
      expect(await register('administrator', name, application)).toBeUndefined();
      const another = ownClient(`shop-${randomUUID()}`);
      // Other fields change without that question.
      const renewed = {
        ...application,
        notification_key: 'another key that only the order system knows',
      };
      expect(await register('person', name, renewed)).toBeUndefined();
      expect(await register('person', name, another)).toBe('ORDER_SYSTEM_CLIENT_TAKEN');
      expect(await register('administrator', name, another)).toBeUndefined();
    },
  );

  test('one that sees no more is registered, and exchanged, by its publisher', async () => {
    const name = `SHOP-${randomUUID()}`;
    for (const client_id of ['one', 'another']) {
      expect(await register('person', name, ownClient(`${name}-${client_id}`))).toBeUndefined();
    }
  });
});
