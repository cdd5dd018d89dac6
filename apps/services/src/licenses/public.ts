/* Questions about licences and products for other services (docs/decisions/0049-boundaries.md). */

export {
  createDeviceLicenses,
  createUncheckedDeviceLicenses,
  type DeviceLicenseRow,
  type DeviceLicenses,
} from './device-licenses.ts';
export { hasValidLicense, ownsLicense } from './holders.ts';
export { isProduct, licenseOrderSellers, mandantsOfProducts } from './known-products.ts';
export { makeLicense, takeLicense } from './made-licenses.ts';
export type { LicenseOrder, LicenseOrderKey, SavedOrder, SaveRefusal } from './order-store.ts';
export { ownedProductsOfGroups, ownedProductsOfSubjects } from './owned-products.ts';
export { decideLicense, type LicenseRefusal, type NamedLicense } from './usable-license.ts';
export { productLicensesOfGroups } from './products-of-groups.ts';
export { seatsOfGroups } from './seats-of-groups.ts';
