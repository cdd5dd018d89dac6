import { sql } from 'kysely';
import type { Database } from '../storage/database.ts';
import type { Caller } from './authorize.ts';

/** Mandants for which somebody publishes. */
export type PublishedMandants = Pick<ReadonlySet<string>, 'has'>;

/**
 * For whom a caller publishes courses and files: for the mandants that the user service keeps of it, or
 * with the permission for all. Whether it may publish at all, the permission of the call says.
 */
export async function publishedMandants(
  database: Database,
  { subject, permissions }: Pick<Caller, 'subject' | 'permissions'>,
): Promise<PublishedMandants> {
  if (permissions.has('content.publish-for-all')) return { has: () => true };
  const user = await database
    .selectFrom('aua.users')
    .select('mandant_groups')
    .where('subject', '=', subject)
    .executeTakeFirst();
  return new Set(user?.mandant_groups);
}

/**
 * The subjects that may publish files for a mandant now, applications among them. The mandant's own are looked up by
 * their groups and the others by their roles, so that nobody else is read.
 */
export async function publishersOf(
  database: Database,
  mandant: string,
): Promise<readonly string[]> {
  const forAll = await database
    .selectFrom('aua.role_permissions')
    .select('role')
    .where('permission', '=', 'content.publish-for-all')
    .execute();
  // By their names the planner knows that these are few, among all pupils.
  const roles = forAll.map(({ role }) => role);
  const { rows } = await sql<{ subject: string }>`
    select subject from aua.users mine
    where mandant_groups @> array[${mandant}] and exists (
      select from aua.role_permissions
      where permission = 'file.publish' and (
        role in (select role from aua.user_roles where subject = mine.subject)
        -- A person who was never given a role.
        or role = 'student'
          and not exists (select from aua.user_roles where subject = mine.subject)
      )
    )
    union
    select subject from aua.user_roles held
    where role = any(${roles}::text[]) and exists (
      select from aua.user_roles join aua.role_permissions using (role)
      where subject = held.subject and permission = 'file.publish'
    )
  `.execute(database);
  return rows.map(({ subject }) => subject);
}
