import type { Examples } from '../example.ts';
import type { licenseCalls } from './license.ts';

const product = { mandant_identifier: 'LECTERN', product_reference: 'wasser-entdecken' };

const own = {
  ...product,
  license_code: 'WASSER-MIA-2026',
  license_strategy: 'LICENSE_STRATEGY_USER',
  license_state: 'LICENSE_STATE_VALID',
  valid_from: '2026-08-17T00:00:00.000Z',
  valid_until: '2027-07-31T22:00:00.000Z',
} as const;

const ofClass = {
  ...own,
  license_code: 'WASSER-KLASSE-5B',
  license_strategy: 'LICENSE_STRATEGY_GROUP',
  group_id: 'demo-klasse-5b',
  seats: 25,
} as const;

const key = {
  license_code: ofClass.license_code,
  license_usage_id: '5b2c8a4e-7f10-4c58-9a55-1d2f0c6b7a01',
};

const usage = {
  ...key,
  subject: 'demo-mia',
  device_identifier: 'device-1',
  license_usage_consistency_type: 'LICENSE_USAGE_CONSISTENCY_TYPE_VOLATILE',
  obtained_at: '2026-11-21T09:00:00.000Z',
  expires_at: '2026-11-21T09:05:00.000Z',
  heartbeat_interval_in_seconds: 60,
} as const;

export const licenseExamples: Examples<typeof licenseCalls> = {
  licenseGetForUser: {
    body: { subject: 'demo-mia', ...product },
    query: { consolidate: 'true' },
    answer: { licenses: [own] },
  },
  licenseGetForUserAndDevice: {
    body: { subject: 'demo-mia', device_identifier: 'device-1', ...product },
    answer: {
      licenses: [
        {
          ...ofClass,
          license_usage: usage,
          free_seats: 4,
          is_device_registered: true,
          may_obtain: true,
        },
        { ...own, is_device_registered: true, may_obtain: true },
      ],
    },
  },
  licenseObtainLicenseUsage: {
    body: {
      subject: 'demo-mia',
      ...product,
      license_code: ofClass.license_code,
      device_identifier: 'device-1',
      license_usage_consistency_type: 'LICENSE_USAGE_CONSISTENCY_TYPE_VOLATILE',
    },
    answer: { license_usage: usage },
  },
  licenseVerifyLicenseUsage: {
    body: { subject: 'demo-mia', ...key },
    answer: { holds: true, license_state: 'LICENSE_STATE_VALID', license_usage: usage },
  },
  licensePruneLicenseUsage: {
    body: { subject: 'demo-mia', ...key },
    answer: { pruned_license_usages: 1 },
  },
  licensePruneAllLicenseUsagesForUser: {
    body: { subject: 'demo-mia' },
    answer: { pruned_license_usages: 2 },
  },
  licensePruneAllLicensesFromUser: {
    body: { subject: 'demo-mia', ...product, reason: 'Rückgabe innerhalb der Frist' },
    answer: { license_codes: [own.license_code] },
  },
};
