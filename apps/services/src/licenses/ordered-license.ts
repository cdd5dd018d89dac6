import type { Database } from '../storage/database.ts';
import { lockLicenses } from './license-locks.ts';
import type { Selectable } from 'kysely';
import type { Tables } from '../storage/tables.ts';

export type LicenseOrderRow = Selectable<Tables['lima.license_orders']>;

/** Makes the licence of an order, or gives it what the order says now. */
export async function saveLicenseOf(
  transaction: Database,
  order: LicenseOrderRow,
  before: LicenseOrderRow | undefined,
): Promise<void> {
  const { subject, license_code, group_id } = order;
  if (before && (before.seats === null) !== (order.seats === null)) {
    // Waits for those who obtain uncounted, or counted, ones; the next to obtain one counts anew.
    await lockLicenses(transaction, [license_code], 'exclusive');
    await transaction.deleteFrom('lima.seats').where('license_code', '=', license_code).execute();
  }
  const content = {
    license_strategy: order.license_strategy,
    mandant_identifier: order.mandant_identifier,
    product_reference: order.product_reference,
    group_id,
    seats: order.seats,
    valid_from: order.valid_from,
    valid_until: order.valid_until,
  };
  await transaction
    .insertInto('lima.licenses')
    .values({ subject, license_code, ...content })
    .onConflict((conflict) => conflict.columns(['subject', 'license_code']).doUpdateSet(content))
    .execute();
  if (before?.group_id === group_id) return;
  if (before?.group_id) {
    await transaction
      .deleteFrom('lima.group_licenses')
      .where('group_id', '=', before.group_id)
      .where('license_code', '=', license_code)
      .execute();
  }
  if (group_id !== null) {
    await transaction
      .insertInto('lima.group_licenses')
      .values({ group_id, license_code, subject })
      .execute();
  }
}
