import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { codeOf, makeBeforeAll, startBeforeAll } from '../platform.ts';
import { obtain, product, startLicensing, type Person } from './licensing.ts';
import { rowsOf } from '../rows.ts';

const rounds = 25;

const world = startBeforeAll(startLicensing);

const shop = makeBeforeAll(() => world.newPerson('administrator'));
const administrator = makeBeforeAll(() => world.newPerson('administrator'));
beforeAll(async () => {
  await world.platform.database
    .insertInto('lima.products')
    .values({ ...product, title: 'P', article_numbers: [] })
    .execute();
});

/** An order for a licence, as {@link shop} saves it. */
function newOrder(change: { seats?: number; group_id?: string } = {}) {
  return {
    order_system_identifier: 'SHOP',
    license_order_identifier: randomUUID() as string,
    ...product,
    license_strategy: 'LICENSE_STRATEGY_GROUP' as const,
    version: 0,
    ...change,
  };
}

/** How many connections to the database wait for a lock. */
async function waiting(): Promise<number> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
  `.execute(world.platform.database);
  return rows.length;
}

/** Waits until work has ended, or is the next that waits for a lock. */
async function untilHeld(work: Promise<unknown>, others: number): Promise<void> {
  let hasEnded = false;
  void work.finally(() => (hasEnded = true));
  await expect.poll(async () => hasEnded || (await waiting()) > others).toBe(true);
}

async function save({ subject }: Person, license_order: ReturnType<typeof newOrder>) {
  const saved = await shop.licenses.licenseOrderSave({ body: { subject, license_order } });
  return saved.license_order.license_code;
}

test('orders deleted, changed and taken with their licences at once wait in no circle', async () => {
  const outcomes = new Set<string | undefined>();
  for (let round = 0; round < rounds; round++) {
    const pupil = await world.newPupil();
    const { subject } = pupil;
    const order = newOrder({ seats: 1 });
    await obtain(pupil, await save(pupil, order));
    const { order_system_identifier, license_order_identifier } = order;
    const key = { order_system_identifier, license_order_identifier };
    const reason = 'returned';
    const codes = await Promise.all([
      codeOf(shop.licenses.licenseOrderDelete({ body: { subject, ...key, reason } })),
      codeOf(administrator.licenses.licensePruneAllLicensesFromUser({ body: { subject, reason } })),
      codeOf(save(pupil, { ...order, seats: 2, version: 1 })),
    ]);
    for (const code of codes) outcomes.add(code);
    const left = await pupil.licenses.licenseGetForUser({ body: { subject } });
    expect(left.licenses).toEqual([]);
  }
  outcomes.delete(undefined);
  expect([...outcomes].filter((code) => code !== 'LICENSE_ORDER_DELETED')).toEqual([]);
});

test('a seat obtained before a licence got its seats counts among them', async () => {
  const owner = await world.newPerson('teacher');
  const [mia, ben] = [await world.newPupil(), await world.newPupil()];
  const group_id = await world.newGroup(owner);
  for (const pupil of [mia, ben]) await world.join(group_id, pupil);
  const order = newOrder({ group_id });
  const license_code = await save(owner, order);
  const { database } = world.platform;
  // Mia's request stops right before it stores the usage.
  const [held, opened] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const stopping = database.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('lima.device_products')
      .values({ subject: mia.subject, ...product, device_identifier: 'd1' })
      .execute();
    held.resolve();
    await opened.promise;
    await rowsOf(transaction, 'lima.device_products', { subject: mia.subject }).delete();
  });
  await held.promise;
  const first = codeOf(obtain(mia, license_code));
  await untilHeld(first, 0);
  const saved = codeOf(save(owner, { ...order, seats: 1, version: 1 }));
  await untilHeld(saved, 1);
  const second = codeOf(obtain(ben, license_code));
  await untilHeld(second, 2);
  opened.resolve();
  await stopping;
  expect(await Promise.all([saved, first, second])).toEqual([
    undefined,
    undefined,
    'LICENSE_SEATS_TAKEN',
  ]);
});

test('with seats, without and with seats again, usages count from first to last', async () => {
  const owner = await world.newPerson('teacher');
  const pupils = await Promise.all(Array.from({ length: 3 }, () => world.newPupil()));
  const group_id = await world.newGroup(owner);
  for (const pupil of pupils) await world.join(group_id, pupil);
  const order = newOrder({ group_id });
  const license_code = await save(owner, { ...order, seats: 1 });
  const [first, second, third] = pupils as [Person, Person, Person];
  await obtain(first, license_code);
  expect(await codeOf(obtain(second, license_code))).toBe('LICENSE_SEATS_TAKEN');
  await save(owner, { ...order, version: 1 });
  await obtain(second, license_code);
  await save(owner, { ...order, seats: 2, version: 2 });
  expect(await codeOf(obtain(third, license_code))).toBe('LICENSE_SEATS_TAKEN');
  await save(owner, { ...order, seats: 3, version: 3 });
  await obtain(third, license_code);
});
