import { beforeAll, describe, expect, test } from 'vitest';
import { countWaiting } from '../lock-items.ts';
import { codeOf, makeBeforeAll, startBeforeAll } from '../platform.ts';
import { giveClass, justPast, obtain, product, startLicensing, type Person } from './licensing.ts';
import { rowsOf } from '../rows.ts';

/** As many as the service has connections. */
const devices = Array.from({ length: 20 }, (_, index) => `many-${index}`);
const oneDeviceProduct = { ...product, product_reference: 'one device' };

const world = startBeforeAll(startLicensing);

const teacher = makeBeforeAll(() => world.newPupil());
beforeAll(async () => {
  await world.registerDevice(teacher, 'd2');
  await world.platform.database
    .insertInto('lima.products')
    .values({ ...oneDeviceProduct, title: 'P', article_numbers: [], device_maximum: 1 })
    .execute();
});

/** A pupil with devices `d1` and `d2`. */
async function newPupil(): Promise<Person> {
  const pupil = await world.newPupil();
  await world.registerDevice(pupil, 'd2');
  return pupil;
}

const giveBack = ({ subject, licenses }: Person) =>
  licenses.licensePruneAllLicenseUsagesForUser({ body: { subject, ...product } });

async function takenOf(code: string): Promise<number> {
  const { taken } = await rowsOf(world.platform.database, 'lima.seats', { license_code: code }).one(
    'taken',
  );
  return taken;
}

describe('of a class licence with seats', () => {
  test('who asks on many devices at once holds one seat, and the others get theirs', async () => {
    const [pupil, other] = [await newPupil(), await newPupil()];
    for (const device of devices) await world.registerDevice(pupil, device);
    const code = await giveClass(world, teacher, [pupil, other], { seats: 2 });
    for (let round = 0; round < 5; round++) {
      const outcomes = await Promise.all(devices.map((id) => codeOf(obtain(pupil, code, id))));
      expect(outcomes.filter((outcome) => outcome === undefined)).toHaveLength(1);
      expect(new Set(outcomes)).toEqual(new Set([undefined, 'LICENSE_USED_ELSEWHERE']));
      expect(await takenOf(code)).toBe(1);
      if (round % 2 === 0) await giveBack(pupil);
      else await world.expire(code);
    }
    await obtain(pupil, code);
    await obtain(other, code);
  });

  test('a second device is refused until the first gives up, or is unregistered', async () => {
    const pupil = await newPupil();
    const code = await giveClass(world, teacher, [pupil], { seats: 25 });
    const { license_usage } = await obtain(pupil, code, 'd1');
    expect(await codeOf(obtain(pupil, code, 'd2'))).toBe('LICENSE_USED_ELSEWHERE');
    await expect(obtain(pupil, code, 'd1')).resolves.toMatchObject({
      result_state: 'IA_OK',
      license_usage: { license_usage_id: license_usage.license_usage_id },
    });
    await giveBack(pupil);
    await obtain(pupil, code, 'd2');
    expect(await codeOf(obtain(pupil, code, 'd1'))).toBe('LICENSE_USED_ELSEWHERE');
    await pupil.licenses.deviceUnregisterForLicenses({ query: { deviceIdentifier: 'd2' } });
    await expect(obtain(pupil, code, 'd1')).resolves.toMatchObject({ result_state: 'OK' });
  });

  test('a usage that has expired does not count, and its seat is free', async () => {
    const pupil = await newPupil();
    const code = await giveClass(world, teacher, [pupil], { seats: 1 });
    await obtain(pupil, code, 'd1');
    await world.expire(code);
    await expect(obtain(pupil, code, 'd2')).resolves.toMatchObject({ result_state: 'OK' });
    expect(await takenOf(code)).toBe(1);
  });

  test('a usage whose heartbeat is on its way lives', async () => {
    const pupil = await newPupil();
    const code = await giveClass(world, teacher, [pupil], { seats: 2 });
    const { license_usage } = await obtain(pupil, code, 'd1');
    await world.expire(code);
    const { database } = world.platform;
    const heartbeat = await database.startTransaction().execute();
    await rowsOf(heartbeat, 'lima.license_usages', { license_code: code }).set({
      expires_at: new Date(license_usage.expires_at),
    });
    const second = codeOf(obtain(pupil, code, 'd2'));
    await expect.poll(() => countWaiting(database)).toBe(1);
    await heartbeat.commit().execute();
    expect(await second).toBe('LICENSE_USED_ELSEWHERE');
  });

  test('the owner may have several seats, and others of them what is free', async () => {
    const [pupil, other] = [await newPupil(), await newPupil()];
    const code = await giveClass(world, teacher, [pupil, other], { seats: 3 });
    await obtain(teacher, code, 'd1');
    await obtain(teacher, code, 'd2');
    await obtain(pupil, code);
    expect(await codeOf(obtain(other, code))).toBe('LICENSE_SEATS_TAKEN');
    expect(await codeOf(obtain(pupil, code, 'd2'))).toBe('LICENSE_USED_ELSEWHERE');
    await world.registerDevice(teacher, 'd3');
    expect(await codeOf(obtain(teacher, code, 'd3'))).toBe('LICENSE_USED_ELSEWHERE');
  });

  test('a device too many is told before the seat elsewhere, which would be given back in vain', async () => {
    const pupil = await newPupil();
    const code = await giveClass(world, teacher, [pupil], { seats: 2, ...oneDeviceProduct });
    await obtain(pupil, code, 'd1', oneDeviceProduct);
    expect(await codeOf(obtain(pupil, code, 'd2', oneDeviceProduct))).toBe('DEVICE_LIMIT_REACHED');
  });
});

describe('with fewer seats than usages', () => {
  /** One seat, and three who are on it: the owner of the licence, and two members. */
  async function newCrowded() {
    const [owner, member, other] = [await newPupil(), await newPupil(), await newPupil()];
    const code = await giveClass(world, owner, [member, other], { seats: 3 });
    for (const person of [owner, member, other]) await obtain(person, code, 'd1');
    await world.setSeats(code, 1);
    return { code, owner, member };
  }

  test('members and owner hear that others have the seats, as once they have given up', async () => {
    const { code, owner, member } = await newCrowded();
    for (const person of [member, owner]) {
      expect(await codeOf(obtain(person, code, 'd2'))).toBe('LICENSE_SEATS_TAKEN');
    }
    await giveBack(member);
    expect(await codeOf(obtain(member, code, 'd2'))).toBe('LICENSE_SEATS_TAKEN');
  });

  test('usages of others that have expired are no longer in the way', async () => {
    const { code, owner, member } = await newCrowded();
    await world.platform.database
      .updateTable('lima.license_usages')
      .set({ expires_at: justPast, due_at: justPast })
      .where('license_code', '=', code)
      .where('subject', '<>', member.subject)
      .execute();
    expect(await codeOf(obtain(member, code, 'd2'))).toBe('LICENSE_USED_ELSEWHERE');
    expect(await codeOf(obtain(owner, code, 'd2'))).toBe('LICENSE_SEATS_TAKEN');
  });
});

test('of a class licence without seats every device has a usage', async () => {
  const pupil = await newPupil();
  const code = await giveClass(world, teacher, [pupil], { seats: null });
  await obtain(pupil, code, 'd1');
  await expect(obtain(pupil, code, 'd2')).resolves.toMatchObject({ result_state: 'OK' });
});

test('of an own licence devices have what is free; then one hears that it is itself', async () => {
  const pupil = await newPupil();
  await world.registerDevice(pupil, 'd3');
  const code = await world.give(pupil, { seats: 2 });
  const outcomes = await Promise.all(
    ['d1', 'd2', 'd3'].map((device) => codeOf(obtain(pupil, code, device))),
  );
  expect(outcomes.filter((code) => code === undefined)).toHaveLength(2);
  expect(outcomes).toContain('LICENSE_USED_ELSEWHERE');
});
