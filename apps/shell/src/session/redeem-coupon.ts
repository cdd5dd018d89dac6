import type { License } from '@lectern/contracts';
import { CallFailed } from '@lectern/contracts/client';
import type { Api } from '../api.ts';
import type { ProjectConfiguration } from '../configuration.ts';
import { log } from '../logging/log.ts';
import { forgetCoupon, keptCoupon } from './kept-coupon.ts';
import { grantsAccess } from './license-rule.ts';
import { loadLicenses } from './load-licenses.ts';

/** The reason why a coupon has made no licence: on the login page without a licence, a notice over the content with one. */
export interface CouponProblem {
  readonly kind:
    | 'unknown'
    | 'used'
    | 'withdrawn'
    | 'expired'
    /** For a class, and the user leads none. Not redeemed: a teacher can do so. */
    | 'needs group'
    | 'too many attempts'
    | 'unavailable'
    /** Not redeemed, since its user has a licence: somebody else can. */
    | 'not needed'
    /** Not redeemed, since the licence that would come of it opens something else. */
    | 'other product'
    /** Redeemed, but the licence is not there yet. */
    | 'license pending';
  /** The code, for the field. */
  readonly code: string;
  /** When the next attempt is allowed, where that is known, in milliseconds since 1970. */
  readonly retryAt?: number;
}

/** A coupon was redeemed just now, and a licence opens the publication. */
export interface CouponRedeemed {
  readonly kind: 'redeemed';
  /** The licence that has come of it, where the service has told. */
  readonly licenseCode?: string;
}

/** Refusals that stay, by the contract's code. */
const refusals: Readonly<Record<string, CouponProblem['kind']>> = {
  COUPON_NOT_FOUND: 'unknown',
  COUPON_USED: 'used',
  COUPON_WITHDRAWN: 'withdrawn',
  COUPON_EXPIRED: 'expired',
  COUPON_NEEDS_GROUP: 'needs group',
};

/** Pauses before a licence that is still being made is looked for, in milliseconds. */
export const licensePausesInMs = [250, 500, 1_000, 2_000, 4_000] as const;

/**
 * Redeems the coupon that was kept, if there is one, and waits a moment for its licence. Nobody can take
 * that back; so a coupon is left alone that would open something else, or for its user alone what is open already:
 * one for a class is for others, too. The code is forgotten once it is used, refused to this user for good or left
 * alone. Never rejects.
 *
 * @returns what has come of it; nothing where there is no coupon.
 */
export async function redeemKeptCoupon(
  api: Pick<Api, 'lima' | 'osc'>,
  project: ProjectConfiguration,
  subject: string,
): Promise<CouponProblem | CouponRedeemed | undefined> {
  const code = keptCoupon();
  if (code === undefined) return undefined;
  try {
    const { coupon, redeemable } = await api.osc.couponLookUp({
      xIaSubject: subject,
      body: { coupon_code: code },
    });
    if (!isForProject(coupon, project)) {
      forgetCoupon();
      return { kind: 'other product', code };
    }
    const isForClass = coupon.license_strategy === 'LICENSE_STRATEGY_GROUP';
    const wasLicensed = (await openingLicenses(api, project, subject)).length > 0;
    // One that cannot be redeemed any more says why, also to the user who has redeemed it.
    if (wasLicensed && !isForClass && redeemable) {
      forgetCoupon();
      return { kind: 'not needed', code };
    }
    const { license_code, license_made } = await api.osc.couponActivate({
      xIaSubject: subject,
      body: { subject, coupon_code: code },
    });
    forgetCoupon();
    const isThere = license_made || (!wasLicensed && (await licenseArrives(api, project, subject)));
    if (!isThere) return { kind: 'license pending', code };
    return {
      kind: 'redeemed',
      ...(license_code === undefined ? {} : { licenseCode: license_code }),
    };
  } catch (error) {
    log('warning', 'Could not redeem a coupon.', error);
    return problemOf(error, code);
  }
}

function isForProject(
  coupon: Pick<License, 'mandant_identifier' | 'product_reference'>,
  { mandantIdentifier, productReference }: ProjectConfiguration,
): boolean {
  return (
    coupon.mandant_identifier === mandantIdentifier && coupon.product_reference === productReference
  );
}

function problemOf(error: unknown, code: string): CouponProblem {
  if (!(error instanceof CallFailed)) return { kind: 'unavailable', code };
  const refusal = refusals[error.code ?? ''];
  if (refusal) {
    forgetCoupon();
    return { kind: refusal, code };
  }
  if (error.status !== 429) return { kind: 'unavailable', code };
  const { retryAfterInMs } = error;
  return {
    kind: 'too many attempts',
    code,
    ...(retryAfterInMs === undefined ? {} : { retryAt: Date.now() + retryAfterInMs }),
  };
}

/** Looks for a licence that opens the publication, with growing pauses, until it is there. */
async function licenseArrives(
  api: Pick<Api, 'lima'>,
  project: ProjectConfiguration,
  subject: string,
): Promise<boolean> {
  for (const pauseInMs of licensePausesInMs) {
    await new Promise((resolve) => setTimeout(resolve, pauseInMs));
    try {
      if ((await openingLicenses(api, project, subject)).length > 0) return true;
    } catch (error) {
      log('warning', 'Could not look for the licence of a coupon.', error);
    }
  }
  return false;
}

async function openingLicenses(
  api: Pick<Api, 'lima'>,
  project: ProjectConfiguration,
  subject: string,
): Promise<readonly License[]> {
  const licenses = await loadLicenses(api, project, subject);
  return licenses.filter((license) => grantsAccess(license, project));
}
