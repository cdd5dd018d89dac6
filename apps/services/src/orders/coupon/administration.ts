import type { couponAdministrationCalls } from '@lectern/contracts/calls/orders/coupon-administration';
import { defaultOrderSystem } from '@lectern/contracts/calls/orders/order-system';
import type { SubjectDirectory } from '../../authorization/subject-directory.ts';
import type { Handlers } from '../../http/routes.ts';
import type { Database } from '../../storage/database.ts';
import { namesOf } from '../../authorization/person-names.ts';
import { sightOf, speaksFor } from '../sight.ts';
import { makeCouponBatch, type NewCoupons } from '../coupon-batch.ts';
import { changeStates, changeTerms, type ChangedState } from '../coupon-changes.ts';
import type { CouponLicenses } from '../coupon-licenses.ts';
import { answerOf, couponResult, type CouponResult } from '../coupon-outcome.ts';
import { searchCoupons } from '../coupon-search.ts';
import type { CouponDependencies } from './redeem.ts';

interface CouponAdministrationDependencies extends CouponDependencies {
  readonly directory: Pick<SubjectDirectory, 'resolve'>;
}

/** The calls under `/coupon` of those who make coupons and help with them. */
export function couponAdministrationHandlers({
  database,
  directory,
  couponLicenses,
}: CouponAdministrationDependencies): Handlers<typeof couponAdministrationCalls> {
  return {
    couponChange: ({ body, caller, refusal, record }) =>
      database.transaction().execute(async (transaction) => {
        const { new_coupons, changed_coupons = [] } = body;
        const sight = await sightOf(transaction, caller);
        const made: CouponResult[] = [];
        if (new_coupons) {
          const { order_system_identifier = defaultOrderSystem } = new_coupons;
          if (!speaksFor(sight, order_system_identifier)) throw refusal('ORDER_SYSTEM_UNKNOWN');
          const outcome = await makeCouponBatch(transaction, new_coupons, caller.subject);
          if (outcome !== 'MADE' && outcome !== 'UNCHANGED') throw refusal(outcome);
          made.push(...(await batchResults(transaction, new_coupons, outcome)));
        }
        const changed = await changeTerms(transaction, changed_coupons, sight);
        const codesOf = (results: readonly CouponResult[], outcome: CouponResult['outcome']) =>
          results.flatMap((result) => (result.outcome === outcome ? result.coupon_code : []));
        const coupons_made = codesOf(made, 'MADE').length;
        const changed_coupon_codes = codesOf(changed, 'CHANGED');
        if (coupons_made > 0 || changed_coupon_codes.length > 0) {
          await record(transaction, {
            ...(coupons_made > 0 && {
              batch_identifier: new_coupons?.batch_identifier,
              coupons_made,
            }),
            ...(changed_coupon_codes.length > 0 && { changed_coupon_codes }),
          });
        }
        return answerOf([...made, ...changed]);
      }),

    async couponChangeState({ body, caller, record }) {
      const wanted = await Promise.all(
        body.state_changes.map((change) => withCurrentSubject(change, directory)),
      );
      const changed = await database.transaction().execute(async (transaction) => {
        const changer = {
          subject: caller.subject,
          sight: await sightOf(transaction, caller),
        };
        const changed = await changeStates(transaction, couponLicenses, wanted, changer);
        for (const { result, before, after } of changed) {
          if (result.outcome !== 'CHANGED') continue;
          const subject = after?.assigned_subject ?? before?.assigned_subject;
          await record(transaction, {
            ...(subject && { subject }),
            coupon_code: result.coupon_code,
            before: before?.coupon_state,
            after: after?.coupon_state,
          });
        }
        return changed;
      });
      const results: CouponResult[] = [];
      for (const change of changed) results.push(await settled(change, couponLicenses, database));
      return answerOf(results);
    },

    async couponSearch({ body, caller, query, refusal }) {
      const search = await withCurrentSubject({ ...body, ...query }, directory);
      const { assigned_subject: owner } = search;
      const names = owner === undefined ? undefined : await namesOf(database, owner);
      const page = await searchCoupons(database, search, await sightOf(database, caller), names);
      if (!page) throw refusal('CURSOR_INVALID');
      return page;
    },
  };
}

/** All coupons of a batch: given codes as in the request, made ones in their order. */
async function batchResults(
  transaction: Database,
  { batch_identifier, coupon_codes, order_system_identifier = defaultOrderSystem }: NewCoupons,
  outcome: 'MADE' | 'UNCHANGED',
): Promise<CouponResult[]> {
  const rows = await transaction
    .selectFrom('osc.coupons')
    .selectAll()
    .where('batch_identifier', '=', batch_identifier)
    .where('order_system_identifier', '=', order_system_identifier)
    .orderBy('coupon_code')
    .execute();
  const places = new Map(coupon_codes?.map((code, place) => [code, place]));
  const placeOf = (code: string) => places.get(code) ?? 0;
  return rows
    .toSorted((a, b) => placeOf(a.coupon_code) - placeOf(b.coupon_code))
    .map((row) => couponResult(outcome, row));
}

/** A subject that was linked to another one means that one from now on. */
async function withCurrentSubject<Named extends { readonly assigned_subject?: string | undefined }>(
  named: Named,
  directory: Pick<SubjectDirectory, 'resolve'>,
): Promise<Named> {
  const { assigned_subject } = named;
  if (assigned_subject === undefined) return named;
  return { ...named, assigned_subject: await directory.resolve(assigned_subject) };
}

/** Makes or takes away the licence at once, where it follows from the state. */
async function settled(
  { result, after }: ChangedState,
  couponLicenses: CouponLicenses,
  database: Database,
): Promise<CouponResult> {
  const isDone = after?.coupon_state === 'ACTIVE' && after.license_code !== null;
  if (!after?.activated_at || isDone || result.outcome === 'REFUSED') return result;
  const { coupon_code } = after;
  const license_code = await couponLicenses.tryNow(coupon_code);
  if (after.coupon_state === 'WITHDRAWN') return result;
  // Asked for again, since the job may have been given up.
  if (!license_code && result.outcome === 'UNCHANGED') {
    await couponLicenses.enqueue(database, coupon_code);
  }
  return license_code && result.coupon
    ? { ...result, coupon: { ...result.coupon, license_code } }
    : result;
}
