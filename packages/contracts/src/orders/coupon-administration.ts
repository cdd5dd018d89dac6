import * as z from 'zod/mini';
import { administered, defineCall } from '../define.ts';
import { withStatus } from '../with-status.ts';
import { productNotFound } from '../licenses/product.ts';
import {
  flag,
  identifier,
  integer,
  label,
  list,
  reference,
  subject,
  text,
  timestamp,
} from '../scalars.ts';
import { coupon, couponCode, couponState, couponTerms } from './coupon.ts';
import { orderSystemIdentifier, orderSystemUnknown } from './order-system.ts';

/** Most coupons that one request makes. */
export const newCouponsMaximum = 1_000;
/** Most coupons that one request changes. */
export const changedCouponsMaximum = 200;
/** Shortest code that may be given, without dashes: 12 of 36 signs are 62 bits. */
const givenCodeMinimumLength = 12;

const note = label(500, 'For those who administer coupons.');

const historyEntry = z.object({
  coupon_state: couponState,
  changed_at: timestamp('When it came into this state.'),
  changed_by: z.optional(
    subject.check(z.describe("Who did it; absent: an operator's command, or erased since.")),
  ),
  reason: z.optional(text(500, 'Why.')),
});

/** A coupon as those who administer it see it. */
export const administeredCoupon = z.extend(coupon, {
  order_system_identifier: orderSystemIdentifier,
  batch_identifier: reference('The batch that it was made in.'),
  assigned_subject: z.optional(
    subject.check(z.describe('Whom it is reserved for, or who activated it.')),
  ),
  activated_at: z.optional(timestamp('When it was activated.')),
  license_code: z.optional(identifier('The licence that it made.')),
  note: z.optional(note),
  updated_at: timestamp('When it last changed.'),
  history: z.optional(list('Its states, the oldest first.', historyEntry)),
});

const newCoupons = z
  .strictObject({
    batch_identifier: reference(
      'Chosen by the caller, for itself at each order system. The same batch again makes no further coupons.',
    ),
    coupon_count: z.optional(
      integer(1, newCouponsMaximum, 'How many; the service makes the codes.'),
    ),
    coupon_codes: z.optional(
      list(
        'Codes that exist already, such as printed ones.',
        couponCode.check(z.minLength(givenCodeMinimumLength)),
      ).check(z.minLength(1), z.maxLength(newCouponsMaximum)),
    ),
    order_system_identifier: z.optional(orderSystemIdentifier),
    ...couponTerms,
    note: z.optional(note),
  })
  .check(
    z.refine(
      ({ coupon_count, coupon_codes }) =>
        (coupon_count === undefined) !== (coupon_codes === undefined),
      'Exactly one of coupon_count and coupon_codes is required.',
    ),
  );

const changedCoupon = z.strictObject({
  coupon_code: couponCode,
  product_reference: z.optional(couponTerms.product_reference),
  license_strategy: z.optional(couponTerms.license_strategy),
  seats: z.optional(couponTerms.seats),
  // `null` takes away an optional field.
  license_duration_in_days: z.optional(z.nullable(couponTerms.license_duration_in_days)),
  redeemable_until: z.optional(z.nullable(couponTerms.redeemable_until)),
  note: z.optional(z.nullable(note)),
});

/** Outcome for one coupon of a request; a refused item leaves the others untouched. */
export const couponOutcome = z.enum(['MADE', 'CHANGED', 'UNCHANGED', 'REFUSED']);

/**
 * Why one coupon of a request was refused; TERMS_FIXED: it is ACTIVE or WITHDRAWN; NEEDS_GROUP: it is of
 * strategy group, and whom it is reserved for leads none.
 */
export const couponRefusal = z.enum([
  'COUPON_NOT_FOUND',
  'COUPON_TERMS_FIXED',
  'COUPON_TRANSITION_FORBIDDEN',
  'COUPON_EXPIRED',
  'COUPON_NEEDS_GROUP',
  'SUBJECT_ERASED',
  'PRODUCT_NOT_FOUND',
]);

const couponResult = z.object({
  coupon_code: text(64, 'Code of the coupon.'),
  outcome: couponOutcome,
  refusal: z.optional(couponRefusal),
  coupon: z.optional(administeredCoupon.check(z.describe('As it is now; absent: not found.'))),
});

export const couponAdministrationCalls = {
  couponChange: defineCall({
    path: '/coupon/change',
    summary:
      'Makes a batch of coupons, and changes what coupons give. Each coupon is changed or refused for itself; WARNING: some were refused. IA_OK: nothing had to change.',
    body: z
      .strictObject({
        new_coupons: z.optional(newCoupons),
        changed_coupons: z.optional(
          z.array(changedCoupon).check(z.minLength(1), z.maxLength(changedCouponsMaximum)),
        ),
      })
      .check(
        z.refine(
          (body) => body.new_coupons !== undefined || body.changed_coupons !== undefined,
          'new_coupons or changed_coupons is required.',
        ),
      ),
    answer: z.object({
      results: list(
        'Coupons of the batch first, then the changed ones, as in the request.',
        couponResult,
      ),
    }),
    errors: {
      ...orderSystemUnknown,
      ...productNotFound,
      ...withStatus(409, {
        COUPON_BATCH_CONFLICT:
          'The order system has a batch of this name with another number of coupons, codes or terms. Nothing was done.',
        COUPON_CODE_TAKEN:
          'A coupon of another batch (of any order system) has one of the codes, or a code appears twice. Nothing was done.',
      }),
    },
    permission: 'coupon.manage',
    ...administered,
  }),
  couponChangeState: defineCall({
    path: '/coupon/changeState',
    summary:
      'Changes the states of coupons as their transitions allow. Each is changed or refused for itself; WARNING: some were refused. IA_OK: all had their states already.',
    body: z.strictObject({
      state_changes: z
        .array(
          z
            .strictObject({
              coupon_code: couponCode,
              coupon_state: couponState.check(
                z.describe('State to come. ACTIVE: as if the subject it is assigned to did it.'),
              ),
              assigned_subject: z.optional(
                subject.check(z.describe('With ASSIGNED: whom it is reserved for.')),
              ),
              reason: z.optional(text(500, 'Why; kept in the history.')),
            })
            .check(
              z.refine(
                (change) =>
                  (change.coupon_state === 'ASSIGNED') === (change.assigned_subject !== undefined),
                'assigned_subject is required with ASSIGNED and forbidden without.',
              ),
            ),
        )
        .check(z.minLength(1), z.maxLength(changedCouponsMaximum)),
    }),
    answer: z.object({
      results: list('In the order of the request.', couponResult),
    }),
    permission: 'coupon.manage',
    ...administered,
  }),
  couponSearch: defineCall({
    path: '/coupon/search',
    summary: 'Pages through the coupons that fit all filters, the ones changed last first.',
    body: z.strictObject({
      coupon_states: z.optional(
        list('Only coupons in one of these.', couponState).check(z.minLength(1), z.maxLength(4)),
      ),
      mandant_identifier: z.optional(reference('Only coupons of this publisher.')),
      product_reference: z.optional(reference('Only coupons for this product.')),
      order_system_identifier: z.optional(orderSystemIdentifier),
      batch_identifier: z.optional(reference('Only coupons of this batch.')),
      assigned_subject: z.optional(
        subject.check(z.describe('Only coupons reserved for this subject or activated by it.')),
      ),
      with_history: z.optional(flag('Whether each coupon comes with its history; default no.')),
      cursor: z.optional(text(1024, '`next_cursor` of the page before.')),
      limit: z.optional(integer(1, 200, 'Default 50.')),
    }),
    query: z.object({
      quicksearch: z.optional(
        label(
          128,
          'What the code, the product, the batch or the note begins with. Case does not matter, nor do dashes in codes.',
        ),
      ),
    }),
    answer: z.object({
      coupons: z.array(administeredCoupon),
      next_cursor: z.optional(text(1024, 'Absent on the last page.')),
    }),
    errors: withStatus(400, {
      CURSOR_INVALID: 'The cursor belongs to another search, or was never issued.',
    }),
    permission: 'coupon.search',
    repeatSafe: true,
  }),
} as const;
