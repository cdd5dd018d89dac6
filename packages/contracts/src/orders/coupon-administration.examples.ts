import type { Examples } from '../example.ts';
import type { couponAdministrationCalls } from './coupon-administration.ts';

const batch = {
  batch_identifier: 'schulstart-2026',
  order_system_identifier: 'IAPROS1',
  mandant_identifier: 'LECTERN',
  product_reference: 'wasser-entdecken',
  license_strategy: 'LICENSE_STRATEGY_USER',
  seats: 1,
  license_duration_in_days: 365,
} as const;

const made = {
  ...batch,
  coupon_code: 'WSRD-7K3M-Q9XP-2HTV',
  coupon_state: 'VALID',
  updated_at: '2026-11-21T09:30:00.000Z',
} as const;

const assigned = {
  ...made,
  coupon_state: 'ASSIGNED',
  assigned_subject: 'demo-mia',
  updated_at: '2026-11-21T10:00:00.000Z',
} as const;

const reason = 'Replaces a lost card.';

export const couponAdministrationExamples: Examples<typeof couponAdministrationCalls> = {
  couponChange: {
    body: { new_coupons: { ...batch, coupon_codes: [made.coupon_code] } },
    answer: { results: [{ coupon_code: made.coupon_code, outcome: 'MADE', coupon: made }] },
  },
  couponChangeState: {
    body: {
      state_changes: [
        {
          coupon_code: made.coupon_code,
          coupon_state: 'ASSIGNED',
          assigned_subject: 'demo-mia',
          reason,
        },
      ],
    },
    answer: { results: [{ coupon_code: made.coupon_code, outcome: 'CHANGED', coupon: assigned }] },
  },
  couponSearch: {
    body: { coupon_states: ['ASSIGNED'], mandant_identifier: 'LECTERN', with_history: true },
    query: { quicksearch: 'schulstart' },
    answer: {
      coupons: [
        {
          ...assigned,
          history: [
            { coupon_state: 'VALID', changed_at: made.updated_at, changed_by: 'demo-adrian' },
            {
              coupon_state: 'ASSIGNED',
              changed_at: assigned.updated_at,
              changed_by: 'demo-adrian',
              reason,
            },
          ],
        },
      ],
    },
  },
};
