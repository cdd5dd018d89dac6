import type { Examples } from '../example.ts';
import type { licenseUsageCalls } from './license-usage.ts';

const usage = {
  license_code: 'WASSER-KLASSE-5B',
  license_usage_id: '5b2c8a4e-7f10-4c58-9a55-1d2f0c6b7a01',
} as const;

export const licenseUsageExamples: Examples<typeof licenseUsageCalls> = {
  licenseUsageGiveOffHeartbeat: {
    body: { subject: 'demo-mia', ...usage },
    answer: {
      license_usage: {
        ...usage,
        subject: 'demo-mia',
        device_identifier: 'device-1',
        license_usage_consistency_type: 'LICENSE_USAGE_CONSISTENCY_TYPE_VOLATILE',
        obtained_at: '2026-11-21T09:00:00.000Z',
        expires_at: '2026-11-21T09:35:00.000Z',
        heartbeat_interval_in_seconds: 60,
      },
    },
  },
};
