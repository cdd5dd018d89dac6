import { groupsOfSubjectMaximum } from '@lectern/contracts/calls/groups/group';
import { groupMembersMaximum } from '@lectern/contracts/calls/groups/membership';
import { sql } from 'kysely';
import type { Database } from '../storage/database.ts';
import {
  findRosterFaults,
  type RosterFault,
  type RosterFaults,
} from '../storage/roster-staging.ts';
import {
  lockRosterGroups,
  stageGroupChanges,
  stageMembershipChanges,
  writeRosterLog,
} from './roster-log.ts';

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
          and not exists (
            select from gres.groups
            where groups.group_id = roster_classes.group_id and deleted_at is null
          )
          and exists (select from roster_enrolments where class_id = source_id and not is_removed)
      `,
    ),
  ];
}

/**
 * Takes classes and memberships over. A class is called what the file calls it, and whom the file names
 * has the part that it says; who is in a group and is not named stays. A group that was deleted and is in
 * the file begins anew. Each group that changes gets one transaction.
 *
 * @param provider Connector id of the provider that the groups belong to.
 */
export async function mergeRosterGroups(
  transaction: Database,
  provider: string,
): Promise<RosterGroupCounts> {
  const created = await sql`
    insert into gres.groups (group_id, provider_id, name, transaction_index)
    select group_id, ${provider}, name, 0 from roster_classes
    where skipped is null and not is_reference
    order by group_id on conflict do nothing
  `.execute(transaction);
  await lockRosterGroups(transaction);
  await stageGroupChanges(transaction, provider);
  await stageMembershipChanges(transaction);
  await writeRosterLog(transaction);
  return countChanges(transaction, Number(created.numAffectedRows ?? 0));
}

async function countChanges(transaction: Database, created: number): Promise<RosterGroupCounts> {
  const { rows } = await sql<{ kind: string; count: number }>`
    select kind, count(*)::integer as count from (
      select distinct on (group_id) case change ->> 'change_type'
        when 'GROUP_CREATED' then 'created' else 'changed' end as kind
      from roster_group_changes
    ) groups group by kind
    union all
    select 'membership ' || outcome, count(*)::integer from roster_membership_changes group by outcome
  `.execute(transaction);
  const counts = new Map(rows.map(({ kind, count }) => [kind, count]));
  return {
    classes: { created, changed: counts.get('changed') ?? 0 },
    memberships: {
      created: counts.get('membership created') ?? 0,
      changed: counts.get('membership changed') ?? 0,
      removed: counts.get('membership removed') ?? 0,
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
