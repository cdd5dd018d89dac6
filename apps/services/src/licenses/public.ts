/* What other services ask of licences and products (docs/decisions/0049-boundaries.md). */

export { licensesOfGroups } from './entitling-groups.ts';
export { hasValidLicense, ownsLicense } from './holders.ts';
export { isProduct, licenseOrderSellers, mandantsOfProducts } from './known-products.ts';
export { licenseState, transactionTime } from './license-state.ts';
export { createLicensesOnDevices, type DeviceLicenseRow } from './license/on-device.ts';
export { productsForGroups, productsOwnedBy } from './owned-products.ts';
