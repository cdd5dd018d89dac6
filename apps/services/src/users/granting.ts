import type { Caller } from '../authorization/authorize.ts';
import { administratorPermissions, permissionsNow } from '../authorization/permissions-now.ts';
import type { CallError } from '../http/errors.ts';
import type { Database } from '../storage/database.ts';
import { seesMandant, sightOf } from '../orders/public.ts';

/**
 * Refuses to give what the caller does not hold, as its roles are now. Who can manage and assign roles
 * runs the installation, and gives anything to others; who has one of the two does not give it on, since with
 * somebody who has the other one it would make an administrator.
 *
 * @param toItself Whether the caller would hold it: then nobody gives anything new.
 * @throws {CallError} GRANT_NOT_HELD
 */
export async function requireHeld(
  transaction: Database,
  caller: Caller,
  granted: readonly string[],
  refusal: (code: 'GRANT_NOT_HELD') => CallError,
  toItself = false,
): Promise<void> {
  const held = await permissionsNow(transaction, caller);
  const isAdministrator = administratorPermissions.every((permission) => held.has(permission));
  if (isAdministrator && !toItself) return;
  const isHeld = (permission: string) =>
    held.has(permission) && (isAdministrator || !administratorPermissions.includes(permission));
  if (!granted.every(isHeld)) throw refusal('GRANT_NOT_HELD');
}

/**
 * Refuses to put a user into a group of a publisher that the caller does not see, or to take it out of one; and
 * to put oneself into one: whoever publishes for its mandant groups would publish for one more.
 *
 * @throws {CallError} GRANT_NOT_HELD
 */
export async function requireOwnMandants(
  transaction: Database,
  caller: Caller,
  subject: string,
  { before, after }: { readonly before: readonly string[]; readonly after: readonly string[] },
  refusal: (code: 'GRANT_NOT_HELD') => CallError,
): Promise<void> {
  const isMore = caller.aliases.has(subject) && !after.every((mandant) => before.includes(mandant));
  if (isMore && !caller.permissions.has('content.publish-for-all')) throw refusal('GRANT_NOT_HELD');
  const sight = await sightOf(transaction, caller);
  const changed = [...before, ...after].filter(
    (mandant) => before.includes(mandant) !== after.includes(mandant),
  );
  if (!changed.every((mandant) => seesMandant(sight, mandant))) throw refusal('GRANT_NOT_HELD');
}
