import type { productCalls } from '@lectern/contracts/calls/licenses/product';
import type { Handlers } from '../http/routes.ts';
import { seesMandant, sightOf } from '../orders/public.ts';
import { createEntitlements } from './entitlements.ts';
import { bestOfEachProduct, type LicenseRow } from './license-row.ts';
import { withOverrides } from './live-overrides.ts';
import { productOf, saveProduct } from './product-store.ts';
import { versionConflictText } from './version-conflict.ts';
import type { LicensesDependencies } from './dependencies.ts';

export function productHandlers({
  database,
  pool,
}: Pick<LicensesDependencies, 'database' | 'pool'>): Handlers<typeof productCalls> {
  const entitlements = createEntitlements(pool);
  return {
    productSave: ({ body: { product }, caller, refusal, record }) =>
      database.transaction().execute(async (transaction) => {
        const sight = await sightOf(transaction, caller);
        if (!seesMandant(sight, product.mandant_identifier)) throw refusal('MANDANT_NOT_FOUND');
        const saved = await saveProduct(transaction, product);
        if ('storedVersion' in saved) {
          throw refusal(
            'PRODUCT_CONFLICT',
            versionConflictText('product', saved.storedVersion, product.version),
          );
        }
        const answer = { product: productOf(saved.product) };
        if (!saved.changed) return { ...answer, result_state: 'IA_OK' };
        await record(transaction, { product });
        return answer;
      }),

    async productVerifyUserAccess({ body, caller }) {
      const sight = await sightOf(database, caller, body.subject);
      const rows = await entitlements(body.subject, body, sight);
      const [best] = bestOfEachProduct(rows);
      if (best?.license_state !== 'LICENSE_STATE_VALID') {
        return { has_access: false, access_denial: denialOf(rows) };
      }
      const [license] = await withOverrides(database, caller, [best]);
      return { has_access: true, license: license! };
    },
  };
}

/** A block was set by somebody who could lift it; so it is nearer than an end that has passed. */
function denialOf(rows: readonly LicenseRow[]) {
  if (rows.length === 0) return 'ACCESS_DENIAL_NO_LICENSE';
  return rows.some(({ license_state }) => license_state === 'LICENSE_STATE_BLOCKED')
    ? 'ACCESS_DENIAL_LICENSE_BLOCKED'
    : 'ACCESS_DENIAL_LICENSE_EXPIRED';
}
