import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { migrate } from '../src/index.ts';
import { databaseBefore } from './database-before.ts';

/* Migration 0049 on a platform that keeps what it was told, in decomposed letters too. */

const composed = 'Köniz';
const decomposed = composed.normalize('NFD');

test('names and numbers of before are in NFC, with all that refers to them', async () => {
  const { database, databaseUrl } = await databaseBefore('0049-composed-letters');
  const request = { order_system_identifier: decomposed, product_reference: decomposed };
  for (const statement of [
    sql`insert into aua.users (subject, given_name, family_name, mandant_groups)
      values (${decomposed}, ${decomposed}, 'Bern', array[${decomposed}, 'b', ${composed}])`,
    sql`insert into aua.identities (subject, identity_provider_identifier, external_id, groups)
      values (${decomposed}, ${decomposed}, ${decomposed}, array['z', ${decomposed}])`,
    sql`insert into gres.groups (group_id, provider_id, name)
      values (${decomposed}, 'BEOOK_1', ${decomposed})`,
    sql`insert into lima.products (mandant_identifier, product_reference, title, article_numbers)
      values (${decomposed}, ${decomposed}, ${decomposed}, array[${decomposed}])`,
    sql`insert into lima.licenses
        (subject, license_code, license_strategy, mandant_identifier, product_reference)
      values ('mia', 'code', 'LICENSE_STRATEGY_USER', ${decomposed}, ${decomposed})`,
    sql`insert into osc.coupon_batches (batch_identifier, request)
      values (${decomposed}, ${JSON.stringify(request)})`,
    sql`insert into osc.coupons (coupon_code, order_system_identifier, batch_identifier,
        mandant_identifier, product_reference, license_strategy, seats, note)
      values ('code', ${decomposed}, ${decomposed}, ${decomposed}, ${decomposed},
        'LICENSE_STRATEGY_USER', 1, ${decomposed})`,
    sql`insert into atma.files (file_reference, space, asset_stage, asset_type)
      select ${decomposed}, kind || ':' || ${decomposed}, '', '' from unnest(array['mandant', 'group']) kind`,
    sql`insert into osc.customers (customer_id, order_system_identifier, subject)
      values (${decomposed}, 'SHOP', 'mia')`,
  ]) {
    await statement.execute(database);
  }
  await migrate(databaseUrl);
  const { rows: users } = await sql`
    select subject, given_name, family_name, mandant_groups from aua.users
  `.execute(database);
  // Subjects and identifiers of providers stay as they come.
  expect(users).toEqual([
    {
      subject: decomposed,
      given_name: composed,
      family_name: 'Bern',
      mandant_groups: [composed, 'b'],
    },
  ]);
  const { rows: identities } = await sql`
    select external_id, groups from aua.identities
  `.execute(database);
  expect(identities).toEqual([{ external_id: decomposed, groups: ['z', composed] }]);
  const { rows: groups } = await sql`select group_id, name from gres.groups`.execute(database);
  expect(groups).toEqual([{ group_id: decomposed, name: composed }]);
  const { rows: files } = await sql`
    select file_reference, space from atma.files order by space
  `.execute(database);
  expect(files).toEqual(
    [`group:${decomposed}`, `mandant:${composed}`].map((space) => ({
      file_reference: decomposed,
      space,
    })),
  );
  const { rows: rest } = await sql`
    select products.product_reference, products.mandant_identifier, title, article_numbers,
      batches.batch_identifier, batches.order_system_identifier, request, note, customer_id,
      coupon_code, licenses.license_code
    from lima.products
      join lima.licenses using (mandant_identifier, product_reference)
      join osc.coupons using (mandant_identifier, product_reference)
      join osc.coupon_batches batches using (batch_identifier, order_system_identifier)
      cross join osc.customers
  `.execute(database);
  expect(rest).toEqual([
    {
      product_reference: composed,
      mandant_identifier: composed,
      title: composed,
      article_numbers: [composed],
      batch_identifier: composed,
      order_system_identifier: composed,
      request: { order_system_identifier: composed, product_reference: composed },
      note: composed,
      customer_id: composed,
      coupon_code: 'code',
      license_code: 'code',
    },
  ]);
  await database.destroy();
});

test('a row stays whose key another one has in NFC, and the others do not wait for it', async () => {
  const { database, databaseUrl } = await databaseBefore('0049-composed-letters');
  const [half, whole] = ['\u1ec7', '\u1ec7'.normalize('NFD')];
  await sql`
    insert into lima.products (mandant_identifier, product_reference, title, article_numbers)
    select 'LECTERN', name, 'title', '{}'
    from unnest(array[${composed}, ${decomposed}, ${'ä'.normalize('NFD')}, ${whole}, ${'\u1eb9\u0302'}]) name
  `.execute(database);
  await migrate(databaseUrl);
  const { rows } = await sql<{ name: string }>`
    select product_reference as name from lima.products
  `.execute(database);
  const names = rows.map(({ name }) => name);
  expect(names).toHaveLength(5);
  expect(names).toEqual(expect.arrayContaining([composed, decomposed, 'ä', half]));
  await database.destroy();
});
