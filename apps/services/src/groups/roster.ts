import { groupsOfSubjectMaximum } from '@lectern/contracts/calls/groups/group';
import { groupMembersMaximum } from '@lectern/contracts/calls/groups/membership';
import { sql } from 'kysely';
import type { Database } from '../storage/database.ts';
import {
  findRosterFaults,
  type RosterFault,
  type RosterFaults,
} from '../storage/roster-staging.ts';

/*
 * What a staged roster means to the tables of this service (`storage/roster-staging.ts`): classes are
 * groups, and `roster_memberships` says who is in which, by group and subject.
 */

/** How many rows a roster made, changed and removed; what was there already counts nowhere. */
export interface RosterGroupCounts {
  readonly classes: { readonly created: number; readonly changed: number };
  readonly memberships: {
    readonly created: number;
    readonly changed: number;
    readonly removed: number;
  };
}

/** Classes that the file only refers to, and that are no groups. */
export async function rosterGroupFaults(
  transaction: Database,
  column: string,
): Promise<readonly RosterFaults[]> {
  return [
    await findRosterFaults(
      transaction,
      sql<RosterFault>`
        select file, line, ${column}::text as "column",
          to_json(left(source_id, 40))::text || ' is neither in the files nor a group' as reason
        from roster_classes
        where is_reference
          and not exists (select from gres.groups where groups.group_id = roster_classes.group_id)
          and exists (select from roster_enrolments where class_id = source_id and not is_removed)
      `,
    ),
  ];
}

/**
 * Takes classes and memberships over. A class is called what the file calls it, and whom the file names
 * has the part that it says; who is in a group and is not named stays.
 *
 * @param provider Connector id of the provider that the groups belong to.
 */
export async function mergeRosterGroups(
  transaction: Database,
  provider: string,
): Promise<RosterGroupCounts> {
  const created = await sql`
    insert into gres.groups (group_id, provider_id, name)
    select group_id, ${provider}, name from roster_classes
    where skipped is null and not is_reference
    order by group_id on conflict do nothing
  `.execute(transaction);
  const changed = await sql`
    update gres.groups set name = class.name
    from roster_classes class
    where groups.group_id = class.group_id and skipped is null and not is_reference
      and groups.name <> class.name
  `.execute(transaction);
  const removed = await sql`
    delete from gres.members using roster_memberships enrolled
    where members.group_id = enrolled.group_id and members.subject = enrolled.subject
      and is_removed
  `.execute(transaction);
  const turned = await sql`
    update gres.members set group_role = enrolled.group_role
    from roster_memberships enrolled
    where members.group_id = enrolled.group_id and members.subject = enrolled.subject
      and not is_removed and members.group_role <> enrolled.group_role
  `.execute(transaction);
  const added = await sql`
    insert into gres.members (group_id, subject, group_role)
    select group_id, subject, group_role from roster_memberships where not is_removed
    order by group_id, subject on conflict do nothing
  `.execute(transaction);
  return {
    classes: { created: rowsOf(created), changed: rowsOf(changed) },
    memberships: {
      created: rowsOf(added),
      changed: rowsOf(turned),
      removed: rowsOf(removed),
    },
  };
}

/** What the contract does not allow, after the merge: groups and lists of groups that are too long. */
export async function rosterLimitFaults(transaction: Database): Promise<readonly RosterFaults[]> {
  return [
    await tooMany(transaction, 'group_id', groupMembersMaximum, 'members in a class'),
    await tooMany(transaction, 'subject', groupsOfSubjectMaximum, 'groups of a person'),
  ];
}

function tooMany(
  transaction: Database,
  key: 'group_id' | 'subject',
  maximum: number,
  what: string,
): Promise<RosterFaults> {
  return findRosterFaults(
    transaction,
    sql<RosterFault>`
      select distinct on (enrolled.${sql.id(key)}) enrolled.file, enrolled.line, null as "column",
        'there would be more than ' || ${`${maximum} ${what}`}::text as reason
      from roster_memberships enrolled
      where not is_removed and enrolled.${sql.id(key)} in (
        select members.${sql.id(key)} from gres.members
        where members.${sql.id(key)} in (select ${sql.id(key)} from roster_memberships)
        group by members.${sql.id(key)} having count(*) > ${maximum}
      )
      order by enrolled.${sql.id(key)}, enrolled.file, enrolled.line
    `,
  );
}

function rowsOf({ numAffectedRows }: { readonly numAffectedRows?: bigint }): number {
  return Number(numAffectedRows ?? 0);
}
