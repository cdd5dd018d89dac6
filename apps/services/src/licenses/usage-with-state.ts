import { sql } from 'kysely';
import { licensesOfSubject } from './entitling-groups.ts';
import { currentTime, licenseState } from './license-state.ts';
import { parameter } from '../storage/prepared.ts';

/** The usage asked for, and the state of its licence for its subject. */
export const usageWithState = sql`
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
