import type { License } from '@lectern/contracts';
import { sql } from 'kysely';

/** A licence as it is read, with its state at the time of reading. */
export interface LicenseRow {
  /** Its owner, where it lies; not always whom it entitles. */
  readonly subject: string;
  readonly license_code: string;
  readonly license_strategy: string;
  readonly license_state: License['license_state'];
  readonly mandant_identifier: string;
  readonly product_reference: string;
  readonly group_id: string | null;
  readonly seats: number | null;
  readonly valid_from: Date;
  readonly valid_until: Date | null;
}

/** The columns of a {@link LicenseRow} but its state, of a row `license`. */
export const licenseColumns = sql`
  license.subject, license.license_code, license.license_strategy, license.mandant_identifier,
  license.product_reference, license.group_id, license.seats, license.valid_from, license.valid_until
`;

export function licenseOf(row: LicenseRow): License {
  return {
    license_code: row.license_code,
    license_strategy: row.license_strategy as License['license_strategy'],
    license_state: row.license_state,
    mandant_identifier: row.mandant_identifier,
    product_reference: row.product_reference,
    valid_from: row.valid_from.toISOString(),
    ...(row.valid_until && { valid_until: row.valid_until.toISOString() }),
    ...(row.group_id !== null && { group_id: row.group_id }),
    ...(row.seats !== null && { seats: row.seats }),
  };
}

/** Keeps one licence a product: valid before not, then the one that lasts longest. */
export function bestOfEachProduct(rows: readonly LicenseRow[]): LicenseRow[] {
  const products = Map.groupBy(rows, ({ mandant_identifier, product_reference }) =>
    JSON.stringify([mandant_identifier, product_reference]),
  );
  return [...products.values()].map((same) =>
    same.reduce((best, next) => (isBetter(next, best) ? next : best)),
  );
}

function isBetter(row: LicenseRow, than: LicenseRow): boolean {
  const isValid = row.license_state === 'LICENSE_STATE_VALID';
  if (isValid !== (than.license_state === 'LICENSE_STATE_VALID')) return isValid;
  return endOf(row) > endOf(than);
}

function endOf({ valid_until }: LicenseRow): number {
  return valid_until?.getTime() ?? Infinity;
}
