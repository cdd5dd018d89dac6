import type { Contract } from '@lectern/contracts';
import type { Handlers } from '../../http/routes.ts';
import { createDeviceLicenses } from '../device-licenses.ts';
import { withOverrides } from '../live-overrides.ts';
import { usageOf } from '../usage-row.ts';
import type { LicensesDependencies } from '../dependencies.ts';

type DeviceLicenseCalls = Pick<Contract['lima'], 'licenseGetForUserAndDevice'>;

/** `/license/getForUserAndDevice`: what obtaining would find now, without obtaining. */
export function licenseOnDeviceHandlers({
  database,
  pool,
  usageTimes,
}: LicensesDependencies): Handlers<DeviceLicenseCalls> {
  const deviceLicenses = createDeviceLicenses(pool, database);
  return {
    async licenseGetForUserAndDevice({ body, caller, refusal }) {
      const { subject, device_identifier, mandant_identifier, product_reference } = body;
      const licensed = await deviceLicenses(caller, subject, {
        device_identifier,
        mandant_identifier,
        product_references: product_reference === undefined ? undefined : [product_reference],
      });
      if (!licensed) throw refusal('DEVICE_NOT_FOUND');
      const licenses = await withOverrides(database, caller, licensed);
      return {
        licenses: licensed.map((row, index) => {
          const { license_usage_id, obtained_at, expires_at, seats } = row;
          const free = seats === null ? undefined : Math.max(0, seats - row.taken);
          const { license_code, license_state, is_device_registered } = row;
          const key = { license_code, subject, device_identifier, obtained_at, expires_at };
          return {
            ...licenses[index]!,
            ...(license_usage_id !== null && {
              license_usage: usageOf({ ...key, license_usage_id }, usageTimes),
            }),
            ...(free !== undefined && { free_seats: free }),
            is_device_registered,
            may_obtain:
              license_state === 'LICENSE_STATE_VALID' &&
              (is_device_registered || row.is_place_free) &&
              (license_usage_id !== null || (free !== 0 && !row.is_used_elsewhere)),
          };
        }),
      };
    },
  };
}
