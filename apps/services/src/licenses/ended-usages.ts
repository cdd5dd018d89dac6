import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../storage/database.ts';
import { currentTime } from '../storage/license-state.ts';

/**
 * Ends usages, so that their seats are free.
 *
 * @param which Condition on a row `usage`; that of usages of a subject goes by the index of subjects.
 * @returns how many lived until now
 */
export async function endUsages(
  transaction: Database,
  which: RawBuilder<unknown>,
): Promise<number> {
  // Before their rows, as whoever obtains one does.
  await sql`
    select from lima.seats
    where license_code in (
      select usage.license_code from lima.license_usages usage
      where ${which} and usage.ended_at is null
    )
    order by license_code
    for update
  `.execute(transaction);
  const { rows } = await sql<{ lived: boolean }>`
    update lima.license_usages usage
    set ended_at = least(usage.expires_at, ${currentTime})
    where ${which} and usage.ended_at is null
    returning usage.expires_at > ${currentTime} as lived
  `.execute(transaction);
  return rows.filter(({ lived }) => lived).length;
}
