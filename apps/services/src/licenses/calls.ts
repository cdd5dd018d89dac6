import type { Contract } from '@lectern/contracts';
import type { Handlers } from '../http/routes.ts';
import { deviceHandlers } from './device.ts';
import { licenseHandlers } from './license/get-for-user.ts';
import { licenseOrderHandlers } from './license-order.ts';
import { licenseOverrideHandlers } from './license-override.ts';
import { licenseUsageHandlers } from './license-usage.ts';
import { licenseOnDeviceHandlers } from './license/on-device.ts';
import { obtainHandlers } from './license/obtain.ts';
import { verifyHandlers } from './license/verify.ts';
import type { LicensesParts } from './parts.ts';
import { productHandlers } from './product.ts';
import { prunedUsagesHandlers } from './license/prune-usages.ts';
import { takenLicensesHandlers } from './license/prune-licenses.ts';

/** Every call of the licence service, by family. */
export function licensesHandlers(
  parts: LicensesParts,
): Handlers<Omit<Contract['lima'], 'cacheFlush' | 'ping'>> {
  const { database } = parts;
  return {
    ...deviceHandlers(database),
    ...licenseHandlers(parts),
    ...licenseOnDeviceHandlers(parts),
    ...obtainHandlers(parts),
    ...prunedUsagesHandlers(database),
    ...takenLicensesHandlers(database),
    ...verifyHandlers(parts),
    ...licenseUsageHandlers(parts),
    ...licenseOrderHandlers(database),
    ...licenseOverrideHandlers(database),
    ...productHandlers(parts),
  };
}
