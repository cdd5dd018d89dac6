import type { Caller } from '../authorization/authorize.ts';
import { permissionsNow } from '../authorization/permissions-now.ts';
import type { CallError } from '../http/errors.ts';
import type { Database } from '../storage/database.ts';
import { administratorPermissions } from './last-administrator.ts';

/**
 * Refuses to give what the caller does not hold, as its roles are now. Who can manage and assign roles
 * runs the installation, and gives anything to others.
 *
 * @param toItself Whether the caller would hold it: then nobody gives anything new.
 * @throws {CallError} GRANT_NOT_HELD
 */
export async function requireHeld(
  transaction: Database,
  caller: Caller,
  given: readonly string[],
  refusal: (code: 'GRANT_NOT_HELD') => CallError,
  toItself = false,
): Promise<void> {
  const held = await permissionsNow(transaction, caller);
  const isAdministrator = administratorPermissions.every((permission) => held.has(permission));
  if (isAdministrator && !toItself) return;
  if (!given.every((permission) => held.has(permission))) throw refusal('GRANT_NOT_HELD');
}
