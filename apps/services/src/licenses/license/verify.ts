import type { Contract } from '@lectern/contracts';
import { sql } from 'kysely';
import type { Handlers } from '../../http/routes.ts';
import { currentTime } from '../license-state.ts';
import { prepareShort } from '../../storage/prepared.ts';
import { seesMandant, sightOf } from '../../orders/public.ts';
import { usageWithState } from '../usage-with-state.ts';
import { usageOf, type JudgedUsage } from '../usage-row.ts';
import type { LicensesDependencies } from '../dependencies.ts';

/** `/license/verifyLicenseUsage`: one statement, prepared. */
export function verifyHandlers({
  database,
  pool,
  usageTimes,
}: LicensesDependencies): Handlers<Pick<Contract['lima'], 'licenseVerifyLicenseUsage'>> {
  const verify = prepareShort<JudgedUsage & { readonly mandant_identifier: string }>(
    pool,
    'verify-license-usage',
    sql`
      select asked.*, asked.ended_at is null and asked.expires_at > ${currentTime} as holds
      from (${usageWithState}) asked
    `,
  );
  return {
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
