import { randomUUID } from 'node:crypto';
import type { CallFailed } from '@lectern/contracts/client';
import { beforeAll, describe, expect, test } from 'vitest';
import { codeOf, makeBeforeAll, startBeforeAll } from '../platform.ts';
import { obtain, product, startLicensing, type Person } from './licensing.ts';

const world = startBeforeAll(startLicensing);

const shop = makeBeforeAll(() => world.newPerson('administrator'));
const administrator = makeBeforeAll(() => world.newPerson('administrator'));
beforeAll(async () => {
  for (const product_reference of ['P', 'Q']) {
    await administrator.licenses.productSave({
      body: {
        product: {
          mandant_identifier: 'M',
          product_reference,
          title: 'Wasser',
          article_numbers: ['A-1'],
          version: 0,
        },
      },
    });
  }
});

interface OrderChange {
  readonly license_order_identifier?: string;
  readonly product_reference?: string;
  readonly group_id?: string;
  readonly license_strategy?: 'LICENSE_STRATEGY_USER' | 'LICENSE_STRATEGY_GROUP';
  readonly seats?: number;
  readonly valid_from?: string;
  readonly valid_until?: string;
  readonly version?: number;
}

const newOrder = (change: OrderChange = {}) => ({
  order_system_identifier: 'SHOP',
  license_order_identifier: randomUUID() as string,
  ...product,
  license_strategy: 'LICENSE_STRATEGY_USER' as const,
  version: 0,
  ...change,
});
type Order = ReturnType<typeof newOrder>;

const save = (subject: string, license_order: Order) =>
  shop.licenses.licenseOrderSave({ body: { subject, license_order } });
const remove = (subject: string, { license_order_identifier }: Order) =>
  shop.licenses.licenseOrderDelete({
    body: {
      subject,
      order_system_identifier: 'SHOP',
      license_order_identifier,
      reason: 'cancelled',
    },
  });
const licensesOf = async ({ subject, licenses }: Person) =>
  (await licenses.licenseGetForUser({ body: { subject } })).licenses;

describe('an order', () => {
  test('makes one licence, however often and at once it is saved', async () => {
    const pupil = await world.newPupil();
    const order = newOrder({ seats: 2, valid_until: '2999-01-01T00:00:00.000Z' });
    const answers = await Promise.all(Array.from({ length: 20 }, () => save(pupil.subject, order)));
    const states = answers.map(({ result_state }) => result_state);
    expect(states.filter((state) => state === 'OK')).toHaveLength(1);
    const codes = new Set(answers.map(({ license_order }) => license_order.license_code));
    expect(codes.size).toBe(1);
    expect(await licensesOf(pupil)).toMatchObject([
      { license_code: [...codes][0], seats: 2, valid_until: '2999-01-01T00:00:00.000Z' },
    ]);
    await obtain(pupil, [...codes][0]!);
  });

  test('gives codes that nobody guesses and everybody can read', async () => {
    const pupil = await world.newPupil();
    const codes = [];
    for (let orders = 0; orders < 5; orders++) {
      codes.push((await save(pupil.subject, newOrder())).license_order.license_code);
    }
    expect(new Set(codes).size).toBe(5);
    for (const code of codes) {
      expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}(-[0-9A-HJKMNP-TV-Z]{5}){4}$/);
    }
  });

  test('changed changes the licence, when made on the version that is stored', async () => {
    const pupil = await world.newPupil();
    const order = newOrder({ valid_from: '2026-01-01T00:00:00.000Z' });
    const { license_order } = await save(pupil.subject, order);
    const longer = { ...order, valid_until: '2998-01-01T00:00:00.000Z' };
    expect(await codeOf(save(pupil.subject, longer))).toBe('LICENSE_ORDER_CONFLICT');
    const changed = await save(pupil.subject, { ...longer, version: 1 });
    expect(changed.license_order).toMatchObject({
      license_code: license_order.license_code,
      version: 2,
      license_state: 'LICENSE_STATE_VALID',
    });
    // The same again is no conflict, whatever version it names.
    await expect(save(pupil.subject, { ...longer, version: 1 })).resolves.toMatchObject({
      result_state: 'IA_OK',
    });
    expect(await licensesOf(pupil)).toMatchObject([{ valid_until: '2998-01-01T00:00:00.000Z' }]);
    // Without a beginning it keeps the one that it has.
    const { valid_from: _, ...open } = longer;
    await expect(save(pupil.subject, { ...open, version: 0 })).resolves.toMatchObject({
      result_state: 'IA_OK',
      license_order: { valid_from: '2026-01-01T00:00:00.000Z' },
    });
  });

  test('of two changes made on one version one is a conflict', async () => {
    const pupil = await world.newPupil();
    const order = newOrder();
    await save(pupil.subject, order);
    const codes = await Promise.all(
      [1, 2, 3, 4].map((seats) => codeOf(save(pupil.subject, { ...order, seats, version: 1 }))),
    );
    expect(codes.filter((code) => code === 'LICENSE_ORDER_CONFLICT')).toHaveLength(3);
  });

  test('is refused for another subject, an unknown product, a version that never was', async () => {
    const [pupil, other] = [await world.newPupil(), await world.newPupil()];
    const order = newOrder();
    await save(pupil.subject, order);
    expect(await codeOf(save(other.subject, order))).toBe('LICENSE_ORDER_CONFLICT');
    expect(await codeOf(save(pupil.subject, newOrder({ product_reference: 'none' })))).toBe(
      'PRODUCT_NOT_FOUND',
    );
    expect(await codeOf(save(pupil.subject, newOrder({ version: 3 })))).toBe(
      'LICENSE_ORDER_CONFLICT',
    );
    expect(await codeOf(remove(other.subject, order))).toBe('LICENSE_ORDER_NOT_FOUND');
    expect(await licensesOf(other)).toEqual([]);
  });

  test('for a group needs one that the subject leads; the group may change', async () => {
    const [teacher, pupil] = [await world.newPerson('teacher'), await world.newPupil()];
    const [first, second] = [await world.newGroup(teacher), await world.newGroup(teacher)];
    await world.join(second, pupil);
    const order = newOrder({ license_strategy: 'LICENSE_STRATEGY_GROUP', group_id: first });
    expect(await codeOf(save(pupil.subject, newOrder({ ...order, group_id: second })))).toBe(
      'GROUP_NOT_FOUND',
    );
    await save(teacher.subject, order);
    expect(await licensesOf(pupil)).toEqual([]);
    await save(teacher.subject, { ...order, group_id: second, version: 1 });
    expect(await licensesOf(pupil)).toMatchObject([{ group_id: second }]);
    await remove(teacher.subject, order);
    expect(await licensesOf(pupil)).toEqual([]);
  });

  test('deleted takes its licence with the seats, and its identifier stays used', async () => {
    const pupil = await world.newPupil();
    const order = newOrder({ seats: 1 });
    const { license_code } = (await save(pupil.subject, order)).license_order;
    const { license_usage } = await obtain(pupil, license_code);
    await expect(remove(pupil.subject, order)).resolves.toMatchObject({
      result_state: 'OK',
      license_code,
    });
    await expect(remove(pupil.subject, order)).resolves.toMatchObject({ result_state: 'IA_OK' });
    expect(await codeOf(save(pupil.subject, order))).toBe('LICENSE_ORDER_DELETED');
    expect(await licensesOf(pupil)).toEqual([]);
    const { license_usage_id } = license_usage;
    const body = { subject: pupil.subject, license_code, license_usage_id };
    expect(await codeOf(pupil.licenses.licenseUsageGiveOffHeartbeat({ body }))).toBe(
      'LICENSE_USAGE_NOT_FOUND',
    );
    const changes = await world.changesBy('/licenseOrder/delete');
    expect(changes.filter(({ subject }) => subject === pupil.subject)).toMatchObject([
      { change: { license_code, reason: 'cancelled' } },
    ]);
  });
});

test('a conflict of versions names the one that is stored, one of subjects does not', async () => {
  const [pupil, other] = [await world.newPupil(), await world.newPupil()];
  const order = newOrder();
  await save(pupil.subject, order);
  await save(pupil.subject, { ...order, seats: 2, version: 1 });
  const textOf = async (saving: Promise<unknown>) => {
    const failed = await saving.catch((error: unknown) => error);
    expect(failed).toMatchObject({ messages: [{ code: 'LICENSE_ORDER_CONFLICT' }] });
    return (failed as CallFailed).messages[0]!.text;
  };
  expect(await textOf(save(pupil.subject, { ...order, seats: 3, version: 1 }))).toContain(
    'stored in version 2;',
  );
  expect(await textOf(save(pupil.subject, newOrder({ version: 3 })))).toContain('no such order');
  expect(await textOf(save(other.subject, order))).not.toMatch(/\d/);
});

describe('the orders of a subject', () => {
  test('are read in pages, the newest first, by the subject and those who may', async () => {
    const pupil = await world.newPupil();
    const saved = [];
    for (let orders = 0; orders < 5; orders++) {
      const product_reference = orders === 2 ? 'Q' : 'P';
      const { license_order } = await save(pupil.subject, newOrder({ product_reference }));
      saved.unshift(license_order);
    }
    const read = (who: Person, change: object = {}) =>
      who.licenses.licenseOrderGetForUser({ body: { subject: pupil.subject, ...change } });
    const seen = [];
    let cursor: string | undefined;
    do {
      const page = await read(pupil, { limit: 2, ...(cursor && { cursor }) });
      expect(page.license_orders.length).toBeLessThanOrEqual(2);
      seen.push(...page.license_orders);
      cursor = page.next_cursor;
    } while (cursor);
    expect(seen).toEqual(saved);
    expect((await read(shop, { product_reference: 'Q' })).license_orders).toEqual([saved[2]]);
    for (const wrong of ['bm8', Buffer.from('["a\\u0000","b"]').toString('base64url')]) {
      expect(await codeOf(read(pupil, { cursor: wrong }))).toBe('CURSOR_INVALID');
    }
    const { license_order_identifier } = saved[0]!;
    await remove(pupil.subject, newOrder({ license_order_identifier }));
    expect((await read(pupil)).license_orders).toHaveLength(4);
  });
});

describe('a product', () => {
  const saveProduct = (change: object = {}) =>
    administrator.licenses.productSave({
      body: {
        product: {
          mandant_identifier: 'M',
          product_reference: 'saved',
          title: 'Luft',
          article_numbers: [],
          version: 0,
          ...change,
        },
      },
    });

  test('is saved once, and changed on the version that is stored', async () => {
    const states = await Promise.all(
      Array.from({ length: 10 }, async () => (await saveProduct()).result_state),
    );
    expect(states.filter((state) => state === 'OK')).toHaveLength(1);
    await expect(saveProduct({ title: 'Feuer' })).rejects.toMatchObject({
      messages: [{ code: 'PRODUCT_CONFLICT', text: expect.stringContaining('in version 1;') }],
    });
    const { product } = await saveProduct({ title: 'Feuer', device_maximum: 2, version: 1 });
    expect(product).toMatchObject({ title: 'Feuer', device_maximum: 2, version: 2 });
    await expect(
      saveProduct({ title: 'Feuer', device_maximum: 2, version: 1 }),
    ).resolves.toMatchObject({ result_state: 'IA_OK' });
    const without = await saveProduct({ title: 'Feuer', version: 2 });
    expect(without.product).not.toHaveProperty('device_maximum');
    await expect(saveProduct({ product_reference: 'never', version: 4 })).rejects.toMatchObject({
      messages: [{ code: 'PRODUCT_CONFLICT', text: expect.stringContaining('(version 0)') }],
    });
  });
});

test('flushing the cache says that there is none', async () => {
  await expect(administrator.licenses.cacheFlush()).resolves.toMatchObject({
    result_state: 'IA_OK',
    dropped_entries: 0,
  });
});
