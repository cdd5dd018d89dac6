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
