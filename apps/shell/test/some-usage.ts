import type { LicenseUsage } from '../src/session/obtain-seat.ts';

/** Mia's seat of a licence, with a heartbeat a minute. */
export function someUsage(licenseCode = 'L-1'): LicenseUsage {
  return {
    license_code: licenseCode,
    license_usage_id: '5b2c8a4e-7f10-4c58-9a55-1d2f0c6b7a01',
    subject: 'mia',
    device_identifier: 'd'.repeat(32),
    license_usage_consistency_type: 'LICENSE_USAGE_CONSISTENCY_TYPE_VOLATILE',
    obtained_at: '2026-11-21T09:00:00.000Z',
    expires_at: '2026-11-21T09:03:00.000Z',
    heartbeat_interval_in_seconds: 60,
  };
}

/** A refusal of the licence service. */
export const refusal = (status: number, code: string) => ({ status, code });
