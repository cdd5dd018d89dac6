import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../storage/database.ts';
import { licensesOfGroups } from './entitling-groups.ts';

/** Names of products, `mandant/product`, by the subject or the group that has licences of them. */
export type OwnedProducts = ReadonlyMap<string, ReadonlySet<string>>;

/** Products that the licences of groups open, or have opened, by group. */
export function ownedProductsOfGroups(
  database: Database,
  groupIds: readonly string[],
): Promise<OwnedProducts> {
  return readProducts(
    database,
    sql`select entitled_group_id as owner, license.* from ${licensesOfGroups(sql`${groupIds}::text[]`)} license`,
  );
}

/** Products that the licences of subjects open, or have opened, by subject. */
export function ownedProductsOfSubjects(
  database: Database,
  subjects: readonly string[],
): Promise<OwnedProducts> {
  return readProducts(
    database,
    sql`select subject as owner, licenses.* from lima.licenses where subject = any(${subjects}::text[])`,
  );
}

async function readProducts(
  database: Database,
  licenses: RawBuilder<unknown>,
): Promise<OwnedProducts> {
  const { rows } = await sql<{ readonly owner: string; readonly product: string }>`
    select distinct owner, mandant_identifier || '/' || product_reference as product
    from (${licenses}) license
  `.execute(database);
  const byOwner = Map.groupBy(rows, ({ owner }) => owner);
  return new Map(
    [...byOwner].map(([owner, owned]) => [owner, new Set(owned.map(({ product }) => product))]),
  );
}
