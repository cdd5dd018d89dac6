import { sql } from 'kysely';
import type { Database } from '../storage/database.ts';
import { isApplication } from './applications.ts';

/** The roles that a user holds, in order: a person who was never given one is a student. */
export async function rolesOfUser(database: Database, subject: string): Promise<string[]> {
  const stored = await givenRoles(database, subject);
  return stored.length > 0 || (await isApplication(database, subject)) ? stored : ['student'];
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
  return (await givenRolesOf(database, [subject])).get(subject) ?? [];
}

/** The roles that users were given, in order; users without one are not there. */
export async function givenRolesOf(
  database: Database,
  subjects: readonly string[],
): Promise<ReadonlyMap<string, string[]>> {
  const { rows } = await sql<{ subject: string; roles: string[] }>`
    select subject, array_agg(role order by role collate "C") as roles
    from aua.user_roles where subject = any(${subjects}::text[]) group by subject
  `.execute(database);
  return new Map(rows.map(({ subject, roles }) => [subject, roles]));
}

/** Gives a user roles. The caller has locked them (`lockRoles`). */
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
