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
 * Who may publish files for a mandant now.
 *
 * @returns their subjects; applications are among them
 */
export async function publishersOf(
  database: Database,
  mandant: string,
): Promise<readonly string[]> {
  const { rows } = await sql<{ subject: string }>`
    with mine as (
      select subject from aua.users where mandant_groups @> array[${mandant}]
    ),
    held as (
      select subject, role from aua.user_roles
      union all
      -- A person who was never given a role.
      select subject, 'student' from mine
      where not exists (select from aua.user_roles given where given.subject = mine.subject)
    ),
    allowed as (
      select subject, permission from held join aua.role_permissions using (role)
      where permission in ('file.publish', 'content.publish-for-all')
    )
    select distinct subject from allowed
    where permission = 'file.publish' and (
      subject in (select subject from mine)
      or subject in (select subject from allowed where permission = 'content.publish-for-all')
    )
  `.execute(database);
  return rows.map(({ subject }) => subject);
}
