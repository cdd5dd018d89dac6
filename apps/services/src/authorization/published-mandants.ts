import { sql } from 'kysely';
import type { Database } from '../storage/database.ts';
import type { Caller } from './authorize.ts';
import { mandantGroupsOf } from './mandant-groups.ts';

/** Mandants for which somebody publishes. */
export type PublishedMandants = Pick<ReadonlySet<string>, 'has'>;

/**
 * Mandants that a caller publishes courses and files for: those that the user service keeps of it, or with the
 * permission for all every one. The permission of the call says if it may publish at all.
 */
export async function publishedMandants(
  database: Database,
  { subject, permissions }: Pick<Caller, 'subject' | 'permissions'>,
): Promise<PublishedMandants> {
  if (permissions.has('content.publish-for-all')) return { has: () => true };
  return new Set(await mandantGroupsOf(database, subject));
}

/**
 * The subjects that may publish files for a mandant now, applications among them. They are looked up by the roles that
 * publish, since a publisher's customers can be in its groups, too: nobody else's roles are read.
 */
export async function publishersOf(
  database: Database,
  mandant: string,
): Promise<readonly string[]> {
  const grants = await database
    .selectFrom('aua.role_permissions')
    .select(['role', 'permission'])
    .where('permission', 'in', ['file.publish', 'content.publish-for-all'])
    .execute();
  // By their names the planner knows that their holders are few, among all pupils.
  const rolesWith = (wanted: string) =>
    grants.filter(({ permission }) => permission === wanted).map(({ role }) => role);
  const [publishing, forAll] = [rolesWith('file.publish'), rolesWith('content.publish-for-all')];
  const isOfMandant = sql`mandant_groups @> array[${mandant}]`;
  const { rows } = await sql<{ subject: string }>`
    select subject from aua.user_roles held
    where role = any(${publishing}::text[]) and (
      -- Looked up for each: as "exists" all customers could be read at once.
      coalesce((select ${isOfMandant} from aua.users where users.subject = held.subject), false)
      or exists (
        select from aua.user_roles more
        where more.subject = held.subject and more.role = any(${forAll}::text[])
      )
    )
    ${
      publishing.includes('student')
        ? // A person who was never given a role.
          sql`
            union select subject from aua.users mine where ${isOfMandant}
              and not exists (select from aua.user_roles where subject = mine.subject)
          `
        : sql``
    }
  `.execute(database);
  return [...new Set(rows.map(({ subject }) => subject))];
}
