import type { Database } from '../storage/database.ts';

/** The publishers that an application sees by its roles and mandant groups: while it has no order system. */
export async function mandantsOfApplication(
  database: Database,
  subject: string,
): Promise<'all' | readonly string[]> {
  const seesAny = await database
    .selectFrom('aua.user_roles')
    .innerJoin('aua.role_permissions', 'aua.role_permissions.role', 'aua.user_roles.role')
    .select('permission')
    .where('subject', '=', subject)
    .where('permission', '=', 'mandant.any')
    .executeTakeFirst();
  return seesAny ? 'all' : mandantGroupsOf(database, subject);
}

/** The publishers that the user service has for a subject. */
export async function mandantGroupsOf(
  database: Database,
  subject: string,
): Promise<readonly string[]> {
  const user = await database
    .selectFrom('aua.users')
    .select('mandant_groups')
    .where('subject', '=', subject)
    .executeTakeFirst();
  return user?.mandant_groups ?? [];
}
