import type { License } from '@lectern/contracts';
import { sql, type Selectable } from 'kysely';
import type { Caller } from '../authorization/authorize.ts';
import type { Database } from '../storage/database.ts';
import { isLive, transactionTime } from './license-state.ts';
import type { Tables } from '../storage/tables.ts';
import { licenseOf, type LicenseRow } from './license-row.ts';

export type OverrideRow = Selectable<Tables['lima.license_overrides']>;
type LicenseOverride = NonNullable<License['license_overrides']>[number];

/** Licences as they are answered: whoever manages overrides sees those that hold now. */
export async function withOverrides(
  database: Database,
  caller: Caller,
  rows: readonly LicenseRow[],
): Promise<License[]> {
  if (rows.length === 0 || !caller.permissions.has('license-override.manage')) {
    return rows.map(licenseOf);
  }
  const overrides = await liveOverrides(database, rows);
  const byLicense = Map.groupBy(overrides, nameOf);
  return rows.map((row) => {
    const own = byLicense.get(nameOf(row)) ?? [];
    return { ...licenseOf(row), ...(own.length > 0 && { license_overrides: own.map(overrideOf) }) };
  });
}

async function liveOverrides(
  database: Database,
  licenses: readonly LicenseRow[],
): Promise<OverrideRow[]> {
  const { rows } = await sql<OverrideRow>`
    select one.*
    from unnest(
      ${licenses.map(({ subject }) => subject)}::text[],
      ${licenses.map(({ license_code }) => license_code)}::text[]
    ) as asked (subject, license_code)
      join lima.license_overrides one using (subject, license_code)
    where ${isLive(transactionTime)}
    order by one.saved_at, one.license_override_id
  `.execute(database);
  return rows;
}

export function overrideOf(row: OverrideRow): LicenseOverride {
  return {
    license_override_id: row.license_override_id,
    license_override_kind: row.license_override_kind,
    reason: row.reason,
    ends_at: row.ends_at.toISOString(),
    saved_at: row.saved_at.toISOString(),
    ...(row.saved_by !== null && { saved_by: row.saved_by }),
  };
}

function nameOf({ subject, license_code }: { subject: string; license_code: string }): string {
  return JSON.stringify([subject, license_code]);
}
