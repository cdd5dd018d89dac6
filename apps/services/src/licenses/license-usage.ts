import type { Contract } from '@lectern/contracts';
import { sql } from 'kysely';
import type { Handlers } from '../http/routes.ts';
import { licensesOfSubject } from '../storage/entitling-groups.ts';
import { currentTime, licenseState } from '../storage/license-state.ts';
import { parameter, prepareShort } from '../storage/prepared.ts';
import { seesMandant, sightOf } from '../storage/spoken-for.ts';
import type { Database } from '../storage/database.ts';
import type { Connections } from '../storage/connections.ts';
import type { UsageTimes } from './usage-times.ts';
import { usageOf, type JudgedUsage } from './usage-row.ts';

type UsageCalls = Pick<
  Contract['lima'],
  'licenseUsageGiveOffHeartbeat' | 'licenseVerifyLicenseUsage'
>;

/** The usage asked for, and the state of its licence for its subject. */
const usageWithState = sql`
  select usage.license_code, usage.license_usage_id, usage.subject, usage.device_identifier,
    usage.mandant_identifier, usage.obtained_at, usage.expires_at, usage.ended_at, license.license_state
  from lima.license_usages usage
    left join lateral (
      select ${licenseState('license', currentTime)} as license_state
      from ${licensesOfSubject(parameter(3, 'text'))} license
      where license.license_code = ${parameter(1, 'text')}
      limit 1
    ) license on true
  where usage.license_code = ${parameter(1, 'text')}
    and usage.license_usage_id = ${parameter(2, 'uuid')}
    and usage.subject = ${parameter(3, 'text')}
`;

/** Keeping and verifying usages: each one statement, prepared. */
export function licenseUsageHandlers({
  database,
  pool,
  usageTimes,
}: {
  readonly database: Database;
  readonly pool: Connections;
  readonly usageTimes: UsageTimes;
}): Handlers<UsageCalls> {
  const verify = prepareShort<JudgedUsage & { readonly mandant_identifier: string }>(
    pool,
    'verify-license-usage',
    sql`
      select asked.*, asked.ended_at is null and asked.expires_at > ${currentTime} as holds
      from (${usageWithState}) asked
    `,
  );
  /*
   * It takes no lock of the licence: whoever counts seats ends a usage before giving its seat to
   * another, and then this statement, which looks again at a row that it had to wait for, finds it ended.
   * It changes no column of an index: a usage comes due earlier only where lifetimes were made shorter.
   */
  const end = sql`${currentTime} + ${parameter(4, 'integer')} * interval '1 millisecond'`;
  const keep = prepareShort<JudgedUsage>(
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
      const [usage] = await keep([
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

    async licenseVerifyLicenseUsage({ body, caller, refusal }) {
      const values = [body.license_code, body.license_usage_id, body.subject];
      const [usage] = await verify(values);
      const sight = await sightOf(database, caller, body.subject);
      if (!usage || !seesMandant(sight, usage.mandant_identifier))
        throw refusal('LICENSE_USAGE_NOT_FOUND');
      const holds = usage.holds && usage.license_state === 'LICENSE_STATE_VALID';
      return {
        holds,
        license_state: usage.license_state ?? 'LICENSE_STATE_EXPIRED',
        ...(holds && { license_usage: usageOf(usage, usageTimes) }),
      };
    },
  };
}
