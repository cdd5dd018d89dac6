import { beforeAll, describe, expect, test } from 'vitest';
import { codeOf, startBeforeAll } from '../platform.ts';
import { giveClass, obtain, product, startLicensing, type Person } from './licensing.ts';

const deviceMaximum = 3;

const world = startBeforeAll(startLicensing);

beforeAll(async () => {
  await world.platform.database
    .insertInto('lima.products')
    .values({ ...product, title: 'P', article_numbers: [], device_maximum: deviceMaximum })
    .execute();
});

const devicesOf = async ({ subject, licenses }: Person) =>
  (await licenses.deviceGetForUser({ body: { subject } })).devices;
const unregister = ({ licenses }: Person, deviceIdentifier: string) =>
  licenses.deviceUnregisterForLicenses({ query: { deviceIdentifier } });

describe('devices of a subject', () => {
  test('a device is registered once and keeps its date of registration', async () => {
    const { subject, licenses } = await world.newPerson();
    const body = (os_name: string) => ({
      body: { subject, device: { device_identifier: 'd1', os_name, touch_device: true } },
    });
    const first = await licenses.deviceUpdateForUser(body('Linux'));
    const second = await licenses.deviceUpdateForUser(body('Android'));
    expect(second.device).toEqual({ ...first.device, os_name: 'Android' });
    expect(second.device.device_registration_date).toBeDefined();
  });

  test('the one seen last comes first', async () => {
    const pupil = await world.newPupil();
    await world.registerDevice(pupil, 'd2');
    await world.registerDevice(pupil, 'd1');
    const devices = await devicesOf(pupil);
    expect(devices.map(({ device_identifier }) => device_identifier)).toEqual(['d1', 'd2']);
    expect(devices[0]!.last_seen_at > devices[1]!.last_seen_at).toBe(true);
  });

  test('of a subject with many devices the newest hundred are kept, also in parallel', async () => {
    const pupil = await world.newPupil();
    await obtain(pupil, await world.give(pupil));
    // As many at once as one subject may have under way.
    for (const from of [0, 65]) {
      const names = Array.from({ length: 65 }, (_, index) => `many-${from + index}`);
      await Promise.all(names.map((name) => world.registerDevice(pupil, name)));
    }
    await world.registerDevice(pupil, 'newest');
    const kept = await devicesOf(pupil);
    expect(kept).toHaveLength(100);
    expect(kept[0]).toMatchObject({ device_identifier: 'newest', products: [] });
    // The forgotten ones hold neither seats nor places.
    for (const table of ['lima.device_products', 'lima.license_usages'] as const) {
      const held = await world.platform.database
        .selectFrom(table)
        .select('device_identifier')
        .where('subject', '=', pupil.subject)
        .$if(table === 'lima.license_usages', (query) => query.where('ended_at', 'is', null))
        .execute();
      expect([table, held]).toEqual([table, []]);
    }
  });
});

describe('the limit of a product', () => {
  test('is reached by as many devices as it allows, in parallel and with several licences', async () => {
    const pupil = await world.newPupil();
    const names = Array.from({ length: 4 * deviceMaximum }, (_, index) => `d${index}`);
    for (const name of names) await world.registerDevice(pupil, name);
    const codes = [await world.give(pupil), await world.give(pupil, { seats: 50 })];
    const outcomes = await Promise.all(
      names.map((name, index) => codeOf(obtain(pupil, codes[index % 2]!, name))),
    );
    expect(outcomes.filter((code) => code === undefined)).toHaveLength(deviceMaximum);
    expect(outcomes.filter((code) => code === 'DEVICE_LIMIT_REACHED')).toHaveLength(
      names.length - deviceMaximum,
    );
  });

  test('says which devices count, and unregistering one frees its place and its seats', async () => {
    const pupil = await world.newPupil();
    const names = ['d1', 'd2', 'd3', 'd4'];
    for (const name of names) await world.registerDevice(pupil, name);
    const code = await world.give(pupil);
    for (const name of names.slice(0, deviceMaximum)) await obtain(pupil, code, name);
    expect(await codeOf(obtain(pupil, code, 'd4'))).toBe('DEVICE_LIMIT_REACHED');
    const counted = (await devicesOf(pupil)).filter(({ products }) => products.length > 0);
    expect(counted.map(({ device_identifier }) => device_identifier)).toEqual(['d3', 'd2', 'd1']);
    expect(counted[0]!.products).toMatchObject([product]);

    await expect(unregister(pupil, 'd2')).resolves.toMatchObject({
      pruned_license_usages: 1,
      products: [product],
    });
    await expect(unregister(pupil, 'd2')).resolves.toMatchObject({
      result_state: 'IA_OK',
      pruned_license_usages: 0,
      products: [],
    });
    await expect(obtain(pupil, code, 'd4')).resolves.toMatchObject({ result_state: 'OK' });
    expect(await codeOf(obtain(pupil, code, 'd2'))).toBe('DEVICE_LIMIT_REACHED');
    expect(await devicesOf(pupil)).toHaveLength(4);
  });

  test('a place outlives the usage; a device that is unknown has none', async () => {
    const pupil = await world.newPupil();
    const code = await world.give(pupil);
    await obtain(pupil, code);
    await world.expire(code);
    const [device] = await devicesOf(pupil);
    expect(device!.products).toMatchObject([product]);
    expect(await codeOf(unregister(pupil, 'unknown'))).toBe('DEVICE_NOT_FOUND');
    expect(await codeOf(unregister(pupil, 'n\0l'))).toBe('REQUEST_INVALID');
  });
});

describe('licences on a device', () => {
  const onDevice = async (
    { subject, licenses }: Person,
    device_identifier: string,
    filter: Partial<typeof product> = {},
  ) =>
    (
      await licenses.licenseGetForUserAndDevice({
        body: { subject, device_identifier, ...filter },
      })
    ).licenses;

  test('say whether a seat can be had, as obtaining then finds', async () => {
    const [teacher, pupil] = [await world.newPupil(), await world.newPupil()];
    for (const person of [teacher, pupil]) await world.registerDevice(person, 'd2');
    const code = await giveClass(world, teacher, [pupil], { seats: 3 });
    await obtain(teacher, code);
    const [free] = await onDevice(pupil, 'd1');
    expect(free).toMatchObject({ free_seats: 2, may_obtain: true });
    expect(free).not.toHaveProperty('license_usage');
    const { license_usage } = await obtain(pupil, code);
    expect(await onDevice(pupil, 'd1')).toMatchObject([
      { free_seats: 1, may_obtain: true, license_usage },
    ]);
    // One seat is free, for others and for the owner.
    expect(await onDevice(pupil, 'd2')).toMatchObject([{ free_seats: 1, may_obtain: false }]);
    expect(await codeOf(obtain(pupil, code, 'd2'))).toBe('LICENSE_USED_ELSEWHERE');
    expect(await onDevice(teacher, 'd2')).toMatchObject([{ free_seats: 1, may_obtain: true }]);
    await obtain(teacher, code, 'd2');
    expect(await onDevice(pupil, 'd1')).toMatchObject([{ free_seats: 0, may_obtain: true }]);
    await world.expire(code);
    expect(await onDevice(pupil, 'd2')).toMatchObject([{ free_seats: 3, may_obtain: true }]);
  });

  test('respect the limit of the product, and dates', async () => {
    const pupil = await world.newPupil();
    const code = await world.give(pupil);
    await world.give(pupil, { product_reference: 'unlimited', license_code: `${code}-other` });
    await world.give(pupil, { valid_until: new Date(0), license_code: `${code}-past` });
    for (const name of ['d2', 'd3', 'd4']) await world.registerDevice(pupil, name);
    for (const name of ['d1', 'd2', 'd3']) await obtain(pupil, code, name);
    const registeredOn = async (device: string) =>
      (await onDevice(pupil, device)).map((row) => [row.license_code, row.is_device_registered]);
    expect(await registeredOn('d3')).toEqual([
      [code, true],
      [`${code}-other`, true],
      [`${code}-past`, true],
    ]);
    expect(await registeredOn('d4')).toEqual([
      [code, false],
      [`${code}-other`, true],
      [`${code}-past`, false],
    ]);
    const may = (await onDevice(pupil, 'd4')).map((row) => [row.license_code, row.may_obtain]);
    expect(Object.fromEntries(may)).toEqual({
      [code]: false,
      [`${code}-other`]: true,
      [`${code}-past`]: false,
    });
    const filtered = await onDevice(pupil, 'd4', { product_reference: 'unlimited' });
    expect(filtered).toHaveLength(1);
  });

  test('of a device that is not there are none; nor for somebody without licences', async () => {
    const pupil = await world.newPupil();
    expect(await onDevice(pupil, 'd1')).toEqual([]);
    expect(await codeOf(onDevice(pupil, 'unknown'))).toBe('DEVICE_NOT_FOUND');
  });
});
