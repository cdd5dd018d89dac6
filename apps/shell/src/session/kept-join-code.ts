import { hasForm, joinCodeForm } from '@lectern/contracts/calls/checked-code';
import { joinCode } from '@lectern/contracts/calls/groups/join-code';
import { joinCodeKey } from '../storage-keys.ts';
import { storage } from '../storage/storage.ts';
import { typedCode } from './typed-code.ts';

/*
 * A class is joined by its user, who has to sign in first and press for it. Its code is kept meanwhile, as a coupon's
 * is.
 */

/** The parameter of the login page's and the empty path's address that carries a class's code. */
export const joinCodeParameter = 'joinCode';

/** A code as the contract knows it, in capitals and with dashes to read it by; nothing where it cannot be one. */
export function readJoinCode(typed: string): string | undefined {
  const read = joinCode.safeParse(typedCode(typed, [joinCodeParameter]));
  return read.success ? read.data.match(/.{1,4}/g)?.join('-') : undefined;
}

/** True where a code has the form of those that classes have; a coupon's may have it, too. */
export function isLikeJoinCode(code: string): boolean {
  return hasForm(joinCodeForm, readJoinCode(code)?.replaceAll('-', '') ?? '');
}

/** The code in an address's query; nothing where it has none that could be one. */
export function parseJoinCode(search: string): string | undefined {
  return readJoinCode(new URLSearchParams(search).get(joinCodeParameter) ?? '');
}

/** Address that leads to joining, such as a QR code holds it. */
export function joinAddress(code: string): URL {
  const address = new URL('/', location.origin);
  address.searchParams.set(joinCodeParameter, code);
  return address;
}

export function keepJoinCode(code: string | undefined): void {
  if (code !== undefined) storage('session').write(joinCodeKey, code);
}

export function keptJoinCode(): string | undefined {
  return readJoinCode(storage('session').read(joinCodeKey) ?? '');
}

export function forgetJoinCode(): void {
  storage('session').remove(joinCodeKey);
}
