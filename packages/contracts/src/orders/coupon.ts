import * as z from 'zod/mini';
import { defineCall } from '../define.ts';
import { withStatus } from '../with-status.ts';
import { licenseStrategy } from '../licenses/license.ts';
import { flag, identifier, integer, reference, subject, text, timestamp } from '../scalars.ts';

/** States of a coupon (specification, section 3). */
export const couponState = z.enum(['VALID', 'ACTIVE', 'ASSIGNED', 'WITHDRAWN']);
export type CouponState = z.infer<typeof couponState>;

/**
 * From each state, the states that may follow it, and what happens then. What does not stand here is
 * refused. Activating a VALID coupon goes through ASSIGNED, in one transaction.
 */
export const couponTransitions = {
  VALID: {
    ASSIGNED: 'Reserved for one subject: no other can look it up or activate it.',
    WITHDRAWN: 'Taken back before anybody used it.',
  },
  ASSIGNED: {
    VALID: 'No longer reserved: anyone who has the code can activate it.',
    ACTIVE: 'Used by its subject, who gets a licence exactly once.',
    WITHDRAWN: 'Taken back before its subject used it.',
  },
  ACTIVE: { WITHDRAWN: 'Taken back after use: the licence that it made goes with it.' },
  WITHDRAWN: {},
} as const satisfies Readonly<Record<CouponState, Readonly<Partial<Record<CouponState, string>>>>>;

/** True for an allowed transition. Staying is no transition. */
export function mayCouponChange(from: CouponState, to: CouponState): boolean {
  return to in couponTransitions[from];
}

/** Longest code in characters, dashes included. */
export const couponCodeMaximumLength = 64;

/**
 * A code as people type it: letters, digits and dashes. Handlers get it in capitals without dashes,
 * the form in which codes are compared.
 */
export const couponCode = z.string().check(
  z.maxLength(couponCodeMaximumLength),
  z.regex(/^-*[A-Za-z0-9][A-Za-z0-9-]*$/),
  z.describe('Code of the coupon; case and dashes do not matter.'),
  z.overwrite((code) => code.replaceAll('-', '').toUpperCase()),
);

export const couponTerms = {
  mandant_identifier: reference('The publisher.'),
  product_reference: reference('The product that the licence will be for.'),
  license_strategy: licenseStrategy,
  seats: integer(1, 100_000, 'Seats of the licence.'),
  license_duration_in_days: z.optional(
    integer(1, 3660, 'How long the licence holds from the activation; absent: without end.'),
  ),
  redeemable_until: z.optional(
    timestamp('Until when the coupon can be activated; absent: without end.'),
  ),
};

/** A coupon as whoever holds its code sees it. */
export const coupon = z.object({
  coupon_code: text(couponCodeMaximumLength, 'Code of the coupon, with dashes to read it by.'),
  coupon_state: couponState,
  ...couponTerms,
});
export type Coupon = z.infer<typeof coupon>;

const couponNotFound = withStatus(404, {
  COUPON_NOT_FOUND: 'No coupon has this code, or it is reserved for somebody else.',
});

/** Enough for typing errors, too few for guessing. */
const codeRateLimit = { requests: 10, windowInSeconds: 60 } as const;

export const couponCalls = {
  couponLookUp: defineCall({
    path: '/coupon/lookUp',
    summary: 'Says what a coupon gives and whether the caller can activate it. Changes nothing.',
    body: z.strictObject({ coupon_code: couponCode }),
    answer: z.object({
      coupon,
      redeemable: flag(
        'Whether the caller can activate it now; of strategy group, whether it could as leader of a group.',
      ),
    }),
    errors: couponNotFound,
    permission: 'coupon.redeem',
    repeatSafe: true,
    rateLimit: codeRateLimit,
  }),
  couponActivate: defineCall({
    path: '/coupon/activate',
    summary:
      "Activates a coupon, which makes a licence of the subject's exactly once. IA_OK: the subject had activated it already.",
    body: z.strictObject({ subject, coupon_code: couponCode }),
    answer: z.object({
      coupon,
      license_code: z.optional(
        identifier('The licence that comes of it; absent: it is not there yet.'),
      ),
      license_made: flag(
        'Whether the licence is there already; otherwise it follows without a further call.',
      ),
    }),
    errors: {
      ...couponNotFound,
      ...withStatus(409, {
        COUPON_USED: 'Somebody else has activated this coupon.',
        COUPON_WITHDRAWN: 'The coupon has been withdrawn.',
        COUPON_EXPIRED: 'The time for activating the coupon is over.',
      }),
      ...withStatus(403, {
        COUPON_NEEDS_GROUP:
          'The licence would be for the groups that the subject leads, and it leads none. The coupon stays as it was.',
      }),
    },
    permission: 'coupon.redeem',
    ownTokenOnly: true,
    repeatSafe: true,
    rateLimit: codeRateLimit,
  }),
} as const;
