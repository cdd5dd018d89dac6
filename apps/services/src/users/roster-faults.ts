import { reservedPermissions } from '@lectern/contracts';
import { sql } from 'kysely';
import type { Database } from '../storage/database.ts';
import {
  findRosterFaults,
  type RosterFault,
  type RosterFaults,
} from '../storage/roster-staging.ts';
import { privilegedRoles } from './privilege.ts';
import { pupilRoles } from './reserved-permissions.ts';

/** Names of the roles that hold a permission which no pupil may hold. */
export const reservingRoles = sql`
  select role from aua.role_permissions where permission = any(${reservedPermissions}::text[])
`;

/** Contradictions between platform and roster. */
export async function rosterUserFaults(
  transaction: Database,
  columns: { readonly subject: string; readonly identity: string; readonly role: string },
): Promise<readonly RosterFaults[]> {
  const queries = [
    sql<RosterFault>`
      select file, line, 'userSourcedId' as "column",
        to_json(left(named_subject, 40))::text || ' is neither in the files nor a user' as reason
      from roster_users
      where is_reference and skipped is null
        and not exists (select from aua.users where users.subject = roster_users.subject)
        and (
          exists (select from roster_enrolments where user_id = source_id and not is_removed)
          or exists (select from roster_roles where user_id = source_id)
        )
    `,
    sql<RosterFault>`
      select file, line, ${columns.subject}::text as "column", 'this is an application' as reason
      from roster_users join aua.applications using (subject) where skipped is null
    `,
    sql<RosterFault>`
      select file, line, ${columns.identity}::text as "column",
        'is already the user ' || to_json(held.subject)::text as reason
      from roster_users named join aua.identities held
        using (identity_provider_identifier, external_id)
      where skipped is null and held.subject <> named.subject
        and not exists (
          select from aua.subject_links
          where from_subject = held.subject and to_subject = named.subject
        )
    `,
    sql<RosterFault>`
      select file, line, ${columns.role}::text as "column",
        'there is no role ' || to_json(given.role)::text as reason
      from roster_roles given
      where skipped is null and not exists (select from aua.roles where roles.role = given.role)
    `,
    reservedFaults(columns.role),
    linkedFaults(columns.role),
  ];
  const faults: RosterFaults[] = [];
  for (const query of queries) faults.push(await findRosterFaults(transaction, query));
  return faults;
}

/** A role that reserves a permission, for somebody who is or becomes a pupil. */
function reservedFaults(column: string) {
  return sql<RosterFault>`
    select given.file, given.line, ${column}::text as "column",
      to_json(given.role)::text || ' may not be held beside ' || ${pupilRoles.join(' or ')}::text as reason
    from roster_roles given join roster_users on source_id = user_id
    where given.skipped is null and roster_users.skipped is null and given.role in (${reservingRoles})
      and (
        exists (
          select from aua.user_roles held
          where held.subject = roster_users.subject and held.role = any(${pupilRoles}::text[])
        )
        or exists (
          select from roster_roles beside
            join roster_users same on same.source_id = beside.user_id
          where same.subject = roster_users.subject
            and beside.role = any(${pupilRoles}::text[]) and beside.skipped is null
        )
      )
  `;
}

/** A role beyond a teacher's for somebody to whom another account leads, and who does not hold it. */
function linkedFaults(column: string) {
  return sql<RosterFault>`
    select given.file, given.line, ${column}::text as "column",
      to_json(given.role)::text || ' may do more than a teacher, and another account leads to this subject' as reason
    from roster_roles given join roster_users on source_id = user_id
    where given.skipped is null and roster_users.skipped is null
      and given.role in (${privilegedRoles})
      and exists (select from aua.subject_links where to_subject = roster_users.subject)
      and not exists (
        select from aua.user_roles held
        where held.subject = roster_users.subject and held.role = given.role
      )
  `;
}
