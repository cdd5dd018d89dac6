import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { countWaiting } from '../lock-items.ts';
import { codeOf, startBeforeAll } from '../platform.ts';
import { obtain, product, startLicensing, type Person } from './licensing.ts';
import { rowsOf } from '../rows.ts';

const world = startBeforeAll(startLicensing);
let mia: Person;
let ben: Person;

beforeAll(async () => {
  [mia, ben] = [await world.newPupil(), await world.newPupil()];
});

const heartbeat = (
  { subject, licenses }: Person,
  { license_code, license_usage_id }: { license_code: string; license_usage_id: string },
) => licenses.licenseUsageGiveOffHeartbeat({ body: { subject, license_code, license_usage_id } });
const verify = (
  { subject, licenses }: Person,
  { license_code, license_usage_id }: { license_code: string; license_usage_id: string },
) => licenses.licenseVerifyLicenseUsage({ body: { subject, license_code, license_usage_id } });
const prune = (
  { subject, licenses }: Person,
  { license_code, license_usage_id }: { license_code: string; license_usage_id: string },
) => licenses.licensePruneLicenseUsage({ body: { subject, license_code, license_usage_id } });

describe('obtaining', () => {
  test('gives a usage that lasts three heartbeats, by the clock of the database', async () => {
    const { license_usage } = await obtain(mia, await world.give(mia, { seats: 1 }));
    expect(license_usage).toMatchObject({
      subject: mia.subject,
      device_identifier: 'd1',
      heartbeat_interval_in_seconds: 60,
    });
    const lasts = Date.parse(license_usage.expires_at) - Date.parse(license_usage.obtained_at);
    expect(Math.round(lasts / 1000)).toBe(180);
  });

  test('again on the same device keeps the usage, also when all seats are taken', async () => {
    const code = await world.give(mia, { seats: 1 });
    const first = await obtain(mia, code);
    const again = await obtain(mia, code);
    expect(again.result_state).toBe('IA_OK');
    expect(again.license_usage.license_usage_id).toBe(first.license_usage.license_usage_id);
    expect(again.license_usage.obtained_at).toBe(first.license_usage.obtained_at);
    expect(again.license_usage.expires_at > first.license_usage.expires_at).toBe(true);
  });

  test('another device needs another seat', async () => {
    await world.registerDevice(mia, 'd2');
    const code = await world.give(mia, { seats: 1 });
    const { license_usage } = await obtain(mia, code);
    expect(await codeOf(obtain(mia, code, 'd2'))).toBe('LICENSE_USED_ELSEWHERE');
    await prune(mia, license_usage);
    await expect(obtain(mia, code, 'd2')).resolves.toMatchObject({ result_state: 'OK' });
  });

  test('a licence without seats has no limit', async () => {
    const code = await world.give(mia);
    for (let device = 0; device < 4; device++) {
      await world.registerDevice(mia, `many-${device}`);
      await obtain(mia, code, `many-${device}`);
    }
    expect(await lockedSeats(code)).toBe(0);
  });

  test('is refused for what is not there or does not hold, and leaves nothing behind', async () => {
    const code = await world.give(mia, { seats: 1 });
    const past = await world.give(mia, { seats: 1, valid_until: new Date(0) });
    expect(await codeOf(obtain(ben, code))).toBe('LICENSE_NOT_FOUND');
    expect(await codeOf(obtain(mia, 'none'))).toBe('LICENSE_NOT_FOUND');
    expect(await codeOf(obtain(mia, past))).toBe('LICENSE_NOT_VALID');
    const other = { ...product, product_reference: 'other' };
    expect(await codeOf(obtain(mia, code, 'd1', other))).toBe('LICENSE_NOT_VALID');
    expect(await codeOf(obtain(mia, code, 'unknown'))).toBe('DEVICE_NOT_FOUND');
    expect((await lockedSeats(code)) + (await lockedSeats(past))).toBe(0);
  });
});

async function lockedSeats(code: string): Promise<number> {
  const rows = await rowsOf(world.platform.database, 'lima.seats', { license_code: code }).get(
    'license_code',
  );
  return rows.length;
}

describe('a usage without a heartbeat in time', () => {
  test('has ended, and its seat is free', async () => {
    const group = await world.newGroup(mia);
    await world.join(group, ben);
    const code = await world.give(mia, {
      seats: 1,
      license_strategy: 'LICENSE_STRATEGY_GROUP',
      group_id: group,
    });
    const { license_usage } = await obtain(mia, code);
    expect(await codeOf(obtain(ben, code))).toBe('LICENSE_SEATS_TAKEN');
    await world.expire(code);
    await expect(verify(mia, license_usage)).resolves.toMatchObject({
      holds: false,
      license_state: 'LICENSE_STATE_VALID',
    });
    const taken = await obtain(ben, code);
    expect(await codeOf(heartbeat(mia, license_usage))).toBe('LICENSE_USAGE_ENDED');
    expect(await codeOf(obtain(mia, code))).toBe('LICENSE_SEATS_TAKEN');
    await expect(verify(ben, taken.license_usage)).resolves.toMatchObject({ holds: true });
  });

  test('does not come back: the same device obtains another one', async () => {
    const code = await world.give(mia);
    const { license_usage } = await obtain(mia, code);
    await world.expire(code);
    expect(await codeOf(heartbeat(mia, license_usage))).toBe('LICENSE_USAGE_ENDED');
    const next = await obtain(mia, code);
    expect(next.result_state).toBe('OK');
    expect(next.license_usage.license_usage_id).not.toBe(license_usage.license_usage_id);
    expect(await codeOf(heartbeat(mia, license_usage))).toBe('LICENSE_USAGE_ENDED');
  });

  test('that ended long ago is cleared away by those who obtain the next ones', async () => {
    const code = await world.give(mia);
    const { license_usage } = await obtain(mia, code);
    await world.platform.database
      .updateTable('lima.license_usages')
      .set({ obtained_at: new Date(0), expires_at: new Date(0), due_at: new Date(0) })
      .where('license_code', '=', code)
      .execute();
    await obtain(mia, code);
    expect(await codeOf(heartbeat(mia, license_usage))).toBe('LICENSE_USAGE_NOT_FOUND');
  });
});

describe('a heartbeat', () => {
  test('keeps a usage for another while', async () => {
    const { license_usage } = await obtain(mia, await world.give(mia, { seats: 1 }));
    const kept = await heartbeat(mia, license_usage);
    expect(kept.license_usage.expires_at > license_usage.expires_at).toBe(true);
    expect(kept.license_usage.obtained_at).toBe(license_usage.obtained_at);
  });

  test('that waits for another change of the usage keeps no token from being checked', async () => {
    const { license_usage } = await obtain(mia, await world.give(mia));
    const [person, { database }] = [await world.newPerson(), world.platform];
    const change = await database.startTransaction().execute();
    onTestFinished(async () => void (change.isCommitted || (await change.rollback().execute())));
    const { license_code } = license_usage;
    await change
      .selectFrom('lima.license_usages')
      .select('license_code')
      .where('license_code', '=', license_code)
      .forUpdate()
      .execute();
    const kept = Promise.all(Array.from({ length: 8 }, () => heartbeat(mia, license_usage)));
    await expect.poll(() => countWaiting(database)).toBeGreaterThanOrEqual(4);
    await world.registerDevice(person, 'd1');
    await change.commit().execute();
    await kept;
  });

  test('says that the licence holds no more, or that there is none', async () => {
    const code = await world.give(mia);
    const { license_usage } = await obtain(mia, code);
    await rowsOf(world.platform.database, 'lima.licenses', { license_code: code }).set({
      valid_until: new Date(0),
    });
    expect(await codeOf(heartbeat(mia, license_usage))).toBe('LICENSE_NOT_VALID');
    await expect(verify(mia, license_usage)).resolves.toMatchObject({
      holds: false,
      license_state: 'LICENSE_STATE_EXPIRED',
    });
    const unknown = { ...license_usage, license_usage_id: randomUUID() };
    expect(await codeOf(heartbeat(mia, unknown))).toBe('LICENSE_USAGE_NOT_FOUND');
  });

  test('of another’s usage finds nothing', async () => {
    const { license_usage } = await obtain(mia, await world.give(mia));
    expect(await codeOf(heartbeat(ben, license_usage))).toBe('LICENSE_USAGE_NOT_FOUND');
    expect(await codeOf(prune(ben, license_usage))).toBe('LICENSE_USAGE_NOT_FOUND');
    expect(await codeOf(verify(ben, license_usage))).toBe('LICENSE_USAGE_NOT_FOUND');
  });
});

describe('giving back', () => {
  test('one usage, once', async () => {
    const { license_usage } = await obtain(mia, await world.give(mia, { seats: 1 }));
    await expect(prune(mia, license_usage)).resolves.toMatchObject({ pruned_license_usages: 1 });
    await expect(prune(mia, license_usage)).resolves.toMatchObject({
      result_state: 'IA_OK',
      pruned_license_usages: 0,
    });
    expect(await codeOf(heartbeat(mia, license_usage))).toBe('LICENSE_USAGE_ENDED');
  });

  test('all usages of a subject, or those of a product; by others with a trace', async () => {
    const pupil = await world.newPupil();
    const administrator = await world.newPerson('administrator');
    const other = { ...product, product_reference: 'Q' };
    await obtain(pupil, await world.give(pupil));
    await obtain(pupil, await world.give(pupil, other), 'd1', other);
    const pruneAll = (who: Person, filter: Partial<typeof product> = {}) =>
      who.licenses.licensePruneAllLicenseUsagesForUser({
        body: { subject: pupil.subject, ...filter },
      });
    await expect(pruneAll(pupil, other)).resolves.toMatchObject({ pruned_license_usages: 1 });
    await expect(pruneAll(administrator)).resolves.toMatchObject({ pruned_license_usages: 1 });
    await expect(pruneAll(pupil)).resolves.toMatchObject({ result_state: 'IA_OK' });
    expect(await world.changesBy('/license/pruneAllLicenseUsagesForUser')).toMatchObject([
      { subject: pupil.subject, change: { pruned_license_usages: 1 } },
    ]);
  });
});
