import { builtInRoles } from '@lectern/contracts';
import { sql } from 'kysely';
import type { Database } from '../storage/database.ts';
import type { Caller } from './authorize.ts';

/**
 * Permissions of a caller by the roles that it holds now: a token is verified once a minute, and its owner may
 * have lost them since.
 *
 * @param transaction Sees what was committed before its statement began.
 */
export async function permissionsNow(
  transaction: Database,
  { tokenSubject, roles }: Pick<Caller, 'tokenSubject' | 'roles'>,
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ permission: string }>`
    with held as (
      select role from aua.user_roles where subject = ${tokenSubject}
      union
      -- A person who was never given a role.
      select 'student' where not exists (
        select from aua.user_roles where subject = ${tokenSubject}
      )
    )
    select distinct permission from held join aua.role_permissions using (role)
    where role = any(${roles}::text[])
  `.execute(transaction);
  return new Set(rows.map(({ permission }) => permission));
}

/** The two permissions that together give everybody everything else. */
export const administratorPermissions: readonly string[] = ['role.assign', 'role.manage'];

/**
 * True where a person has a permission beyond a teacher's that a caller lacks; an administrator lacks none.
 *
 * @param held The caller's permissions.
 */
export async function holdsMore(
  transaction: Database,
  subject: string,
  held: ReadonlySet<string>,
): Promise<boolean> {
  if (administratorPermissions.every((permission) => held.has(permission))) return false;
  const { rows } = await sql`
    select from aua.user_roles
      join aua.role_permissions using (role)
      join aua.permissions using (permission)
    where subject = ${subject} and built_in
      and permission <> all(${[...builtInRoles.teacher, ...held]}::text[])
    limit 1
  `.execute(transaction);
  return rows.length > 0;
}
