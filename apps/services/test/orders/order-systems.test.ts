import { describe, expect, test } from 'vitest';
import { codeOf, startBeforeAll } from '../platform.ts';
import { registrationOf, startOrderWorld } from './order-world.ts';

const world = startBeforeAll(startOrderWorld);

const register = (name: string, change: object = {}) =>
  world.orders.orderSystemRegister({
    body: { ...registrationOf(world.receiver, name), ...change },
  });
const secrets = ['a key that only the order system knows', 'a-token-for-reading-orders'];

describe('orderSystem/register', () => {
  test('registers, and says what is registered, without secrets', async () => {
    const answer = await register('IAPROS1', { connector_id: undefined });
    expect(answer).toEqual({
      result_state: 'OK',
      order_system: {
        order_system_identifier: 'IAPROS1',
        connector_id: 'BEOOK_1',
        client_id: 'lectern-order-system',
        mandant_identifiers: ['LECTERN'],
        notification_address: `${world.receiver.address}/notifications`,
        orders_address: `${world.receiver.address}/orders`,
        updated_at: expect.any(String),
      },
    });
    expect(await register('IAPROS1')).toEqual({ ...answer, result_state: 'IA_OK' });
    const other = { client_id: 'lectern-order-system', notification_key: 'y'.repeat(32) };
    expect(await register('IAPROS1', { credentials: other })).toMatchObject({ result_state: 'OK' });
    expect(await register('IAPROS1', { credentials: other })).toMatchObject({
      result_state: 'IA_OK',
    });
  });

  test('is audited by the names of fields, not by what they hold', async () => {
    const { database } = world.platform;
    await register('AUDITED');
    await register('AUDITED', { orders_address: undefined });
    const entries = await database
      .selectFrom('aua.audit_log')
      .selectAll()
      .where('call', '=', '/osc/orderSystem/register')
      .orderBy('at')
      .execute();
    const changes = entries
      .map(({ change }) => change!)
      .filter((change) => change['order_system_identifier'] === 'AUDITED');
    expect(changes).toMatchObject([
      { fields: expect.arrayContaining(['notification_key', 'orders_token']) },
      { fields: ['orders_address'] },
    ]);
    for (const secret of secrets) expect(JSON.stringify(entries)).not.toContain(secret);
  });

  test('a connector id has one order system, also of ten at once', async () => {
    await register('TAKEN');
    expect(await codeOf(register('TAKER', { connector_id: 'connector-of-TAKEN' }))).toBe(
      'ORDER_SYSTEM_CONNECTOR_TAKEN',
    );
    const codes = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        codeOf(register(`RACER-${index}`, { connector_id: 'race' })),
      ),
    );
    expect(codes.filter((code) => code === undefined)).toHaveLength(1);
    expect(codes.filter((code) => code === 'ORDER_SYSTEM_CONNECTOR_TAKEN')).toHaveLength(9);
  });

  test.each([
    'https://10.0.0.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://192.168.1.1/',
    'https://172.16.0.1/',
    'https://[::1]/',
    'https://[fd00::1]/',
    'http://9.9.9.9/',
    'http://shop.example/',
  ])('refuses to be sent to %s', async (address) => {
    const name = 'ASTRAY';
    expect(await codeOf(register(name, { notification_address: address }))).toBe(
      'ORDER_SYSTEM_ADDRESS_REFUSED',
    );
    expect(await codeOf(register(name, { orders_address: address }))).toBe(
      'ORDER_SYSTEM_ADDRESS_REFUSED',
    );
  });

  test.each([
    ['ftp://shop.example/', {}],
    ['https://user:secret@shop.example/', {}],
    ['https://shop.example/#part', {}],
    ['https://shop.example/', { notification_key: 'short' }],
    ['https://shop.example/', { orders_token: 'tok€n' }],
    ['https://shop.example/', { orders_token: 'two words' }],
    ['https://shop.example/', { orders_token: 'a\r\nX-Ia-Roles: b' }],
    ['https://shop.example/', { orders_token: '==' }],
    ['https://shop.example/', { notification_key: `whsec_${'?'.repeat(44)}` }],
    ['https://shop.example/', { notification_key: `whsec_${'A'.repeat(40)}` }],
  ])('%s with %j is no registration', async (notification_address, change) => {
    const credentials = { ...registrationOf(world.receiver).credentials, ...change };
    expect(await codeOf(register('WRONG', { notification_address, credentials }))).toBe(
      'REQUEST_INVALID',
    );
  });

  test('a name that leads nowhere yet can be registered', async () => {
    const notification_address = 'https://shop.example/notifications';
    expect(await codeOf(register('FUTURE', { notification_address }))).toBeUndefined();
  });
});

describe('the publishers whose products an order system sells', () => {
  const unnamed = { mandant_identifiers: undefined };
  const saveProductOf = (mandant_identifier: string) =>
    world.platform.database
      .insertInto('lima.products')
      .values({ mandant_identifier, product_reference: 'p', title: 'P', article_numbers: [] })
      .execute();
  const mandantsOf = async (answer: ReturnType<typeof register>) =>
    (await answer).order_system.mandant_identifiers;

  test('go without names where all products are of one, and stay what they are', async () => {
    expect(await codeOf(register('EARLY', unnamed))).toBe('MANDANTS_REQUIRED');
    await saveProductOf('ONLY');
    expect(await mandantsOf(register('SINGLE', unnamed))).toEqual(['ONLY']);
    await saveProductOf('SECOND');
    expect(await codeOf(register('LATE', unnamed))).toBe('MANDANTS_REQUIRED');
    expect(await register('SINGLE', unnamed)).toMatchObject({ result_state: 'IA_OK' });
    const both = { mandant_identifiers: ['SECOND', 'ONLY'] };
    expect(await mandantsOf(register('SINGLE', both))).toEqual(['ONLY', 'SECOND']);
    expect(await register('SINGLE', { mandant_identifiers: ['ONLY', 'SECOND'] })).toMatchObject({
      result_state: 'IA_OK',
    });
    expect(await mandantsOf(register('SINGLE', unnamed))).toEqual(['ONLY', 'SECOND']);
  });

  test.each([[[]], [['TWICE', 'TWICE']]])('%j are none', async (mandant_identifiers) => {
    expect(await codeOf(register('WRONG', { mandant_identifiers }))).toBe('REQUEST_INVALID');
  });
});
