/* What other services ask of licences and products (docs/decisions/0049-boundaries.md). */

export { leadsAnyGroup, licensesOfGroups, licensesOfSubject } from './entitling-groups.ts';
export { isProduct, isSeller, isUsedByOthers, mandantsOfProducts } from './known-products.ts';
export { licenseState, transactionTime } from './license-state.ts';
export { createLicensesOnDevices, type DeviceLicenseRow } from './license/on-device.ts';
