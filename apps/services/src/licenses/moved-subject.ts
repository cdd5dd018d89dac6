import { sql } from 'kysely';
import type { Database } from '../storage/database.ts';
import { currentTime } from './license-state.ts';
import type { RowCounts } from '../storage/subject-data.ts';
import { endUsages, lockLicensesOfUsages } from './ended-usages.ts';
import { lockOrders } from './license-locks.ts';

/**
 * Writes another subject into the rows that are not named by their subject: usages, orders, licences of
 * groups, and overrides that the subject made for others. Both subjects are locked.
 */
export async function moveNamedRows(
  transaction: Database,
  from: string,
  to: string,
): Promise<RowCounts> {
  await lockOrders(transaction, [from]);
  const isOfOthers = sql`(
    exists (select from lima.seats where seats.license_code = usage.license_code)
    and not exists (
      select from lima.licenses license
      where license.subject in (${from}, ${to}) and license.license_code = usage.license_code
    )
  )`;
  const isOfBoth = sql`usage.subject in (${from}, ${to})`;
  // All of them in their order: each of the next two statements would lock only its own.
  await lockLicensesOfUsages(transaction, isOfBoth);
  // Usages without a heartbeat would block seats.
  await endUsages(transaction, sql`${isOfBoth} and usage.expires_at <= ${currentTime}`);
  // One usage a device, and one a subject where seats are counted and neither owns the licence: where
  // both have one, a seat becomes free. On the same device also where the other has expired just now: the
  // index has room for one that has not ended.
  await endUsages(
    transaction,
    sql`
      usage.subject = ${from} and exists (
        select from lima.license_usages other
        where other.license_code = usage.license_code and other.subject = ${to}
          and other.ended_at is null
          and (
            other.device_identifier = usage.device_identifier
            or (other.expires_at > ${currentTime} and ${isOfOthers})
          )
      )
    `,
  );
  const usages = await transaction
    .updateTable('lima.license_usages')
    .set({ subject: to })
    .where('subject', '=', from)
    .executeTakeFirst();
  const orders = await transaction
    .updateTable('lima.license_orders')
    .set({ subject: to })
    .where('subject', '=', from)
    .executeTakeFirst();
  await sql`
    update lima.group_licenses given set subject = ${to}
    from lima.licenses license
    where license.subject = ${from} and given.group_id = license.group_id
      and given.license_code = license.license_code
  `.execute(transaction);
  await transaction
    .updateTable('lima.license_overrides')
    .set({ saved_by: to })
    .where('saved_by', '=', from)
    .execute();
  return {
    'lima.license_usages': Number(usages.numUpdatedRows),
    'lima.license_orders': Number(orders.numUpdatedRows),
  };
}
