import type { Contract } from '@lectern/contracts';
import type { Handlers } from '../http/routes.ts';
import type { Connections } from '../storage/connections.ts';
import type { Database } from '../storage/database.ts';
import { deviceHandlers } from './device.ts';
import { licenseHandlers } from './license/get-for-user.ts';
import { licenseOrderHandlers } from './license-order.ts';
import { licenseOverrideHandlers } from './license-override.ts';
import { licenseUsageHandlers } from './license-usage.ts';
import { licenseOnDeviceHandlers } from './license/on-device.ts';
import { obtainHandlers } from './license/obtain.ts';
import { verifyHandlers } from './license/verify.ts';
import { productHandlers } from './product.ts';
import { prunedUsagesHandlers } from './license/prune-usages.ts';
import { takenLicensesHandlers } from './license/prune-licenses.ts';
import type { UsageTimes } from './usage-times.ts';

/** Dependencies of the licence service. */
export interface LicensesParts {
  readonly database: Database;
  /** The same connections, for statements that are prepared once. */
  readonly pool: Connections;
  readonly usageTimes: UsageTimes;
}

/** Every call of the licence service, by family. */
export function licensesHandlers(parts: LicensesParts): Handlers<Omit<Contract['lima'], 'ping'>> {
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
    // Nothing is remembered between requests, so there is never anything to drop.
    cacheFlush: async () => ({ dropped_entries: 0, result_state: 'IA_OK' }),
  };
}
