import type { DeepLink } from '@lectern/sdk/protocol';
import { parseDeepLink, saveDeepLink, storedDeepLink } from '../content-frame/deep-link.ts';
import { opensKey } from '../storage-keys.ts';
import { storage } from '../storage/storage.ts';
import { couponParameter, keepCoupon, keptCoupon, parseCoupon } from './kept-coupon.ts';
import { joinCodeParameter, keepJoinCode, keptJoinCode, parseJoinCode } from './kept-join-code.ts';

/** A wish that is still to be carried out: a sign-in comes in between, and may fail. */
export interface SignInIntent {
  readonly link: DeepLink | undefined;
  /** A coupon code; as in an address, it may be unclear. */
  readonly coupon: string | undefined;
  /** The dialog of the own data is to open. */
  readonly opensMyData: boolean;
  /** Code of a class that is to be joined. */
  readonly joinCode: string | undefined;
}

const opensParameter = 'opens';
const myData = 'my-data';

/** The wish in a page's query. */
export function intentOf(search: string): SignInIntent {
  return {
    link: parseDeepLink(search),
    coupon: parseCoupon(search),
    opensMyData: new URLSearchParams(search).get(opensParameter) === myData,
    joinCode: parseJoinCode(search),
  };
}

/** The wish in the page's query; without one, the kept wish. */
export function currentIntent(search: string): SignInIntent {
  const { link, coupon, opensMyData, joinCode } = intentOf(search);
  return {
    link: link ?? storedDeepLink(),
    coupon: coupon ?? keptCoupon(),
    opensMyData: opensMyData || isMyDataAwaited(),
    joinCode: joinCode ?? keptJoinCode(),
  };
}

/** A query without what was taken from it. */
export function withoutParameter(search: string, name: string): string {
  const query = new URLSearchParams(search);
  query.delete(name);
  const rest = query.toString();
  return rest && `?${rest}`;
}

/** Keeps it in session storage, for the sign-in that comes next. */
export function keepIntent({ link, coupon, opensMyData, joinCode }: SignInIntent): void {
  saveDeepLink(link);
  keepCoupon(coupon);
  keepJoinCode(joinCode);
  if (opensMyData) storage('session').write(opensKey, myData);
}

/** True where the dialog of the own data is to open. */
export function isMyDataAwaited(): boolean {
  return storage('session').read(opensKey) === myData;
}

/** Takes out whether the dialog of the own data is to open. */
export function takeOpensMyData(): boolean {
  const isAwaited = isMyDataAwaited();
  if (isAwaited) storage('session').remove(opensKey);
  return isAwaited;
}

/** The login page with the intent in its query: it clears what is stored when it is entered. */
export function loginAddress({ link, coupon, opensMyData, joinCode }: SignInIntent): URL {
  const address = new URL('/login', location.origin);
  const query = {
    ...link,
    ...(coupon === undefined ? {} : { [couponParameter]: coupon }),
    ...(opensMyData ? { [opensParameter]: myData } : {}),
    ...(joinCode === undefined ? {} : { [joinCodeParameter]: joinCode }),
  };
  address.search = String(new URLSearchParams(query));
  return address;
}
