import { reservedPermissions, type BuiltInRole } from '@lectern/contracts';
import type { Database } from '../storage/database.ts';

/** Roles of those who learn and teach in a browser, which sees the token. */
export const pupilRoles: readonly BuiltInRole[] = ['student', 'teacher'];

/** Whether a set of permissions is more than a pupil may hold. */
export function includesReserved(permissions: readonly string[]): boolean {
  return reservedPermissions.some((reserved) => permissions.includes(reserved));
}

/** Whether whoever holds these roles is a pupil, all of whose roles a browser can use. */
export function arePupilRoles(roles: readonly string[]): boolean {
  return pupilRoles.some((role) => roles.includes(role));
}

/** Whether a role is a pupil's, or is held by somebody who has a pupil's role, too. */
export async function isHeldByPupils(database: Database, name: string): Promise<boolean> {
  if (arePupilRoles([name])) return true;
  const pupil = await database
    .selectFrom('aua.user_roles as held')
    .innerJoin('aua.user_roles as beside', 'beside.subject', 'held.subject')
    .select('held.subject')
    .where('held.role', '=', name)
    .where('beside.role', 'in', pupilRoles)
    .limit(1)
    .executeTakeFirst();
  return pupil !== undefined;
}
