import { reservedPermissions, type BuiltInRole } from '@lectern/contracts';
import type { Database } from '../storage/database.ts';

/** Roles of those who learn and teach in a browser, which sees the token. */
export const pupilRoles: readonly BuiltInRole[] = ['student', 'teacher'];

/** True for permissions that a pupil may not hold. */
export function includesReserved(permissions: readonly string[]): boolean {
  return reservedPermissions.some((reserved) => permissions.includes(reserved));
}

/** True where a holder of these roles is a pupil, all of whose roles a browser can use. */
export function arePupilRoles(roles: readonly string[]): boolean {
  return pupilRoles.some((role) => roles.includes(role));
}

/** True for a role of pupils, or one held by somebody who has a pupil's role, too. */
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
