import { sql } from 'kysely';
import { seesMandant, sightOf, type TokenOwner } from '../orders/public.ts';
import type { Connections } from '../storage/connections.ts';
import type { Database } from '../storage/database.ts';
import { parameter, prepareShort } from '../storage/prepared.ts';
import { licensesOfSubject } from './entitling-groups.ts';
import { licenseColumns, type LicenseRow } from './license-row.ts';
import { currentTime, licenseState } from './license-state.ts';

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
 * row without a `license_code`; without a device all rows have none. Licences of all publishers are among them: whether
 * a caller sees the publisher is not checked.
 */
export function createUncheckedDeviceLicenses(
  pool: Connections,
): (subject: string, on: OnDevices) => Promise<DeviceLicenseRow[]> {
  const subject = parameter<string>(1, 'text');
  const device = parameter<string | null>(2, 'text');
  const mandant = parameter<string | null>(3, 'text');
  const products = parameter<readonly string[] | null>(4, 'text[]');
  const statement = prepareShort<DeviceLicenseRow>(
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
    statement([
      subject,
      device_identifier ?? null,
      mandant_identifier ?? null,
      product_references ?? null,
    ]);
}

/** Licences of a subject on one of its devices that the caller sees; `undefined`: the subject has no such device. */
export type DeviceLicenses = (
  caller: TokenOwner,
  subject: string,
  on: OnDevices & { readonly device_identifier: string },
) => Promise<readonly DeviceLicenseRow[] | undefined>;

export function createDeviceLicenses(pool: Connections, database: Database): DeviceLicenses {
  const licensesOnDevices = createUncheckedDeviceLicenses(pool);
  return async (caller, subject, on) => {
    const rows = await licensesOnDevices(subject, on);
    if (rows[0]!.device_identifier === null) return undefined;
    const sight = await sightOf(database, caller, subject);
    // Without a licence there is one row, which says that the device is there.
    return rows.filter(
      ({ license_code, mandant_identifier }) =>
        license_code !== null && seesMandant(sight, mandant_identifier),
    );
  };
}
