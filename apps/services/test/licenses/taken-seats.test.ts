import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { licensesSubjectData } from '../../src/licenses/subject-data.ts';
import { codeOf, startBeforeAll } from '../platform.ts';
import { giveClass, obtain, product, startLicensing, type Person } from './licensing.ts';

/** Below, the most that one attempt looks at: the seat that is free lies behind several of them. */
const dueBeforeFree = 1_200;

const world = startBeforeAll(startLicensing);

async function newClassLicense(people: readonly Person[], seats: number): Promise<string> {
  return giveClass(world, await world.newPerson('teacher'), people, { seats });
}

/** Holders of more than one seat of a licence; all of them are entitled by a group. */
async function holdersOfSeveral(codes: readonly string[]) {
  const { rows } = await sql`
    select license_code, subject, count(*) from lima.license_usages
    where license_code = any(${codes}::text[]) and ended_at is null and expires_at > now()
    group by license_code, subject having count(*) > 1
  `.execute(world.platform.database);
  return rows;
}

/** The stored count of taken seats, and the real one. */
async function countsOf(codes: readonly string[]) {
  const { rows } = await sql<{ taken: number; open: number }>`
    select taken, (
      select count(*)::integer from lima.license_usages usage
      where usage.license_code = seats.license_code and usage.ended_at is null
    ) as open
    from lima.seats where license_code = any(${codes}::text[])
  `.execute(world.platform.database);
  return rows;
}

test('whatever is done at the same time, as many are counted as have not ended', async () => {
  const { database } = world.platform;
  const pupils = await Promise.all(Array.from({ length: 8 }, () => world.newPupil()));
  for (const pupil of pupils) await world.registerDevice(pupil, 'd2');
  const codes = [await newClassLicense(pupils, 3), await newClassLicense(pupils, 6)];
  const devices = ['d1', 'd2'];
  const any = <Item>(items: readonly Item[]): Item =>
    items[Math.floor(Math.random() * items.length)]!;
  const acts: ((pupil: Person, code: string) => Promise<unknown>)[] = [
    (pupil, code) => obtain(pupil, code, any(devices)),
    (pupil, code) => obtain(pupil, code, any(devices), { instead_of_others: true }),
    async (pupil, code) => {
      const { license_usage } = await obtain(pupil, code, any(devices));
      const { license_usage_id } = license_usage;
      const body = { subject: pupil.subject, license_code: code, license_usage_id };
      await pupil.licenses.licensePruneLicenseUsage({ body });
    },
    ({ subject, licenses }) => licenses.licensePruneAllLicenseUsagesForUser({ body: { subject } }),
    ({ licenses }) =>
      licenses.deviceUnregisterForLicenses({ query: { deviceIdentifier: any(devices) } }),
    ({ subject }) => {
      const to = any(pupils.filter((pupil) => pupil.subject !== subject)).subject;
      return database
        .transaction()
        .execute((transaction) => licensesSubjectData.move(transaction, subject, to));
    },
  ];
  const outcomes = new Set<string | undefined>();
  for (let round = 0; round < 12; round++) {
    const done = await Promise.all(
      Array.from({ length: 12 }, () => codeOf(any(acts)(any(pupils), any(codes)))),
    );
    for (const code of done) outcomes.add(code);
    const counts = await countsOf(codes);
    expect(counts.map(({ taken }) => taken)).toEqual(counts.map(({ open }) => open));
    expect(await holdersOfSeveral(codes)).toEqual([]);
    if (round % 4 === 3) await world.expire(any(codes));
  }
  const refusals = new Set([
    undefined,
    'LICENSE_SEATS_TAKEN',
    'LICENSE_USED_ELSEWHERE',
    'DEVICE_NOT_FOUND',
    'LICENSE_USAGE_NOT_FOUND',
  ]);
  expect([...outcomes].filter((code) => !refusals.has(code))).toEqual([]);

  // Erased one by one, nobody leaves a seat behind.
  for (const { subject } of pupils) {
    await database
      .transaction()
      .execute((transaction) => licensesSubjectData.erase(transaction, subject));
  }
  expect(await countsOf(codes)).toEqual(codes.map(() => ({ taken: 0, open: 0 })));
});

test('a free seat is found behind many usages that had their heartbeats', async () => {
  const pupil = await world.newPupil();
  const code = await newClassLicense([pupil], dueBeforeFree + 1);
  const { rows } = await sql<{ license_usage_id: string }>`
    insert into lima.license_usages (license_code, license_usage_id, subject, device_identifier,
      mandant_identifier, product_reference, obtained_at, expires_at, due_at)
    select ${code}, gen_random_uuid(), 'other-' || place, 'd1', ${product.mandant_identifier},
      ${product.product_reference}, now() - interval '10 minutes',
      now() + interval '1 minute' * case when place <= ${dueBeforeFree} then 1 else -1 end,
      now() - interval '5 minutes' + interval '1 millisecond' * place
    from generate_series(1, ${dueBeforeFree}::integer + 1) place
    returning license_usage_id
  `.execute(world.platform.database);
  expect(rows).toHaveLength(dueBeforeFree + 1);
  await expect(obtain(pupil, code)).resolves.toMatchObject({ result_state: 'OK' });
  expect(await countsOf([code])).toEqual([{ taken: dueBeforeFree + 1, open: dueBeforeFree + 1 }]);
});

test('a heartbeat changes no column of an index, so that it writes the row alone', async () => {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_index join pg_attribute
      on attrelid = indrelid and attnum = any(indkey)
    where indrelid = 'lima.license_usages'::regclass
  `.execute(world.platform.database);
  expect(rows.map(({ name }) => name)).not.toContain('expires_at');
});
