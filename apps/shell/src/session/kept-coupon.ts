import { couponCode } from '@lectern/contracts/calls/orders/coupon';
import { couponKey, unclearCouponKey } from '../storage-keys.ts';
import { storage } from '../storage/storage.ts';
import { joinCodeParameter, parseJoinCode } from './kept-join-code.ts';
import { severally, typedCode } from './typed-code.ts';

/*
 * A coupon is redeemed by its user, who has to sign in first. Its code is kept meanwhile, as the deep
 * link is. A code can be used by anybody who reads it: it is written nowhere else, and into no log.
 */

/** The parameter of the login page's and the empty path's address that carries a code. */
export const couponParameter = 'coupon';

const eitherParameter = [couponParameter, joinCodeParameter];

/**
 * How much of what an address gives is shown, in UTF-16 code units: several codes, or the beginning of what
 * is none. It becomes part of another address, which must not be longer than its host takes.
 */
const givenMaximumLength = 200;

/**
 * The code in an address's query, well-formed or not; nothing where it has none. Different codes are returned
 * together, separated by commas, and so cannot be a code: redeeming the wrong one could not be taken back. An
 * unreadable class code stands in where there is no coupon.
 */
export function parseCoupon(search: string): string | undefined {
  const codes = new URLSearchParams(search).getAll(couponParameter).map((code) => code.trim());
  const distinct = new Map(
    codes.map((code) => [typedCode(code).replaceAll('-', '').toUpperCase(), code]),
  );
  distinct.delete('');
  const joined = [...distinct.values()].join(', ').replaceAll(/\s+/g, ' ');
  return joined.slice(0, givenMaximumLength) || unclearJoinCode(search);
}

/** A class's code that cannot be one is put right where a coupon's is. */
function unclearJoinCode(search: string): string | undefined {
  if (parseJoinCode(search) !== undefined) return undefined;
  const typed = new URLSearchParams(search).get(joinCodeParameter) ?? '';
  return typed.trim().slice(0, givenMaximumLength) || undefined;
}

/**
 * The text in an address's query that is given as a code but cannot be one. The user must correct it: until then
 * nothing goes on by itself, and it stays in the address.
 */
export function unclearCoupon(search: string): string | undefined {
  const coupon = parseCoupon(search);
  return coupon === undefined || readCouponCode(coupon) !== undefined ? undefined : coupon;
}

/**
 * A code as the contract knows it, of what somebody has typed; nothing where it cannot be one.
 *
 * @param parameters That an address carries it in.
 */
export function readCouponCode(
  typed: string,
  parameters: readonly string[] = [couponParameter],
): string | undefined {
  const code = typedCode(typed, parameters);
  return couponCode.safeParse(code).success ? code : undefined;
}

/** The same of a coupon's code or a class's: people do not know which one they have. */
export function readEitherCode(typed: string): string | undefined {
  return readCouponCode(typed, eitherParameter);
}

/** True for a text that has more than one code. */
export function hasSeveralCodes(typed: string): boolean {
  const read = typedCode(typed, eitherParameter);
  // As an address gives two, whose check signs tell nothing.
  const isListed = (part: string) => !/\s/.test(part) && /[\d\p{Lu}-]/u.test(part);
  const parts = typed.split(',').map((part) => part.trim());
  const areListed = parts.length > 1 && parts.every(isListed);
  return read.includes(severally) || (areListed && !couponCode.safeParse(read).success);
}

/** Keeps a code until it is redeemed. What cannot be one changes nothing. */
export function keepCoupon(typed: string | undefined): void {
  const code = typed === undefined ? undefined : readCouponCode(typed);
  if (code !== undefined) storage('session').write(couponKey, code);
}

export function keptCoupon(): string | undefined {
  const stored = storage('session').read(couponKey);
  return stored === null ? undefined : readCouponCode(stored);
}

/** Keeps a text that cannot be a code over an automatic sign-in: a user without a licence sees it then. */
export function keepUnclearCoupon(typed: string): void {
  storage('session').write(unclearCouponKey, typed);
}

export function keptUnclearCoupon(): string | undefined {
  return storage('session').read(unclearCouponKey)?.slice(0, givenMaximumLength) || undefined;
}

export function forgetUnclearCoupon(): void {
  storage('session').remove(unclearCouponKey);
}

export function forgetCoupon(): void {
  storage('session').remove(couponKey);
  forgetUnclearCoupon();
}
