import { sql } from 'kysely';
import type { Database } from '../storage/database.ts';
import { lockLicenses, lockOrders } from './license-locks.ts';

/**
 * Takes licences from a person, under whichever name it has them: with their seats, overrides, and the orders that
 * made them, whose identifiers stay used.
 *
 * @returns the codes of those that were there, in their order
 */
export async function takeLicenses(
  transaction: Database,
  names: readonly string[],
  codes: readonly string[],
): Promise<string[]> {
  if (codes.length === 0) return [];
  await lockOrders(transaction, names, codes);
  // From here on no seat of them can be obtained.
  await lockLicenses(transaction, codes, 'exclusive');
  const { rows } = await sql<{ license_code: string }>`
    with taken as (
      delete from lima.licenses where subject = any(${names}::text[]) and license_code = any(${codes}::text[])
      returning license_code
    ),
    seats as (
      delete from lima.seats where license_code = any(${codes}::text[])
    ),
    usages as (
      delete from lima.license_usages where license_code = any(${codes}::text[])
    ),
    groups as (
      delete from lima.group_licenses given using lima.licenses license
      where license.subject = any(${names}::text[]) and license.license_code = any(${codes}::text[])
        and given.group_id = license.group_id and given.license_code = license.license_code
    ),
    overrides as (
      delete from lima.license_overrides
      where subject = any(${names}::text[]) and license_code = any(${codes}::text[])
    ),
    orders as (
      update lima.license_orders set deleted_at = now(), updated_at = now(), version = version + 1
      where subject = any(${names}::text[]) and license_code = any(${codes}::text[]) and deleted_at is null
    )
    select license_code from taken order by license_code
  `.execute(transaction);
  return rows.map(({ license_code }) => license_code);
}
