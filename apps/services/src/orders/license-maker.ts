import type { Body, Contract } from '@lectern/contracts';
import type { Database } from '../storage/database.ts';

/** Names a licence order, which makes one licence however often it is saved. */
export interface LicenseOrderKey {
  readonly order_system_identifier: string;
  readonly license_order_identifier: string;
}

type SavedOrder = Body<Contract['lima']['licenseOrderSave']>['license_order'];

/** A licence to make, as `licenseOrder/save` of the licence service describes it. */
export type LicenseOrder = LicenseOrderKey & { readonly subject: string } & Omit<
    SavedOrder,
    keyof LicenseOrderKey | 'version'
  >;

/** Why the licence service makes no licence; the codes of `licenseOrder/save`. */
export type LicenseRefusal =
  | 'PRODUCT_NOT_FOUND'
  | 'GROUP_NOT_FOUND'
  | 'LICENSE_ORDER_CONFLICT'
  | 'LICENSE_ORDER_DELETED';

/** Result of saving: the licence, new or old, or the reason why there is none. */
export type SavedLicense =
  | { readonly license_code: string; readonly refusal?: undefined }
  | { readonly refusal: LicenseRefusal };

/**
 * Makes licences and takes them away: what this service needs of the licence service, which the
 * composition hands it. Both functions work in the transaction of whoever calls and can be repeated.
 */
export interface LicenseMaker {
  /**
   * Saves a licence order. What is stored so already stays; another content changes the licence.
   *
   * @param reason For the audit log.
   */
  save(transaction: Database, order: LicenseOrder, reason: string): Promise<SavedLicense>;
  /**
   * Deletes a licence order with its licence, if there is one.
   *
   * @param reason For the audit log.
   */
  delete(transaction: Database, key: LicenseOrderKey, reason: string): Promise<void>;
}
