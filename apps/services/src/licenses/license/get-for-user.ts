import type { Contract } from '@lectern/contracts';
import type { Handlers } from '../../http/routes.ts';
import { sightOf } from '../../orders/public.ts';
import { createEntitlements } from '../entitlements.ts';
import { bestOfEachProduct } from '../license-row.ts';
import { withOverrides } from '../live-overrides.ts';
import type { LicensesDependencies } from '../dependencies.ts';

export function licenseHandlers({
  database,
  pool,
}: Pick<LicensesDependencies, 'database' | 'pool'>): Handlers<
  Pick<Contract['lima'], 'licenseGetForUser'>
> {
  const entitlements = createEntitlements(pool);
  return {
    async licenseGetForUser({ body, query, caller }) {
      const sight = await sightOf(database, caller, body.subject);
      const rows = await entitlements(body.subject, body, sight);
      const asked = query.consolidate ? bestOfEachProduct(rows) : rows;
      return { licenses: await withOverrides(database, caller, asked) };
    },
  };
}
