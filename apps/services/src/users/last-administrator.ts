import { sql } from 'kysely';
import { administratorPermissions } from '../authorization/permissions-now.ts';
import type { CallError } from '../http/errors.ts';
import { lockByName } from '../storage/advisory-lock.ts';
import type { Database } from '../storage/database.ts';

/**
 * Refuses what would leave no user who can manage and assign roles. To be called after the change, in
 * its transaction and as the last that takes a lock there. Two that remove administrators wait for
 * each other, so that each sees the other's change.
 *
 * @param leaving A subject that is about to go.
 * @throws {CallError} LAST_ADMINISTRATOR
 */
export async function requireAdministratorRemains(
  transaction: Database,
  refusal: (code: 'LAST_ADMINISTRATOR') => CallError,
  leaving = '',
): Promise<void> {
  await lockByName(transaction, 'aua.administrators');
  if (!(await hasAdministrator(transaction, leaving))) throw refusal('LAST_ADMINISTRATOR');
}

/**
 * True where a user can manage and assign roles.
 *
 * @param leaving A subject that does not count.
 */
export async function hasAdministrator(database: Database, leaving = ''): Promise<boolean> {
  const { rows } = await sql`
    select held.subject
    from aua.user_roles held join aua.role_permissions given using (role)
    where given.permission = any(${administratorPermissions}::text[]) and held.subject <> ${leaving}
      -- A subject linked to another one is that one.
      and not exists (select from aua.subject_links where from_subject = held.subject)
      -- Until the erasure has come to the roles they are still there.
      and not exists (
        select from aua.subject_jobs where subject = held.subject and kind = 'erase'
      )
      -- No person can sign in as an application.
      and not exists (select from aua.applications where subject = held.subject)
    group by held.subject
    having count(distinct given.permission) = ${administratorPermissions.length}
    limit 1
  `.execute(database);
  return rows.length > 0;
}
