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
import type { LicensesDependencies } from './dependencies.ts';
import { productHandlers } from './product.ts';
import { prunedUsagesHandlers } from './license/prune-usages.ts';
import { takenLicensesHandlers } from './license/prune-licenses.ts';

export function licensesHandlers(
  dependencies: LicensesDependencies,
): Handlers<Omit<Contract['lima'], 'cacheFlush' | 'ping'>> {
  const { database } = dependencies;
  return {
    ...deviceHandlers(database),
    ...licenseHandlers(dependencies),
    ...licenseOnDeviceHandlers(dependencies),
    ...obtainHandlers(dependencies),
    ...prunedUsagesHandlers(database),
    ...takenLicensesHandlers(database),
    ...verifyHandlers(dependencies),
    ...licenseUsageHandlers(dependencies),
    ...licenseOrderHandlers(database),
    ...licenseOverrideHandlers(database),
    ...productHandlers(dependencies),
  };
}
