import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { countWaiting } from '../lock-items.ts';
import { codeOf, startBeforeAll } from '../platform.ts';
import { giveClass, obtain, product, startLicensing, type Person } from './licensing.ts';

/* Going on at another device is one call: nobody gets the seat in between. */

const instead = { instead_of_others: true };

const world = startBeforeAll(startLicensing);
let teacher: Person;
let pupil: Person;
let other: Person;

beforeEach(async () => {
  [teacher, pupil, other] = [
    await world.newPupil(),
    await world.newPupil(),
    await world.newPupil(),
  ];
  for (const person of [teacher, pupil]) await world.registerDevice(person, 'd2');
});

const newClass = (seats: number | null) => giveClass(world, teacher, [pupil, other], { seats });

/** Where a licence is in use, and how many are kept as taken. */
async function inUse(license_code: string) {
  const { database } = world.platform;
  const open = await database
    .selectFrom('lima.license_usages')
    .select(['subject', 'device_identifier'])
    .where('license_code', '=', license_code)
    .where('ended_at', 'is', null)
    .orderBy('device_identifier')
    .execute();
  const counted = await database
    .selectFrom('lima.seats')
    .select('taken')
    .where('license_code', '=', license_code)
    .executeTakeFirst();
  return {
    taken: counted?.taken,
    on: open.map(({ subject, device_identifier }) => {
      const name = [teacher, pupil, other].findIndex((person) => person.subject === subject);
      return `${['teacher', 'pupil', 'other'][name]} ${device_identifier}`;
    }),
  };
}

function heartbeat(
  { subject, licenses }: Person,
  { license_usage }: Awaited<ReturnType<typeof obtain>>,
) {
  const { license_code, license_usage_id } = license_usage;
  return licenses.licenseUsageGiveOffHeartbeat({
    body: { subject, license_code, license_usage_id },
  });
}

describe('of a class licence', () => {
  test('the seat goes along, whoever waits for one; the other device hears that it ended', async () => {
    const code = await newClass(1);
    let here = await obtain(pupil, code, 'd1');
    for (let round = 0; round < 10; round++) {
      const device = round % 2 === 0 ? 'd2' : 'd1';
      const asksAgain = async () => {
        const outcomes = [];
        for (let time = 0; time < 4; time++) outcomes.push(await codeOf(obtain(other, code)));
        return outcomes;
      };
      const [there, ...waited] = await Promise.all([
        obtain(pupil, code, device, instead),
        asksAgain(),
        asksAgain(),
      ]);
      expect(there).toMatchObject({
        result_state: 'OK',
        license_usage: { device_identifier: device },
      });
      expect(new Set(waited.flat())).toEqual(new Set(['LICENSE_SEATS_TAKEN']));
      expect(await codeOf(heartbeat(pupil, here))).toBe('LICENSE_USAGE_ENDED');
      expect(await inUse(code)).toEqual({ taken: 1, on: [`pupil ${device}`] });
      here = there;
    }
    await heartbeat(pupil, here);
  });

  test('two devices that want it at once have it one after the other', async () => {
    const code = await newClass(1);
    const outcomes = await Promise.all(
      ['d1', 'd2', 'd1', 'd2'].map((device) => codeOf(obtain(pupil, code, device, instead))),
    );
    expect(outcomes).toEqual([undefined, undefined, undefined, undefined]);
    expect(await inUse(code)).toMatchObject({ taken: 1, on: [expect.stringMatching(/^pupil/)] });
  });

  test('the same again keeps it, and nothing is left to end', async () => {
    const code = await newClass(1);
    await obtain(pupil, code, 'd1', instead);
    expect(await obtain(pupil, code, 'd1', instead)).toMatchObject({ result_state: 'IA_OK' });
    expect(await inUse(code)).toEqual({ taken: 1, on: ['pupil d1'] });
  });

  test('without seats, those on other devices end, too', async () => {
    const code = await newClass(null);
    await obtain(pupil, code, 'd1');
    await obtain(other, code, 'd1');
    await obtain(pupil, code, 'd2', instead);
    expect(await inUse(code)).toEqual({ taken: undefined, on: ['other d1', 'pupil d2'] });
  });
});

test('of an own licence all others end, also where the device has its seat already', async () => {
  const code = await newClass(4);
  await world.registerDevice(teacher, 'd3');
  for (const device of ['d1', 'd2', 'd3']) await obtain(teacher, code, device);
  await obtain(other, code);
  expect(await obtain(teacher, code, 'd2', instead)).toMatchObject({ result_state: 'OK' });
  expect(await inUse(code)).toEqual({ taken: 2, on: ['other d1', 'teacher d2'] });
});

describe('where it is refused, the other device keeps its seat', () => {
  test('because others have more than all seats', async () => {
    const code = await newClass(3);
    const here = await obtain(pupil, code, 'd1');
    for (const person of [teacher, other]) await obtain(person, code);
    await world.setSeats(code, 2);
    expect(await codeOf(obtain(pupil, code, 'd2', instead))).toBe('LICENSE_SEATS_TAKEN');
    await heartbeat(pupil, here);
    expect(await inUse(code)).toMatchObject({ taken: 3 });
  });

  test('because the device is unknown, or one too many', async () => {
    const ofOneDevice = { ...product, product_reference: 'one device' };
    await world.platform.database
      .insertInto('lima.products')
      .values({ ...ofOneDevice, title: 'P', article_numbers: [], device_maximum: 1 })
      .execute();
    const code = await giveClass(world, teacher, [pupil], { seats: 1, ...ofOneDevice });
    const here = await obtain(pupil, code, 'd1', ofOneDevice);
    const asked = { ...ofOneDevice, ...instead };
    expect(await codeOf(obtain(pupil, code, 'd2', asked))).toBe('DEVICE_LIMIT_REACHED');
    expect(await codeOf(obtain(pupil, code, 'no such', asked))).toBe('DEVICE_NOT_FOUND');
    await heartbeat(pupil, here);
  });
});

test('an own usage that expires while it is looked at gives its seat once', async () => {
  const code = await newClass(2);
  const { database } = world.platform;
  await obtain(other, code);
  await obtain(pupil, code, 'd1');
  await world.setSeats(code, 1);
  const ofPupil = sql`license_code = ${code} and subject = ${pupil.subject}`;
  await sql`update lima.license_usages set due_at = now() where ${ofPupil}`.execute(database);
  // It lives when the request reads the clock, and has expired when it gets the row.
  const holding = await database.startTransaction().execute();
  await sql`select from lima.license_usages where ${ofPupil} for update`.execute(holding);
  const asked = codeOf(obtain(pupil, code, 'd2', instead));
  await expect.poll(() => countWaiting(database)).toBe(1);
  await sql`
    update lima.license_usages set expires_at = clock_timestamp() where ${ofPupil}
  `.execute(holding);
  await holding.commit().execute();
  expect(await asked).toBe('LICENSE_SEATS_TAKEN');
  expect(await inUse(code)).toEqual({ taken: 1, on: ['other d1'] });
});
