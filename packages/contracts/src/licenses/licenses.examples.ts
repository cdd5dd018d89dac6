import type { Contract } from '../contract.ts';
import type { Examples } from '../example.ts';

const product = { mandant_identifier: 'LECTERN', product_reference: 'wasser-entdecken' };

const described = {
  device_identifier: 'device-1',
  os_name: 'Windows',
  screen_size: '1280x800',
  locale: 'de-CH',
  app_version: '1.0.0',
  touch_device: false,
};
const device = { ...described, device_registration_date: '2026-08-17T06:02:11.000Z' };
const registered = { ...product, registered_at: '2026-08-17T06:02:12.000Z' };

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

const usageKey = {
  license_code: ofClass.license_code,
  license_usage_id: '5b2c8a4e-7f10-4c58-9a55-1d2f0c6b7a01',
};

const usage = {
  ...usageKey,
  subject: 'demo-mia',
  device_identifier: 'device-1',
  license_usage_consistency_type: 'LICENSE_USAGE_CONSISTENCY_TYPE_VOLATILE',
  obtained_at: '2026-11-21T09:00:00.000Z',
  expires_at: '2026-11-21T09:05:00.000Z',
  heartbeat_interval_in_seconds: 60,
} as const;

const orderKey = {
  order_system_identifier: 'IAPROS1',
  license_order_identifier: '2026-004711-1',
};

const { license_code, license_state, license_strategy, ...terms } = ofClass;
const requested = {
  ...orderKey,
  ...product,
  article_number: 'LECTERN-LP',
  license_strategy,
  group_id: terms.group_id,
  seats: terms.seats,
  valid_from: terms.valid_from,
  valid_until: terms.valid_until,
};

const order = {
  ...requested,
  subject: 'demo-thomas',
  license_code,
  license_state,
  version: 1,
  ordered_at: '2026-08-10T12:00:00.000Z',
  updated_at: '2026-08-10T12:00:00.000Z',
} as const;

const extension = {
  license_override_id: '0d9f1f6e-3a52-4b0f-8f43-6e2a9c1d7b02',
  license_override_kind: 'LICENSE_OVERRIDE_KIND_EXTEND',
  reason: 'Die Schule wartet auf die Rechnung; Anruf vom 20. November.',
  ends_at: '2027-08-31T22:00:00.000Z',
} as const;

const savedProduct = {
  ...product,
  title: 'Wasser entdecken',
  article_numbers: ['LECTERN-LP', 'LECTERN-SUS'],
  device_maximum: 3,
};

export const licensesExamples: Examples<Omit<Contract['lima'], 'cacheFlush' | 'ping'>> = {
  deviceGetForUser: {
    body: { subject: 'demo-mia' },
    answer: {
      devices: [{ ...device, last_seen_at: '2026-11-21T07:15:00.000Z', products: [registered] }],
    },
  },
  deviceUpdateForUser: {
    body: { subject: 'demo-mia', device: described },
    answer: { device },
  },
  deviceUnregisterForLicenses: {
    query: { deviceIdentifier: 'device-1' },
    answer: { pruned_license_usages: 1, products: [registered] },
  },
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
    body: { subject: 'demo-mia', ...usageKey },
    answer: { holds: true, license_state: 'LICENSE_STATE_VALID', license_usage: usage },
  },
  licensePruneLicenseUsage: {
    body: { subject: 'demo-mia', ...usageKey },
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
  licenseUsageGiveOffHeartbeat: {
    body: { subject: 'demo-mia', ...usageKey },
    answer: {
      license_usage: {
        ...usageKey,
        subject: 'demo-mia',
        device_identifier: 'device-1',
        license_usage_consistency_type: 'LICENSE_USAGE_CONSISTENCY_TYPE_VOLATILE',
        obtained_at: '2026-11-21T09:00:00.000Z',
        expires_at: '2026-11-21T09:35:00.000Z',
        heartbeat_interval_in_seconds: 60,
      },
    },
  },
  licenseOrderGetForUser: {
    body: { subject: 'demo-thomas', product_reference: 'wasser-entdecken', limit: 10 },
    answer: { license_orders: [order] },
  },
  licenseOrderSave: {
    body: { subject: 'demo-thomas', license_order: { ...requested, version: 0 } },
    answer: { license_order: order },
  },
  licenseOrderDelete: {
    body: { subject: 'demo-thomas', ...orderKey, reason: 'Storniert vom Besteller.' },
    answer: { license_code: order.license_code },
  },
  licenseOverrideSave: {
    body: {
      subject: 'demo-mia',
      license_code: 'WASSER-MIA-2026',
      license_override: extension,
    },
    answer: {
      license_override: {
        ...extension,
        saved_at: '2026-11-21T09:12:00.000Z',
        saved_by: 'demo-sofia',
      },
    },
  },
  licenseOverrideDelete: {
    body: {
      subject: 'demo-mia',
      license_code: 'WASSER-MIA-2026',
      license_override_id: extension.license_override_id,
      reason: 'Die Rechnung ist bezahlt.',
    },
    answer: {},
  },
  productSave: {
    body: { product: { ...savedProduct, version: 0 } },
    answer: { product: { ...savedProduct, version: 1, updated_at: '2026-08-01T08:00:00.000Z' } },
  },
  productVerifyUserAccess: {
    body: {
      subject: 'demo-mia',
      mandant_identifier: 'LECTERN',
      product_reference: 'wasser-entdecken',
    },
    answer: {
      has_access: true,
      license: {
        license_code: 'WASSER-MIA-2026',
        license_strategy: 'LICENSE_STRATEGY_USER',
        license_state: 'LICENSE_STATE_VALID',
        mandant_identifier: 'LECTERN',
        product_reference: 'wasser-entdecken',
        valid_from: '2026-08-17T00:00:00.000Z',
        valid_until: '2027-07-31T22:00:00.000Z',
      },
    },
  },
};
