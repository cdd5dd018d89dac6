import type { Database } from './database.ts';

/** Names a product, which the licence service keeps. */
export interface ProductKey {
  readonly mandant_identifier: string;
  readonly product_reference: string;
}

/** Whether a publisher has a product: what other services need to know of products. */
export async function isProduct(
  database: Database,
  { mandant_identifier, product_reference }: ProductKey,
): Promise<boolean> {
  const product = await database
    .selectFrom('lima.products')
    .select('product_reference')
    .where('mandant_identifier', '=', mandant_identifier)
    .where('product_reference', '=', product_reference)
    .executeTakeFirst();
  return product !== undefined;
}
