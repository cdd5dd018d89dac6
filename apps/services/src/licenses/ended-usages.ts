import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../storage/database.ts';
import { currentTime } from './license-state.ts';
import { lockLicenses } from './license-locks.ts';

/**
 * Locks the licences of usages that have not ended, before the usages' rows: the order of obtaining one.
 *
 * @param condition As for {@link endUsages}.
 * @returns the codes of the licences
 */
export async function lockLicensesOfUsages(
  transaction: Database,
  condition: RawBuilder<unknown>,
): Promise<string[]> {
  const { rows } = await sql<{ license_code: string }>`
    select distinct usage.license_code from lima.license_usages usage
    where ${condition} and usage.ended_at is null
  `.execute(transaction);
  const codes = rows.map(({ license_code }) => license_code);
  await lockLicenses(transaction, codes, 'shared');
  return codes;
}

/**
 * Ends usages, so that their seats are free.
 *
 * @param condition Condition on a row `usage`; that of usages of a subject goes by the index of subjects.
 * @returns how many lived until now
 */
export async function endUsages(
  transaction: Database,
  condition: RawBuilder<unknown>,
): Promise<number> {
  const codes = await lockLicensesOfUsages(transaction, condition);
  if (codes.length === 0) return 0;
  const { rows } = await sql<{ lived: number }>`
    with ended as (
      update lima.license_usages usage
      set ended_at = least(usage.expires_at, ${currentTime})
      where ${condition} and usage.ended_at is null and usage.license_code = any(${codes}::text[])
      returning usage.license_code, usage.expires_at > ${currentTime} as lived
    ),
    counted as (
      update lima.seats set taken = seats.taken - freed.usages
      from (select license_code, count(*) as usages from ended group by license_code) freed
      where seats.license_code = freed.license_code
    )
    select count(*) filter (where lived)::integer as lived from ended
  `.execute(transaction);
  return rows[0]!.lived;
}
