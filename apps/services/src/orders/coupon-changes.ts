import type { Body } from '@lectern/contracts';
import type { couponAdministrationCalls } from '@lectern/contracts/calls/orders/coupon-administration';
import { mayCouponChange } from '@lectern/contracts/calls/orders/coupon';
import { erasedAmong } from '../authorization/erased-subjects.ts';
import type { Database } from '../storage/database.ts';
import { isProduct } from '../licenses/public.ts';
import { areSamePerson, linkedTo } from '../authorization/person-names.ts';
import { sees, type Sight } from './sight.ts';
import { lacksGroup } from './coupon-group.ts';
import { couponResult, refusedCoupon, type CouponResult, type Refusal } from './coupon-outcome.ts';
import type { CouponLicenses } from './coupon-licenses.ts';
import { enterState, type NextState } from './coupon-state.ts';
import {
  databaseTime,
  isExpired,
  lockCoupons,
  updateCoupon,
  type CouponRow,
} from './coupon-store.ts';
import { areTermsOpen, changesOf, type ChangedCoupon } from './coupon-terms.ts';

export type StateChange = Body<
  typeof couponAdministrationCalls.couponChangeState
>['state_changes'][number];

/** Result for one coupon, with its state before; absent: there is no such coupon. */
export interface ChangedState {
  readonly result: CouponResult;
  readonly before?: CouponRow;
  readonly after?: CouponRow;
}

/** Changes what coupons give, and their notes; each for itself. Those that the caller does not see are not there. */
export async function changeTerms(
  transaction: Database,
  wanted: readonly ChangedCoupon[],
  sight: Sight,
): Promise<CouponResult[]> {
  const results: CouponResult[] = [];
  await forEachLocked(transaction, wanted, sight, async (coupon, change) => {
    if (!coupon) {
      results.push(refusedCoupon(change.coupon_code, 'COUPON_NOT_FOUND'));
      return undefined;
    }
    const { terms, note } = changesOf(coupon, change);
    const changes = { ...terms, ...note };
    if (Object.keys(changes).length === 0) {
      results.push(couponResult('UNCHANGED', coupon));
      return coupon;
    }
    if (Object.keys(terms).length > 0 && !areTermsOpen(coupon)) {
      results.push(refusedCoupon(change.coupon_code, 'COUPON_TERMS_FIXED', coupon));
      return coupon;
    }
    const { product_reference } = terms;
    if (
      product_reference !== undefined &&
      !(await isProduct(transaction, { ...coupon, product_reference }))
    ) {
      results.push(refusedCoupon(change.coupon_code, 'PRODUCT_NOT_FOUND', coupon));
      return coupon;
    }
    const changed = await updateCoupon(transaction, coupon, changes);
    results.push(couponResult('CHANGED', changed));
    return changed;
  });
  return results;
}

/** Author of state changes, and the coupons that it sees: others are not there. */
export interface StateChanger {
  readonly subject: string;
  readonly sight: Sight;
}

/** Changes the states of coupons as their transitions allow; each for itself. */
export async function changeStates(
  transaction: Database,
  licenses: Pick<CouponLicenses, 'enqueue'>,
  wanted: readonly StateChange[],
  { subject, sight }: StateChanger,
): Promise<ChangedState[]> {
  const changed: ChangedState[] = [];
  await forEachLocked(transaction, wanted, sight, async (before, change, now) => {
    if (!before) {
      changed.push({ result: refusedCoupon(change.coupon_code, 'COUPON_NOT_FOUND') });
      return undefined;
    }
    const next = await nextState(transaction, before, change, { changed_by: subject, now });
    if (next === 'UNCHANGED') {
      changed.push({ result: couponResult(next, before), before, after: before });
      return before;
    }
    if (typeof next === 'string') {
      const result = refusedCoupon(change.coupon_code, next, before);
      changed.push({ result, before, after: before });
      return before;
    }
    const after = await enterState(transaction, licenses, before, next);
    changed.push({ result: couponResult('CHANGED', after), before, after });
    return after;
  });
  return changed;
}

/** A coupon that appears twice in a request is found the second time as the first time left it. */
async function forEachLocked<Wanted extends { readonly coupon_code: string }>(
  transaction: Database,
  wanted: readonly Wanted[],
  sight: Sight,
  change: (
    coupon: CouponRow | undefined,
    wanted: Wanted,
    now: Date,
  ) => Promise<CouponRow | undefined>,
): Promise<void> {
  if (wanted.length === 0) return;
  const coupons = await lockCoupons(
    transaction,
    wanted.map(({ coupon_code }) => coupon_code),
  );
  const now = await databaseTime(transaction);
  for (const item of wanted) {
    const stored = coupons.get(item.coupon_code);
    const isTheirs = stored && sees(sight, stored);
    const coupon = await change(isTheirs ? stored : undefined, item, now);
    if (coupon) coupons.set(coupon.coupon_code, coupon);
  }
}

async function nextState(
  transaction: Database,
  coupon: CouponRow,
  { coupon_state, assigned_subject, reason }: StateChange,
  { changed_by, now }: { readonly changed_by: string; readonly now: Date },
): Promise<NextState | 'UNCHANGED' | Refusal> {
  if (coupon.coupon_state === coupon_state) {
    // To reserve it for somebody else it has to be free before.
    const isSame =
      assigned_subject === undefined ||
      (await areSamePerson(transaction, coupon.assigned_subject, assigned_subject));
    return isSame ? 'UNCHANGED' : 'COUPON_TRANSITION_FORBIDDEN';
  }
  if (!mayCouponChange(coupon.coupon_state, coupon_state)) return 'COUPON_TRANSITION_FORBIDDEN';
  const entry = { changed_by, reason };
  switch (coupon_state) {
    case 'ASSIGNED':
      if ((await erasedAmong(transaction, [assigned_subject!])).size > 0) return 'SUBJECT_ERASED';
      return { coupon_state, assigned_subject: assigned_subject!, ...entry };
    case 'ACTIVE':
      // The subject that it was reserved for has been erased.
      if (coupon.assigned_subject === null) return 'COUPON_TRANSITION_FORBIDDEN';
      if (isExpired(coupon, now)) return 'COUPON_EXPIRED';
      const owner = await linkedTo(transaction, coupon.assigned_subject);
      if (await lacksGroup(transaction, coupon, owner)) return 'COUPON_NEEDS_GROUP';
      return { coupon_state, activated_at: now, assigned_subject: owner, ...entry };
    case 'VALID':
    case 'WITHDRAWN':
      return { coupon_state, ...entry };
  }
}
