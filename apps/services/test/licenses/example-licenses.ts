import type { Database } from '../../src/index.ts';
import { insertRows } from '../rows.ts';

const product = { mandant_identifier: 'LECTERN', product_reference: 'wasser-entdecken' };
const [pupil, teacher, group_id, device_identifier] = [
  'demo-mia',
  'demo-thomas',
  'demo-klasse-5b',
  'device-1',
];
const ofClass = { subject: teacher, license_code: 'WASSER-KLASSE-5B' };
const usage = {
  license_code: ofClass.license_code,
  license_usage_id: '5b2c8a4e-7f10-4c58-9a55-1d2f0c6b7a01',
};

/**
 * Makes what the examples of the licence service speak of as it was: codes and ids that the service
 * itself would choose.
 */
export async function restoreExampleLicenses(database: Database): Promise<void> {
  await database
    .insertInto('lima.products')
    .values({
      ...product,
      title: 'Wasser entdecken',
      article_numbers: ['LECTERN-LP', 'LECTERN-SUS'],
      device_maximum: 3,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await restoreClass(database);
  await database
    .insertInto('lima.licenses')
    .values([
      {
        subject: pupil,
        license_code: 'WASSER-MIA-2026',
        license_strategy: 'LICENSE_STRATEGY_USER',
        ...product,
        group_id: null,
      },
      { ...ofClass, license_strategy: 'LICENSE_STRATEGY_GROUP', ...product, group_id },
    ])
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await database
    .insertInto('lima.group_licenses')
    .values({ group_id, ...ofClass })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await database
    .insertInto('lima.devices')
    .values({ subject: pupil, device_identifier })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await database
    .insertInto('lima.device_products')
    .values({ subject: pupil, ...product, device_identifier })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const [obtained_at, expires_at] = [new Date(), new Date(Date.now() + 600_000)];
  await database.deleteFrom('lima.license_usages').where('subject', '=', pupil).execute();
  await insertRows(database, 'lima.license_usages', {
    ...usage,
    subject: pupil,
    device_identifier,
    ...product,
    obtained_at,
    expires_at,
    due_at: expires_at,
  });
}

async function restoreClass(database: Database): Promise<void> {
  const memberships = [
    { group_id, subject: teacher, group_role: 'leader' as const },
    { group_id, subject: pupil, group_role: 'member' as const },
  ].map((membership) => ({
    ...membership,
    membership_state: 'accepted' as const,
    membership_types: ['HasLicenses'],
  }));
  for (const table of ['gres.members', 'gres.subject_groups'] as const) {
    await database
      .insertInto(table)
      .values(memberships)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}
