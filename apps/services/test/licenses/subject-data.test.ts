import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { RowStream } from '../../src/storage/row-stream.ts';
import { licensesSubjectData } from '../../src/licenses/subject-data.ts';
import { codeOf, makeBeforeAll, startBeforeAll } from '../platform.ts';
import { tablesNaming } from '../tables-naming.ts';
import { justPast, obtain, product, startLicensing, type Person } from './licensing.ts';
import { rowsOf } from '../rows.ts';

const world = startBeforeAll(startLicensing);
let support: Person;

const shop = makeBeforeAll(() => world.newPerson('administrator'));
beforeAll(async () => {
  support = await world.newPerson('support');
  await world.platform.database
    .insertInto('lima.products')
    .values({ ...product, title: 'P', article_numbers: [], device_maximum: 2 })
    .execute();
});

/** A teacher with something in every table of the service, and a pupil who sits on the class licence. */
async function live() {
  const teacher = await world.newPupil();
  const pupil = await world.newPupil();
  const group = await world.newGroup(teacher);
  await world.join(group, pupil);
  const { license_order } = await shop.licenses.licenseOrderSave({
    body: {
      subject: teacher.subject,
      license_order: {
        order_system_identifier: 'SHOP',
        license_order_identifier: randomUUID(),
        ...product,
        license_strategy: 'LICENSE_STRATEGY_GROUP',
        group_id: group,
        seats: 5,
        version: 0,
      },
    },
  });
  const { license_code } = license_order;
  const usages = [await obtain(teacher, license_code), await obtain(pupil, license_code)];
  await extend(support, teacher, license_code);
  return { teacher, pupil, group, license_code, usages };
}

async function extend(by: Person, owner: Person, license_code: string) {
  await by.licenses.licenseOverrideSave({
    body: {
      subject: owner.subject,
      license_code,
      license_override: {
        license_override_id: randomUUID(),
        license_override_kind: 'LICENSE_OVERRIDE_KIND_EXTEND',
        reason: 'why',
        ends_at: '2999-01-01T00:00:00.000Z',
      },
    },
  });
}

/** The tables of the service that name a subject anywhere. */
const tablesWith = (subject: string) => tablesNaming(world.platform.database, subject, 'lima');

const everyTable = [
  'lima.device_products',
  'lima.devices',
  'lima.group_licenses',
  'lima.license_orders',
  'lima.license_overrides',
  'lima.license_usages',
  'lima.licenses',
];

const erase = (subject: string) =>
  world.platform.database
    .transaction()
    .execute((transaction) => licensesSubjectData.erase(transaction, subject));
const move = (from: string, to: string) =>
  world.platform.database
    .transaction()
    .execute((transaction) => licensesSubjectData.move(transaction, from, to));

test('erased, a subject is nowhere, and its licences entitle nobody any more', async () => {
  const { teacher, pupil, license_code } = await live();
  const other = await world.newPupil();
  await extend({ ...support }, other, await world.give(other));
  expect(await tablesWith(teacher.subject)).toEqual(everyTable);
  expect(await erase(teacher.subject)).toMatchObject({
    'lima.licenses': 1,
    'lima.license_orders': 1,
    'lima.devices': 1,
  });
  expect(await tablesWith(teacher.subject)).toEqual([]);
  expect(await codeOf(obtain(pupil, license_code))).toBe('LICENSE_NOT_FOUND');
  const { rows } = await sql`
    select from lima.license_usages where license_code = ${license_code}
  `.execute(world.platform.database);
  expect(rows).toEqual([]);
  expect(await erase(teacher.subject)).toMatchObject({ 'lima.licenses': 0 });
});

test('erased, who made exceptions leaves them behind without a name', async () => {
  const [helper, pupil] = [await world.newPerson('support'), await world.newPupil()];
  await extend(helper, pupil, await world.give(pupil));
  await erase(helper.subject);
  expect(await tablesWith(helper.subject)).toEqual([]);
  const [license] = (await support.licenses.licenseGetForUser({ body: { subject: pupil.subject } }))
    .licenses;
  expect(license!.license_overrides).toHaveLength(1);
  expect(license!.license_overrides![0]).not.toHaveProperty('saved_by');
});

test('moved, everything is the other subject’s, and works on', async () => {
  const { teacher, pupil, license_code, usages } = await live();
  const next = await world.newPupil();
  expect(await move(teacher.subject, next.subject)).toMatchObject({
    moved: {
      'lima.devices': 1,
      'lima.device_products': 1,
      'lima.licenses': 1,
      'lima.license_overrides': 1,
      'lima.license_usages': 1,
      'lima.license_orders': 1,
    },
  });
  expect(await tablesWith(teacher.subject)).toEqual([]);
  expect(await tablesWith(next.subject)).toEqual(everyTable);
  const { license_usage_id } = usages[0]!.license_usage;
  const body = { subject: next.subject, license_code, license_usage_id };
  await next.licenses.licenseUsageGiveOffHeartbeat({ body });
  await expect(obtain(pupil, license_code)).resolves.toMatchObject({ result_state: 'IA_OK' });
  const { license_orders } = await next.licenses.licenseOrderGetForUser({
    body: { subject: next.subject },
  });
  expect(license_orders).toMatchObject([{ license_code, license_state: 'LICENSE_STATE_VALID' }]);
});

test('moved to one who sits on the same licence with the same device, a seat becomes free', async () => {
  const { teacher, pupil, license_code } = await live();
  await move(pupil.subject, teacher.subject);
  const { rows } = await sql<{ subject: string; ended: boolean }>`
    select subject, ended_at is not null as ended from lima.license_usages
    where license_code = ${license_code} order by ended
  `.execute(world.platform.database);
  expect(rows).toEqual([
    { subject: teacher.subject, ended: false },
    { subject: teacher.subject, ended: true },
  ]);
});

test('moved to one who sits on the same class licence, a seat becomes free', async () => {
  const { pupil, group, license_code } = await live();
  const guest = await world.newPerson();
  await world.registerDevice(guest, 'd2');
  await world.join(group, guest);
  await obtain(guest, license_code, 'd2');
  await move(guest.subject, pupil.subject);
  const { rows } = await sql`
    select device_identifier from lima.license_usages
    where license_code = ${license_code} and subject = ${pupil.subject} and ended_at is null
  `.execute(world.platform.database);
  expect(rows).toEqual([{ device_identifier: 'd1' }]);
});

test.each(['d1', 'd2'])(
  'moved with a usage on %s to one whose own on d1 has expired, the one that lives stays',
  async (device) => {
    const { pupil, group, license_code } = await live();
    const guest = await world.newPupil();
    await world.registerDevice(guest, device);
    await world.join(group, guest);
    const { license_usage } = await obtain(guest, license_code, device);
    // Not before: whoever obtains a usage ends what has expired.
    await rowsOf(world.platform.database, 'lima.license_usages', {
      license_code,
      subject: pupil.subject,
    }).set({ expires_at: justPast, due_at: justPast });
    await move(guest.subject, pupil.subject);
    const { license_usage_id } = license_usage;
    const { rows } = await sql`
      select license_usage_id from lima.license_usages
      where license_code = ${license_code} and subject = ${pupil.subject} and ended_at is null
    `.execute(world.platform.database);
    expect(rows).toEqual([{ license_usage_id }]);
    const body = { subject: pupil.subject, license_code, license_usage_id };
    await pupil.licenses.licenseUsageGiveOffHeartbeat({ body });
  },
);

test('exported, a person is told all of its own and not who helped', async () => {
  const { teacher, license_code } = await live();
  const exported = await world.platform.database.transaction().execute(async (transaction) => {
    const tables: Record<string, unknown[]> = {};
    const streams: Readonly<Record<string, RowStream>> = licensesSubjectData.export(
      transaction,
      teacher.subject,
    );
    for (const [table, stream] of Object.entries(streams)) {
      tables[table] = [];
      for await (const rows of stream) tables[table].push(...rows);
    }
    return tables;
  });
  expect(exported).toMatchObject({
    'lima.devices': [{ device_identifier: 'd1' }],
    'lima.device_products': [product],
    'lima.licenses': [{ license_code }],
    'lima.license_overrides': [{ license_code, reason: 'why' }],
    'lima.license_usages': [{ license_code, device_identifier: 'd1' }],
    'lima.license_orders': [{ license_code, order_system_identifier: 'SHOP' }],
  });
  expect(JSON.stringify(exported)).not.toContain(support.subject);
});
