import type { License } from '@lectern/contracts';
import { CallFailed } from '@lectern/contracts/client';
import type { Api } from '../api.ts';
import type { ProjectConfiguration } from '../configuration.ts';
import { log } from '../logging/log.ts';
import { forgetCoupon, keptCoupon } from './kept-coupon.ts';
import { grantsAccess } from './license-rule.ts';
import { loadLicenses } from './load-licenses.ts';

/** The reason why a coupon has not opened the content; the login page shows it to users without a licence. */
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
 * that back; so a coupon is left alone that would open something else, or what is open already. The code
 * is forgotten once it is used, refused to this user for good or left alone. Never rejects.
 *
 * @returns what has come of it; nothing where there is no coupon or a licence opens the publication already.
 */
export async function redeemKeptCoupon(
  api: Pick<Api, 'lima' | 'osc'>,
  project: ProjectConfiguration,
  subject: string,
): Promise<CouponProblem | CouponRedeemed | undefined> {
  const code = keptCoupon();
  if (code === undefined) return undefined;
  try {
    if (await isLicensed(api, project, subject)) {
      forgetCoupon();
      log('info', 'A coupon was left alone: a licence opens the publication already.');
      return undefined;
    }
    const { coupon } = await api.osc.couponLookUp({
      xIaSubject: subject,
      body: { coupon_code: code },
    });
    if (!isForProject(coupon, project)) {
      forgetCoupon();
      return { kind: 'other product', code };
    }
    const { license_code, license_made } = await api.osc.couponActivate({
      xIaSubject: subject,
      body: { subject, coupon_code: code },
    });
    forgetCoupon();
    if (!license_made && !(await licenseArrives(api, project, subject)))
      return { kind: 'license pending', code };
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
      if (await isLicensed(api, project, subject)) return true;
    } catch (error) {
      log('warning', 'Could not look for the licence of a coupon.', error);
    }
  }
  return false;
}

async function isLicensed(
  api: Pick<Api, 'lima'>,
  project: ProjectConfiguration,
  subject: string,
): Promise<boolean> {
  const licenses = await loadLicenses(api, project, subject);
  return licenses.some((license) => grantsAccess(license, project));
}
