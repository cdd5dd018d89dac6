import type { Contract } from '@lectern/contracts';
import { sql } from 'kysely';
import type { Handlers } from '../http/routes.ts';
import { currentTime } from './license-state.ts';
import { parameter, prepare } from '../storage/prepared.ts';
import { usageWithState } from './usage-with-state.ts';
import { usageOf, type JudgedUsage } from './usage-row.ts';
import type { LicensesDependencies } from './dependencies.ts';

/** `/licenseUsage/giveOffHeartbeat`: one statement, prepared. */
export function licenseUsageHandlers({
  pool,
  usageTimes,
}: Pick<LicensesDependencies, 'pool' | 'usageTimes'>): Handlers<
  Pick<Contract['lima'], 'licenseUsageGiveOffHeartbeat'>
> {
  /*
   * Takes no lock of the licence: obtaining ends a usage before its seat goes to another, and this statement reads
   * a row again for which it has waited, and finds it ended. `due_at` has an index, and changes only where lifetimes
   * were made shorter.
   */
  const end = sql`${currentTime} + ${parameter(4, 'integer')} * interval '1 millisecond'`;
  // Not short: the statement may wait for the row, and others behind it; see `Connections.queryShort`.
  const keep = prepare<JudgedUsage>(
    pool,
    'keep-license-usage',
    sql`
      with asked as (${usageWithState}),
      kept as (
        update lima.license_usages usage
        set expires_at = ${end}, due_at = least(usage.due_at, ${end})
        from asked
        where usage.license_code = ${parameter(1, 'text')}
          and usage.license_usage_id = ${parameter(2, 'uuid')}
          and usage.ended_at is null and usage.expires_at > ${currentTime}
          and asked.license_state = 'LICENSE_STATE_VALID'
        returning usage.expires_at
      )
      select asked.license_code, asked.license_usage_id, asked.subject, asked.device_identifier,
        asked.obtained_at, coalesce(kept.expires_at, asked.expires_at) as expires_at,
        asked.license_state, kept.expires_at is not null as holds
      from asked left join kept on true
    `,
  );

  return {
    async licenseUsageGiveOffHeartbeat({ body, refusal }) {
      const [usage] = await keep.run(pool, [
        body.license_code,
        body.license_usage_id,
        body.subject,
        usageTimes.lifetimeInMs,
      ]);
      if (!usage) throw refusal('LICENSE_USAGE_NOT_FOUND');
      if (usage.license_state !== 'LICENSE_STATE_VALID') throw refusal('LICENSE_NOT_VALID');
      if (!usage.holds) throw refusal('LICENSE_USAGE_ENDED');
      return { license_usage: usageOf(usage, usageTimes) };
    },
  };
}
