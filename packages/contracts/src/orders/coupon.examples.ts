import type { Examples } from '../example.ts';
import type { couponCalls } from './coupon.ts';

const terms = {
  mandant_identifier: 'LECTERN',
  product_reference: 'wasser-entdecken',
  license_strategy: 'LICENSE_STRATEGY_USER',
  seats: 1,
  license_duration_in_days: 365,
} as const;

export const couponExamples: Examples<typeof couponCalls> = {
  couponLookUp: {
    body: { coupon_code: 'wsrd-7k3m-q9xp-2htv' },
    answer: {
      coupon: { coupon_code: 'WSRD-7K3M-Q9XP-2HTV', coupon_state: 'ASSIGNED', ...terms },
      redeemable: true,
    },
  },
  couponActivate: {
    body: { subject: 'demo-mia', coupon_code: 'WSRD-7K3M-Q9XP-2HTV' },
    answer: {
      coupon: { coupon_code: 'WSRD-7K3M-Q9XP-2HTV', coupon_state: 'ACTIVE', ...terms },
      license_code: 'F7QX-3MKC-9RTW-HD4P',
      license_made: true,
    },
  },
};
