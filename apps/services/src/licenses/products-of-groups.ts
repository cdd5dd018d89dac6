import type { Answer, Contract } from '@lectern/contracts';
import { sql } from 'kysely';
import type { Database } from '../storage/database.ts';
import { licensesOfGroups } from './entitling-groups.ts';
import { licenseState, transactionTime } from './license-state.ts';
import { isOfMandants, type Sight } from '../orders/public.ts';

export type GroupProduct = Answer<Contract['gp']['gpGroups']>['groups'][number]['products'][number];

/** Which products are asked for; absent: all. */
export interface ProductFilter {
  readonly mandant_identifier?: string | undefined;
  readonly product_reference?: string | undefined;
}

interface ProductRow extends Pick<
  GroupProduct,
  'mandant_identifier' | 'product_reference' | 'license_code' | 'license_state'
> {
  readonly entitled_group_id: string;
  readonly valid_from: Date;
  readonly valid_until: Date | null;
}

/** Gives the products of groups that a caller sees, by group, with the state of their licences now. */
export async function productLicensesOfGroups(
  database: Database,
  groupIds: readonly string[],
  { mandant_identifier, product_reference }: ProductFilter,
  sight: Sight,
): Promise<ReadonlyMap<string, readonly GroupProduct[]>> {
  const { rows } = await sql<ProductRow>`
    select entitled_group_id, mandant_identifier, product_reference, license_code, valid_from,
      valid_until, ${licenseState('license', transactionTime)} as license_state
    from ${licensesOfGroups(sql`${groupIds}::text[]`)} license
    where ${isOfMandants(sight)}
      ${mandant_identifier === undefined ? sql`` : sql`and mandant_identifier = ${mandant_identifier}`}
      ${product_reference === undefined ? sql`` : sql`and product_reference = ${product_reference}`}
    order by mandant_identifier, product_reference, license_code
  `.execute(database);
  const byGroup = Map.groupBy(rows, ({ entitled_group_id }) => entitled_group_id);
  return new Map(
    [...byGroup].map(([groupId, products]) => [groupId, products.map(toWire)] as const),
  );
}

function toWire({
  entitled_group_id: _,
  valid_from,
  valid_until,
  ...product
}: ProductRow): GroupProduct {
  return {
    ...product,
    valid_from: valid_from.toISOString(),
    ...(valid_until && { valid_until: valid_until.toISOString() }),
  };
}
