import { sql } from 'kysely';
import type { Connections } from '../storage/connections.ts';
import { licensesOfSubject } from './entitling-groups.ts';
import { licenseState, transactionTime } from './license-state.ts';
import { parameter, prepareShort } from '../storage/prepared.ts';
import { seesMandant, type Sight } from '../orders/public.ts';
import { licenseColumns, type LicenseRow } from './license-row.ts';

/** Which licences are looked for; absent: of any publisher, for any product. */
export interface ProductFilter {
  readonly mandant_identifier?: string | undefined;
  readonly product_reference?: string | undefined;
}

/** Gives the licences that entitle a subject and that a caller sees, in the order of their codes. */
export type Entitlements = (
  subject: string,
  filter: ProductFilter,
  sight: Sight,
) => Promise<LicenseRow[]>;

/** One prepared statement: licences are asked for at every sign-in. */
export function createEntitlements(pool: Connections): Entitlements {
  const mandant = parameter<string | null>(2, 'text');
  const product = parameter<string | null>(3, 'text');
  const licensesOf = prepareShort<LicenseRow>(
    pool,
    'licenses-of-subject',
    sql`
      select ${licenseColumns}, ${licenseState('license', transactionTime)} as license_state
      from ${licensesOfSubject(parameter(1, 'text'))} license
      where (${mandant} is null or license.mandant_identifier = ${mandant})
        and (${product} is null or license.product_reference = ${product})
      order by license.license_code
    `,
  );
  return async (subject, { mandant_identifier = null, product_reference = null }, sight) => {
    const rows = await licensesOf([subject, mandant_identifier, product_reference]);
    return rows.filter((row) => seesMandant(sight, row.mandant_identifier));
  };
}
