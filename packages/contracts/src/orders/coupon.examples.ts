import type { Examples } from '../example.ts';
import type { couponCalls } from './coupon.ts';

const terms = {
  mandant_identifier: 'LECTERN',
  product_reference: 'wasser-entdecken',
  license_strategy: 'LICENSE_STRATEGY_USER',
  seats: 1,
  license_duration_in_days: 365,
  redeemable_until: '2027-07-31T22:00:00Z',
} as const;

export const couponExamples: Examples<typeof couponCalls> = {
  couponLookUp: {
    body: { coupon_code: 'wsrd-7k3m-q9xp-2htv' },
    answer: {
      coupon: { coupon_code: 'WSRD-7K3M-Q9XP-2HTV', coupon_state: 'VALID', ...terms },
      redeemable: true,
    },
  },
  couponActivate: {
    body: { subject: 'demo-mia', coupon_code: 'WSRD-7K3M-Q9XP-2HTV' },
    answer: {
      coupon: { coupon_code: 'WSRD-7K3M-Q9XP-2HTV', coupon_state: 'ACTIVE', ...terms },
      license_code: 'COUPON-WSRD7K3MQ9XP2HTV',
      license_made: true,
    },
  },
};
