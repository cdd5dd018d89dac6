import type { License } from '@lectern/contracts';
import type { licenseUsage } from '@lectern/contracts/calls/licenses/license-usage';
import type * as z from 'zod/mini';
import type { UsageTimes } from './usage-times.ts';

/** A usage as it is answered. */
export type LicenseUsage = z.infer<typeof licenseUsage>;

export interface UsageRow {
  readonly license_code: string;
  readonly license_usage_id: string;
  readonly subject: string;
  readonly device_identifier: string;
  readonly obtained_at: Date;
  readonly expires_at: Date;
}

/** A usage with what became of it, and of its licence. */
export interface JudgedUsage extends UsageRow {
  /** False once it has ended. */
  readonly holds: boolean;
  /** `null`: the subject is not entitled by the licence any more. */
  readonly license_state: License['license_state'] | null;
}

export function usageOf(row: UsageRow, times: UsageTimes): LicenseUsage {
  return {
    license_code: row.license_code,
    license_usage_id: row.license_usage_id,
    subject: row.subject,
    device_identifier: row.device_identifier,
    license_usage_consistency_type: 'LICENSE_USAGE_CONSISTENCY_TYPE_VOLATILE',
    obtained_at: row.obtained_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    heartbeat_interval_in_seconds: times.heartbeatIntervalInSeconds,
  };
}
