import type { Examples } from '../example.ts';
import type { deviceCalls } from './device.ts';

const described = {
  device_identifier: 'device-1',
  os_name: 'Windows',
  screen_size: '1280x800',
  locale: 'de-CH',
  app_version: '1.0.0',
  touch_device: false,
};
const device = { ...described, device_registration_date: '2026-08-17T06:02:11.000Z' };
const wasser = {
  mandant_identifier: 'LECTERN',
  product_reference: 'wasser-entdecken',
  registered_at: '2026-08-17T06:02:12.000Z',
};

export const deviceExamples: Examples<typeof deviceCalls> = {
  deviceGetForUser: {
    body: { subject: 'demo-mia' },
    answer: {
      devices: [{ ...device, last_seen_at: '2026-11-21T07:15:00.000Z', products: [wasser] }],
    },
  },
  deviceUpdateForUser: {
    body: { subject: 'demo-mia', device: described },
    answer: { device },
  },
  deviceUnregisterForLicenses: {
    query: { deviceIdentifier: 'device-1' },
    answer: { pruned_license_usages: 1, products: [wasser] },
  },
};
