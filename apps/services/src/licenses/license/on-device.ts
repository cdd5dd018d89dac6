import type { Contract } from '@lectern/contracts';
import { sql } from 'kysely';
import type pg from 'pg';
import type { Handlers } from '../../http/routes.ts';
import { licensesOfSubject } from '../entitling-groups.ts';
import { currentTime, licenseState } from '../license-state.ts';
import { parameter, prepare } from '../../storage/prepared.ts';
import { seesMandant, sightOf } from '../../orders/public.ts';
import type { Database } from '../../storage/database.ts';
import type { Connections } from '../../storage/connections.ts';
import type { UsageTimes } from '../usage-times.ts';
import { licenseColumns, type LicenseRow } from '../license-row.ts';
import { withOverrides } from '../live-overrides.ts';
import { usageOf } from '../usage-row.ts';

type DeviceLicenseCalls = Pick<Contract['lima'], 'licenseGetForUserAndDevice'>;

/** A licence as a device may use it; the columns of its usage are `null` where it has none. */
export interface DeviceLicenseRow extends LicenseRow {
  /** `null`: the subject has no such device. */
  readonly device_identifier: string | null;
  readonly license_usage_id: string | null;
  readonly obtained_at: Date;
  readonly expires_at: Date;
  /** Among those of the product, or there is no limit of these. */
  readonly is_device_registered: boolean;
  readonly is_place_free: boolean;
  /** The subject holds the only seat that it may have on another device. */
  readonly is_used_elsewhere: boolean;
  readonly taken: number;
}

/** Which licences are looked for, and on which devices; absent: of any. */
interface OnDevices {
  readonly device_identifier?: string | undefined;
  readonly mandant_identifier?: string | undefined;
  readonly product_references?: readonly string[] | undefined;
}

/**
 * Finds the licences that entitle a subject, once for each of its devices. A device without licences has one
 * row without a `license_code`; without a device all rows have none.
 */
export function createLicensesOnDevices(
  pool: pg.Pool,
): (subject: string, on: OnDevices) => Promise<DeviceLicenseRow[]> {
  const subject = parameter<string>(1, 'text');
  const device = parameter<string | null>(2, 'text');
  const mandant = parameter<string | null>(3, 'text');
  const products = parameter<readonly string[] | null>(4, 'text[]');
  const statement = prepare<DeviceLicenseRow>(
    pool,
    'licenses-on-devices',
    sql`
      select ${licenseColumns}, license.license_state, device.device_identifier,
        usage.license_usage_id, usage.obtained_at, usage.expires_at,
        place.is_there or product.device_maximum is null as is_device_registered,
        coalesce(place.places < product.device_maximum, true) as is_place_free,
        license.seats is not null and license.subject <> ${subject} and exists (
          select from lima.license_usages
          where license_code = license.license_code and subject = ${subject}
            and device_identifier <> device.device_identifier and ended_at is null
            and expires_at > clock.at
        ) as is_used_elsewhere,
        case when license.seats is null then 0 else (
          select count(*) from lima.license_usages
          where license_code = license.license_code and ended_at is null
            and expires_at > clock.at
        )::integer end as taken
      from (select ${currentTime} as at) clock
        left join lima.devices device
          on device.subject = ${subject}
            and (${device} is null or device.device_identifier = ${device})
        left join lateral (
          select license.*, ${licenseState('license', sql`clock.at`)} as license_state
          from ${licensesOfSubject(subject)} license
          where (${mandant} is null or license.mandant_identifier = ${mandant})
            and (${products} is null or license.product_reference = any(${products}))
        ) license on device.device_identifier is not null
        left join lima.license_usages usage
          on usage.license_code = license.license_code and usage.subject = ${subject}
            and usage.device_identifier = device.device_identifier and usage.ended_at is null
            and usage.expires_at > clock.at
        left join lima.products product
          on product.mandant_identifier = license.mandant_identifier
            and product.product_reference = license.product_reference
        left join lateral (
          select count(*) as places,
            coalesce(bool_or(device_identifier = device.device_identifier), false) as is_there
          from lima.device_products
          where device_products.subject = ${subject}
            and device_products.mandant_identifier = license.mandant_identifier
            and device_products.product_reference = license.product_reference
        ) place on true
      order by license.license_code
    `,
  );
  return (subject, { device_identifier, mandant_identifier, product_references }) =>
    statement.run(pool, [
      subject,
      device_identifier ?? null,
      mandant_identifier ?? null,
      product_references ?? null,
    ]);
}

/** `/license/getForUserAndDevice`: what obtaining would find now, without obtaining. */
export function licenseOnDeviceHandlers({
  database,
  pool,
  usageTimes,
}: {
  readonly database: Database;
  readonly pool: Connections;
  readonly usageTimes: UsageTimes;
}): Handlers<DeviceLicenseCalls> {
  const licensesOnDevices = createLicensesOnDevices(pool);
  return {
    async licenseGetForUserAndDevice({ body, caller, refusal }) {
      const { subject, device_identifier, mandant_identifier, product_reference } = body;
      const rows = await licensesOnDevices(subject, {
        device_identifier,
        mandant_identifier,
        product_references: product_reference === undefined ? undefined : [product_reference],
      });
      const sight = await sightOf(database, caller, subject);
      if (rows[0]!.device_identifier === null) throw refusal('DEVICE_NOT_FOUND');
      // Without a licence there is one row, which says that the device is there.
      const licensed = rows.filter(
        (row) => row.license_code !== null && seesMandant(sight, row.mandant_identifier),
      );
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
