import type { Contract, License } from '@lectern/contracts';
import { sql } from 'kysely';
import type { Handlers } from '../http/routes.ts';
import type { Database } from '../storage/database.ts';

/** The calls under `/license`. */
export function licenseHandlers(
  database: Database,
): Handlers<Pick<Contract['lima'], 'licenseGetForUser'>> {
  return {
    async licenseGetForUser({ body, query }) {
      const rows = await database
        .selectFrom('lima.licenses')
        .select([
          'license_code',
          'license_strategy',
          'mandant_identifier',
          'product_reference',
          'valid_from',
          'valid_until',
          // The database's clock decides, so that every process answers alike.
          sql<License['license_state']>`case
            when blocked then 'LICENSE_STATE_BLOCKED'
            when now() >= valid_from and (valid_until is null or now() < valid_until)
              then 'LICENSE_STATE_VALID'
            else 'LICENSE_STATE_EXPIRED' end`.as('license_state'),
        ])
        .where('subject', '=', body.subject)
        .$if(body.mandant_identifier !== undefined, (q) =>
          q.where('mandant_identifier', '=', body.mandant_identifier!),
        )
        .$if(body.product_reference !== undefined, (q) =>
          q.where('product_reference', '=', body.product_reference!),
        )
        .orderBy('license_code')
        .execute();
      const licenses = rows.map(({ valid_from, valid_until, ...row }) => ({
        ...row,
        license_strategy: row.license_strategy as License['license_strategy'],
        valid_from: valid_from.toISOString(),
        ...(valid_until && { valid_until: valid_until.toISOString() }),
      }));
      return { licenses: query.consolidate ? bestOfEachProduct(licenses) : licenses };
    },
  };
}

/** Keeps one licence a product: valid before not, then the one that lasts longest. */
function bestOfEachProduct(licenses: readonly License[]): License[] {
  const products = Map.groupBy(licenses, ({ mandant_identifier, product_reference }) =>
    JSON.stringify([mandant_identifier, product_reference]),
  );
  return [...products.values()].map((same) =>
    same.reduce((best, next) => (isBetter(next, best) ? next : best)),
  );
}

function isBetter(license: License, than: License): boolean {
  const valid = license.license_state === 'LICENSE_STATE_VALID';
  if (valid !== (than.license_state === 'LICENSE_STATE_VALID')) return valid;
  if (than.valid_until === undefined) return false;
  return license.valid_until === undefined || license.valid_until > than.valid_until;
}
