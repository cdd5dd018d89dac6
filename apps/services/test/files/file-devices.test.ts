import { expect, test } from 'vitest';
import { makeBeforeAll, startBeforeAll } from '../platform.ts';
import { product, publish, startFileWorld } from './file-world.ts';
import { licensed, obtain, register } from './licensed.ts';
import { insertRows } from '../rows.ts';

/* Row 43 of the security cases: on which devices a licence opens the files of its product. */

const world = startBeforeAll(startFileWorld);

const publisher = makeBeforeAll(() => world.newPerson('administrator'));
const paid = makeBeforeAll(() => publish(publisher, 'paid'));

const { access, refusalOf } = licensed(() => paid);

test('a licence with seats opens files where the subject has taken one, and on that device alone', async () => {
  const who = await world.newPerson();
  const license = await world.license(who, { seats: 1 });
  await obtain(who, license);
  expect((await access(who, license)).version).toBe(1);
  await register(who, 'device-2');
  const elsewhere = { ...license, device_identifier: 'device-2' };
  expect(await refusalOf(who, elsewhere)).toBe('LICENSE_USAGE_REQUIRED');
});

test('a licence with seats opens nothing any more on a device that was unregistered', async () => {
  const who = await world.newPerson();
  const [seat, unlimited] = [await world.license(who, { seats: 1 }), await world.license(who)];
  await obtain(who, seat);
  await who.as('lima').deviceUnregisterForLicenses({
    query: { deviceIdentifier: seat.device_identifier },
  });
  expect(await refusalOf(who, seat)).toBe('LICENSE_USAGE_REQUIRED');
  // The device itself stays known, and a licence without seats needs none.
  expect((await access(who, unlimited)).version).toBe(1);
});

test('a licence for so many devices opens files on these alone, until they are unregistered', async () => {
  const product_reference = 'luft-entdecken';
  await insertRows(world.database, 'lima.products', {
    ...product,
    product_reference,
    title: 'Luft',
    article_numbers: [],
    device_maximum: 1,
  });
  const { file_reference } = await publish(publisher, 'air', {
    product_references: [product_reference],
  });
  const who = await world.newPerson();
  const license = { ...(await world.license(who, { product_reference })), file_reference };
  const elsewhere = { ...license, device_identifier: 'device-2' };
  await register(who, 'device-2');
  expect(await refusalOf(who, license)).toBe('LICENSE_USAGE_REQUIRED');
  const usage = await obtain(who, license);
  expect((await access(who, license)).version).toBe(1);
  expect(await refusalOf(who, elsewhere)).toBe('LICENSE_USAGE_REQUIRED');
  // It is about devices, not about who uses the licence now.
  await who.as('lima').licensePruneLicenseUsage({ body: { subject: who.subject, ...usage } });
  expect((await access(who, license)).version).toBe(1);
  await who.as('lima').deviceUnregisterForLicenses({
    query: { deviceIdentifier: license.device_identifier },
  });
  expect(await refusalOf(who, license)).toBe('LICENSE_USAGE_REQUIRED');
  await obtain(who, elsewhere);
  expect((await access(who, elsewhere)).version).toBe(1);
});
