import type { Examples } from '../example.ts';
import type { licenseOrderCalls } from './license-order.ts';

const key = {
  order_system_identifier: 'IAPROS1',
  license_order_identifier: '2026-004711-1',
};

const requested = {
  ...key,
  mandant_identifier: 'LECTERN',
  product_reference: 'wasser-entdecken',
  article_number: 'LECTERN-LP',
  license_strategy: 'LICENSE_STRATEGY_GROUP',
  group_id: 'demo-klasse-5b',
  seats: 25,
  valid_from: '2026-08-17T00:00:00.000Z',
  valid_until: '2027-07-31T22:00:00.000Z',
} as const;

const order = {
  ...requested,
  subject: 'demo-thomas',
  license_code: 'WASSER-KLASSE-5B',
  license_state: 'LICENSE_STATE_VALID',
  version: 1,
  ordered_at: '2026-08-10T12:00:00.000Z',
  updated_at: '2026-08-10T12:00:00.000Z',
} as const;

export const licenseOrderExamples: Examples<typeof licenseOrderCalls> = {
  licenseOrderGetForUser: {
    body: { subject: 'demo-thomas', product_reference: 'wasser-entdecken', limit: 10 },
    answer: { license_orders: [order] },
  },
  licenseOrderSave: {
    body: { subject: 'demo-thomas', license_order: { ...requested, version: 0 } },
    answer: { license_order: order },
  },
  licenseOrderDelete: {
    body: { subject: 'demo-thomas', ...key, reason: 'Storniert vom Besteller.' },
    answer: { license_code: order.license_code },
  },
};
