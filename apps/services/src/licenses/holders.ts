import { sql, type RawBuilder } from 'kysely';
import { isOfMandants, type Sight } from '../orders/public.ts';
import { licensesOfSubject } from './entitling-groups.ts';
import { licenseState, transactionTime } from './license-state.ts';

/** True where a subject owns a licence of a publisher that the caller sees. @param subject Column; it is read once. */
export function ownsLicense(sight: Sight, subject: RawBuilder<string>): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from lima.licenses owned where owned.subject = ${subject} and ${isOfMandants(sight)}
  )`;
}

/** True where a licence entitles a subject that holds now. @param subject Column; it is read several times. */
export function hasValidLicense(subject: RawBuilder<string>): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from ${licensesOfSubject(subject)} license
    where ${licenseState('license', transactionTime)} = 'LICENSE_STATE_VALID'
  )`;
}
