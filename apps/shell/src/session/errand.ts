import type { DeepLink } from '@lectern/sdk/protocol';
import { parseDeepLink, saveDeepLink, storedDeepLink } from '../content-frame/deep-link.ts';
import { couponParameter, keepCoupon, keptCoupon, parseCoupon } from './kept-coupon.ts';

/** What somebody has come for and has yet to get: a sign-in comes in between, and may fail. */
export interface Errand {
  readonly link: DeepLink | undefined;
  /** A coupon code; as in an address, it may be unclear. */
  readonly coupon: string | undefined;
}

/** What the page's query asks for; where it says nothing, what was kept before. */
export function currentErrand(search: string): Errand {
  return {
    link: parseDeepLink(search) ?? storedDeepLink(),
    coupon: parseCoupon(search) ?? keptCoupon(),
  };
}

/** Keeps it in session storage, for the sign-in that comes next. */
export function keepErrand({ link, coupon }: Errand): void {
  saveDeepLink(link);
  keepCoupon(coupon);
}

/** The login page with the errand in its query: it clears what is stored when it is entered. */
export function loginAddress({ link, coupon }: Errand): URL {
  const address = new URL('/login', location.origin);
  const query = { ...link, ...(coupon === undefined ? {} : { [couponParameter]: coupon }) };
  address.search = String(new URLSearchParams(query));
  return address;
}
