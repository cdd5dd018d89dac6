import type { Database } from '../storage/database.ts';
import { isApplication } from './applications.ts';

/** The roles that a user holds, in order: a person who was never given one is a student. */
export async function rolesOfUser(database: Database, subject: string): Promise<string[]> {
  const given = await givenRoles(database, subject);
  return given.length > 0 || (await isApplication(database, subject)) ? given : ['student'];
}

/** True where a user holds a role, narrowed by no header. */
export async function holdsRole(
  database: Database,
  subject: string,
  role: string,
): Promise<boolean> {
  return (await rolesOfUser(database, subject)).includes(role);
}

/** The roles that a user was given, in order. */
export async function givenRoles(database: Database, subject: string): Promise<string[]> {
  const rows = await database
    .selectFrom('aua.user_roles')
    .select('role')
    .where('subject', '=', subject)
    .execute();
  return rows.map(({ role }) => role).toSorted();
}

/** Gives a user roles, to be called by others that have locked them (`lockRoles`). */
export async function giveRoles(
  transaction: Database,
  subject: string,
  roles: readonly string[],
): Promise<void> {
  if (roles.length === 0) return;
  await transaction
    .insertInto('aua.user_roles')
    .values(roles.map((role) => ({ subject, role })))
    // The roles of a subject that is linked to this one may come at the same time.
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
