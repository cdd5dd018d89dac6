import type { Body, Contract } from '@lectern/contracts';
import type { Selectable } from 'kysely';
import type { Database } from '../storage/database.ts';
import type { Tables } from '../storage/tables.ts';
import { notStored } from './version-conflict.ts';

type WantedProduct = Body<Contract['lima']['productSave']>['product'];
type ProductRow = Selectable<Tables['lima.products']>;

/**
 * Result of saving: the stored product, and a flag for a change by this request; or the stored version, where the
 * change was made on another.
 */
export type SavedProduct =
  | { readonly product: ProductRow; readonly changed: boolean }
  | { readonly storedVersion: number };

export async function saveProduct(
  transaction: Database,
  wanted: WantedProduct,
): Promise<SavedProduct> {
  const { mandant_identifier, product_reference, version } = wanted;
  const stored = await transaction
    .selectFrom('lima.products')
    .selectAll()
    .where('mandant_identifier', '=', mandant_identifier)
    .where('product_reference', '=', product_reference)
    .forUpdate()
    .executeTakeFirst();
  if (stored && isSame(stored, wanted)) return { product: stored, changed: false };
  const storedVersion = stored?.version ?? notStored;
  if (storedVersion !== version) return { storedVersion };
  const product = stored
    ? await transaction
        .updateTable('lima.products')
        .set(({ eb, fn }) => ({
          ...contentOf(wanted),
          version: eb('version', '+', 1),
          updated_at: fn<Date>('now'),
        }))
        .where('mandant_identifier', '=', mandant_identifier)
        .where('product_reference', '=', product_reference)
        .returningAll()
        .executeTakeFirst()
    : await transaction
        .insertInto('lima.products')
        .values({ mandant_identifier, product_reference, ...contentOf(wanted) })
        .onConflict((conflict) => conflict.doNothing())
        .returningAll()
        .executeTakeFirst();
  // Another request has added it in between: look at what it stored.
  return product ? { product, changed: true } : saveProduct(transaction, wanted);
}

function contentOf({ title, article_numbers, device_maximum }: WantedProduct) {
  return { title, article_numbers, device_maximum: device_maximum ?? null };
}

function isSame(stored: ProductRow, wanted: WantedProduct): boolean {
  const { title, article_numbers, device_maximum } = contentOf(wanted);
  return (
    stored.title === title &&
    stored.device_maximum === device_maximum &&
    stored.article_numbers.length === article_numbers.length &&
    stored.article_numbers.every((number, index) => number === article_numbers[index])
  );
}

export function productOf({ device_maximum, updated_at, ...row }: ProductRow) {
  return {
    ...row,
    ...(device_maximum !== null && { device_maximum }),
    updated_at: updated_at.toISOString(),
  };
}
