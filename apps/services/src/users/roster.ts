import { sql } from 'kysely';
import { announce } from '../authorization/announcements.ts';
import { lockByName } from '../storage/advisory-lock.ts';
import type { Database } from '../storage/database.ts';
import { pupilRoles } from './reserved-permissions.ts';
import { lockRoles } from './role-store.ts';
import { reservingRoles } from './roster-faults.ts';
import { rememberProviders } from './seen-providers.ts';
import { lockSubjectLinks } from './subject-links.ts';

/* Effect of a staged roster on the tables of this service (`storage/roster-staging.ts`). */

/**
 * Finds out who the persons are here: follows links, and leaves out those whose data is just being
 * erased or moved. From then on nobody else gives away identities, changes roles, links or erases
 * subjects, or gives roles to those who get some here.
 *
 * @param skipsWithoutRole Leaves out, too, whom the platform neither knows nor has a role for: without
 *   one they would be taken for students.
 */
export async function resolveRosterUsers(
  transaction: Database,
  skipsWithoutRole: boolean,
): Promise<void> {
  await lockRoles(transaction, 'shared');
  await lockSubjectLinks(transaction, 'shared');
  await lockByName(transaction, 'aua.identities');
  await sql`
    update roster_users set subject = to_subject
    from aua.subject_links where from_subject = subject
  `.execute(transaction);
  await sql`
    update roster_users set is_busy = true, skipped = 'their data is being erased or moved'
    where exists (
      select from aua.subject_jobs job
      where swept_at is null and begins_at <= now()
        and roster_users.subject in (job.subject, job.to_subject)
    )
  `.execute(transaction);
  await sql`create index on roster_users (subject)`.execute(transaction);
  // Subjects that get roles, locked in order as by every call that gives some, so that no deadlock arises.
  await sql`
    select count(*) from (
      select from aua.users where subject in (
        select roster_users.subject from roster_roles given join roster_users on source_id = user_id
        where given.skipped is null and roster_users.skipped is null
          and not exists (
            select from aua.user_roles held
            where held.subject = roster_users.subject and held.role = given.role
          )
      )
      order by subject for update
    ) locked
  `.execute(transaction);
  await sql`
    update roster_roles given set skipped = 'role ' || role || ' of who holds a role that nobody may hold beside it'
    from roster_users
    where source_id = user_id and given.skipped is null and role = any(${pupilRoles}::text[])
      and exists (
        select from aua.user_roles held
        where held.subject = roster_users.subject and held.role in (${reservingRoles})
      )
  `.execute(transaction);
  if (!skipsWithoutRole) return;
  await sql`
    update roster_users set skipped = coalesce(
      (
        select string_agg(distinct skipped, ', ') from roster_roles
        where user_id = source_id and skipped is not null
      ),
      'no role'
    )
    where skipped is null and not is_reference
      and not exists (
        select from roster_roles where user_id = source_id and skipped is null
      )
      and not exists (select from aua.users where users.subject = roster_users.subject)
  `.execute(transaction);
}

/** How many rows a roster made and changed; a person that was there and is the same counts nowhere. */
export interface RosterUserCounts {
  readonly users: { readonly created: number; readonly changed: number };
  readonly identities: { readonly created: number };
  readonly roles: { readonly created: number };
  /** Roles beyond those of pupils that were given, for the audit log. */
  readonly given: readonly { readonly subject: string; readonly role: string }[];
}

/**
 * Takes the persons over. Nothing is taken from anybody: roles and identities are added, and what the
 * file leaves empty stays. What the identity provider has said of a person wins over the file, which
 * then only adds what the provider left open; else the file would be right until the next sign-in.
 */
export async function mergeRosterUsers(transaction: Database): Promise<RosterUserCounts> {
  const created = await sql`
    insert into aua.users (subject, given_name, family_name, email, locale)
    select subject, given_name, family_name, email, locale from (${persons}) person
    order by subject on conflict (subject) do nothing
  `.execute(transaction);
  const changed = await sql`
    update aua.users set updated_at = now(), ${sql.join(names.map((name) => sql`${sql.id(name)} = ${merged(name)}`))}
    from (${persons}) person
    where users.subject = person.subject
      and (${sql.join(names.map((name) => sql`users.${sql.id(name)}`))})
        is distinct from (${sql.join(names.map(merged))})
  `.execute(transaction);
  // A person whom a roster names has not gone away (`inactive-users.ts`).
  await sql`
    update aua.users set updated_at = now() from (${persons}) person
    where users.subject = person.subject and users.updated_at < now() - interval '1 day'
  `.execute(transaction);
  const identities = await sql`
    insert into aua.identities (subject, identity_provider_identifier, external_id)
    select subject, identity_provider_identifier, external_id from roster_users
    where skipped is null and external_id is not null
    order by subject, identity_provider_identifier, external_id
    on conflict do nothing
  `.execute(transaction);
  const { rows: given } = await sql<{ subject: string; role: string }>`
    ${insertRoles(sql`<> all`)} returning subject, role
  `.execute(transaction);
  const ordinary = await insertRoles(sql`= any`).execute(transaction);
  await rememberProviders(transaction, await providersOf(transaction));
  const roles = given.length + rowsOf(ordinary);
  if (roles > 0) await announce(transaction, { kind: 'everybody' });
  return {
    users: { created: rowsOf(created), changed: rowsOf(changed) },
    identities: { created: rowsOf(identities) },
    roles: { created: roles },
    given,
  };
}

const names = ['given_name', 'family_name', 'email', 'locale'] as const;

/** One row a person: of several that a link made one, the row of the person itself. */
const persons = sql`
  select distinct on (subject) * from roster_users
  where skipped is null and not is_reference
  order by subject, named_subject <> subject, line
`;

function merged(name: (typeof names)[number]) {
  const [stored, ofFile] = [sql`users.${sql.id(name)}`, sql`person.${sql.id(name)}`];
  return sql`case when user_info_at is null then coalesce(${ofFile}, ${stored}) else coalesce(${stored}, ${ofFile}) end`;
}

/** @param isOrdinary How the role compares with those of pupils. */
function insertRoles(isOrdinary: ReturnType<typeof sql>) {
  return sql`
    insert into aua.user_roles (subject, role)
    select distinct subject, role from roster_roles given join roster_users on source_id = user_id
    where given.skipped is null and roster_users.skipped is null
      and role ${isOrdinary}(${pupilRoles}::text[])
    order by subject, role on conflict do nothing
  `;
}

async function providersOf(transaction: Database) {
  const { rows } = await sql<{ identity_provider_identifier: string }>`
    select distinct identity_provider_identifier from roster_users
    where skipped is null and external_id is not null
  `.execute(transaction);
  return rows.map((row) => ({ ...row, groups: [] }));
}

function rowsOf({ numAffectedRows }: { readonly numAffectedRows?: bigint }): number {
  return Number(numAffectedRows ?? 0);
}
