import type { ErrorCode, Contract, License } from '@lectern/contracts';
import type { Database } from '../storage/database.ts';
import { leadsGroup } from '../groups/public.ts';
import { isSeller } from '../orders/public.ts';
import { isProduct } from './known-products.ts';
import { areSamePerson } from '../authorization/person-names.ts';
import { newLicenseCode } from './license-code.ts';
import { saveLicenseOf, type LicenseOrderRow } from './ordered-license.ts';
import { takeLicenses } from './taken.ts';
import { notStored } from './version-conflict.ts';

/** Names an order; it makes one licence however often it is saved. */
export interface LicenseOrderKey {
  readonly order_system_identifier: string;
  readonly license_order_identifier: string;
}

/** Content of an order; absent fields are as `licenseOrder/save` of the contract says. */
export interface LicenseOrderContent {
  readonly subject: string;
  readonly mandant_identifier: string;
  readonly product_reference: string;
  readonly article_number?: string | undefined;
  readonly license_strategy: License['license_strategy'];
  readonly group_id?: string | undefined;
  readonly seats?: number | undefined;
  readonly valid_from?: string | undefined;
  readonly valid_until?: string | undefined;
}

/** An order as `licenseOrder/save` of the contract describes it. */
export type LicenseOrder = LicenseOrderKey & LicenseOrderContent;

/** Why no licence is made. */
export type SaveRefusal = Exclude<
  ErrorCode<Contract['lima']['licenseOrderSave']>,
  'ORDER_SYSTEM_UNKNOWN'
>;
type Refused<Code> = { readonly refusal: Code };
/** A change that was made on another version than the stored one. */
type Conflict = Refused<'LICENSE_ORDER_CONFLICT'> & { readonly storedVersion: number };
type Done = {
  readonly refusal?: undefined;
  readonly license_code: string;
  readonly changed: boolean;
};

/** Result of saving an order; `changed`: by this very request. */
export type SavedOrder =
  | (Done & { readonly order: LicenseOrderRow })
  | Refused<SaveRefusal>
  | Conflict;
/** Result of deleting an order, with its former owner. */
export type DeletedOrder = (Done & { readonly owner: string }) | Refused<'LICENSE_ORDER_NOT_FOUND'>;

/**
 * Saves an order and makes its licence, once; what is stored so already stays, another content changes
 * the licence, which stays under the name that has it. Nothing is written where it is refused.
 *
 * @param baseVersion Version that the change was made on, 0: there was none; absent: whatever is stored.
 */
export async function saveLicenseOrder(
  transaction: Database,
  order: LicenseOrder,
  baseVersion?: number,
): Promise<SavedOrder> {
  const stored = await lockOrder(transaction, order);
  if (!stored && (baseVersion ?? notStored) !== notStored) return conflictWith(notStored);
  if (stored) {
    const isTheirs = await areSamePerson(transaction, stored.subject, order.subject);
    if (!isTheirs || (await becomesOfAnother(transaction, stored, order))) {
      return { refusal: 'LICENSE_ORDER_CONFLICT' };
    }
    if (stored.deleted_at) return { refusal: 'LICENSE_ORDER_DELETED' };
    if (isSame(stored, order)) return done(stored, false);
    if (baseVersion !== undefined && baseVersion !== stored.version) {
      return conflictWith(stored.version);
    }
  }
  const refusal = await refusalOf(transaction, order, stored);
  if (refusal) return { refusal };
  const saved = stored
    ? await changeOrder(transaction, stored, order)
    : await addOrder(transaction, order);
  // Another request has saved the same one in between: look at what it stored.
  if (!saved) return saveLicenseOrder(transaction, order, baseVersion);
  await saveLicenseOf(transaction, saved, stored);
  return done(saved, true);
}

/**
 * Deletes an order with its licence and the seats.
 *
 * @param subject Whose order it must be; absent: anybody's.
 */
export async function deleteLicenseOrder(
  transaction: Database,
  key: LicenseOrderKey,
  subject?: string,
): Promise<DeletedOrder> {
  const stored = await lockOrder(transaction, key);
  const isTheirs =
    stored &&
    (subject === undefined || (await areSamePerson(transaction, stored.subject, subject)));
  if (!isTheirs) return { refusal: 'LICENSE_ORDER_NOT_FOUND' };
  const { subject: owner, license_code } = stored;
  if (stored.deleted_at) return { owner, license_code, changed: false };
  await takeLicenses(transaction, [owner], [license_code]);
  return { owner, license_code, changed: true };
}

function conflictWith(storedVersion: number): Conflict {
  return { refusal: 'LICENSE_ORDER_CONFLICT', storedVersion };
}

function done(order: LicenseOrderRow, changed: boolean): SavedOrder {
  return { license_code: order.license_code, order, changed };
}

function lockOrder(
  transaction: Database,
  key: LicenseOrderKey,
): Promise<LicenseOrderRow | undefined> {
  return transaction
    .selectFrom('lima.license_orders')
    .selectAll()
    .where('order_system_identifier', '=', key.order_system_identifier)
    .where('license_order_identifier', '=', key.license_order_identifier)
    .forUpdate()
    .executeTakeFirst();
}

/**
 * An order becomes another publisher's by another mandant. What an order system sold for one for which it sells no more
 * stays that one's, whatever the order system is told to say since.
 */
async function becomesOfAnother(
  transaction: Database,
  stored: LicenseOrderRow,
  { mandant_identifier }: LicenseOrderContent,
): Promise<boolean> {
  return stored.mandant_identifier !== mandant_identifier && !(await isSeller(transaction, stored));
}

/** Product and group of an order must exist when it is first saved; later they may have gone. */
async function refusalOf(
  transaction: Database,
  order: LicenseOrder,
  stored: LicenseOrderRow | undefined,
): Promise<SaveRefusal | undefined> {
  const { subject, mandant_identifier, product_reference, group_id } = order;
  const isSameProduct =
    stored?.mandant_identifier === mandant_identifier &&
    stored.product_reference === product_reference;
  if (!isSameProduct) {
    if (!(await isProduct(transaction, order))) return 'PRODUCT_NOT_FOUND';
  }
  if (group_id === undefined || stored?.group_id === group_id) return undefined;
  return (await leadsGroup(transaction, subject, group_id)) ? undefined : 'GROUP_NOT_FOUND';
}

/** @returns nothing where an order of this name was added in the meantime */
function addOrder(
  transaction: Database,
  order: LicenseOrder,
): Promise<LicenseOrderRow | undefined> {
  const { order_system_identifier, license_order_identifier, subject, valid_from } = order;
  return transaction
    .insertInto('lima.license_orders')
    .values({
      order_system_identifier,
      license_order_identifier,
      subject,
      license_code: newLicenseCode(),
      ...columnsOf(order),
      ...(valid_from !== undefined && { valid_from: new Date(valid_from) }),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
}

function changeOrder(
  transaction: Database,
  stored: LicenseOrderRow,
  order: LicenseOrderContent,
): Promise<LicenseOrderRow | undefined> {
  return transaction
    .updateTable('lima.license_orders')
    .set(({ eb, fn }) => ({
      ...columnsOf(order),
      ...(order.valid_from !== undefined && { valid_from: new Date(order.valid_from) }),
      version: eb('version', '+', 1),
      updated_at: fn<Date>('now'),
    }))
    .where('order_system_identifier', '=', stored.order_system_identifier)
    .where('license_order_identifier', '=', stored.license_order_identifier)
    .returningAll()
    .executeTakeFirst();
}

/** The content as it is stored, but for its beginning, which stays where none is given. */
function columnsOf(order: LicenseOrderContent) {
  return {
    mandant_identifier: order.mandant_identifier,
    product_reference: order.product_reference,
    article_number: order.article_number ?? null,
    license_strategy: order.license_strategy,
    group_id: order.group_id ?? null,
    seats: order.seats ?? null,
    valid_until: order.valid_until === undefined ? null : new Date(order.valid_until),
  };
}

function isSame(stored: LicenseOrderRow, order: LicenseOrderContent): boolean {
  const { valid_until, ...columns } = columnsOf(order);
  return (
    Object.entries(columns).every(
      ([name, value]) => stored[name as keyof typeof columns] === value,
    ) &&
    stored.valid_until?.getTime() === valid_until?.getTime() &&
    (order.valid_from === undefined ||
      stored.valid_from.getTime() === new Date(order.valid_from).getTime())
  );
}
