import { builtInRoles } from '@lectern/contracts';
import { sql } from 'kysely';
import type { Database } from '../storage/database.ts';
import { rolesOfUser } from './held-roles.ts';
import { permissionsOfRoles } from './role-store.ts';

/*
 * Power beyond a teacher's and links exclude each other: whoever gets hold of one account would have the
 * power of the other for good.
 */

/** Names of the roles that allow what neither a pupil nor a teacher may do. */
export const privilegedRoles = sql`
  select role from aua.role_permissions join aua.permissions using (permission)
  where built_in and permission <> all(${builtInRoles.teacher}::text[])
`;

/** True where one of the permissions is the contract's and neither a pupil's nor a teacher's. */
export async function exceedTeacher(
  database: Database,
  permissions: readonly string[],
): Promise<boolean> {
  if (permissions.length === 0) return false;
  const special = await database
    .selectFrom('aua.permissions')
    .select('permission')
    .where('permission', 'in', permissions)
    .where('built_in', '=', true)
    .where('permission', 'not in', builtInRoles.teacher)
    .limit(1)
    .executeTakeFirst();
  return special !== undefined;
}

export async function permissionsOfUser(database: Database, subject: string): Promise<string[]> {
  return permissionsOfRoles(database, await rolesOfUser(database, subject));
}

/** True for a subject with a permission that is neither a pupil's nor a teacher's. */
export async function isPrivileged(database: Database, subject: string): Promise<boolean> {
  return exceedTeacher(database, await permissionsOfUser(database, subject));
}
