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
 * Effect of a staged roster on the tables of this service (`storage/roster-staging.ts`): classes are groups, and
 * `roster_memberships` has their members, by group and subject.
 */

/** How many rows a roster made, changed and removed; what was there already counts nowhere. */
export interface RosterGroupCounts {
  readonly classes: { readonly created: number; readonly changed: number };
  readonly memberships: {
    readonly created: number;
    readonly changed: number;
    readonly removed: number;
    /** Members whose chosen name belongs to somebody whom the file names. */
    readonly renamed: number;
  };
}

/** Picks the ids that groups have, deleted groups included. */
export async function existingGroups(
  database: Database,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const groups = database.selectFrom('gres.groups').select('group_id');
  const rows = await groups.where('group_id', 'in', ids).execute();
  return new Set(rows.map(({ group_id }) => group_id));
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
  await leaveOutFull(transaction);
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
      renamed: counts.get('membership renamed') ?? 0,
    },
  };
}

/** Reasons for which a membership is left out, as people read them. */
const tooManyGroups = `nobody can be in more than ${groupsOfSubjectMaximum} groups`;
const tooManyMembers = `a class can have no more than ${groupMembersMaximum} members`;

/**
 * Leaves out what would put a person into more groups, or into a class more members, than there can be: nobody else's
 * class waits for that. Who is left out stands in `roster_left_out`.
 */
async function leaveOutFull(transaction: Database): Promise<void> {
  await sql`
    create temporary table roster_left_out on commit drop as
    with enrolled as (
      select given.*, held.subject is not null as is_held
      from roster_memberships given left join gres.subject_groups held
        on (held.subject, held.group_id) = (given.subject, given.group_id)
          and held.membership_state in ('requested', 'accepted')
    ), room as (
      select subject, ${groupsOfSubjectMaximum}::integer - (
        select count(*) from gres.subject_groups held
        where held.subject = enrolled.subject and membership_state in ('requested', 'accepted')
      ) + count(*) filter (where is_removed and is_held) as places
      from enrolled group by subject
    ), numbered as (
      select file, line, subject, group_id,
        row_number() over (partition by subject order by group_id) as place
      from enrolled where not is_held and not is_removed
    )
    select file, line, subject, group_id, ${tooManyGroups}::text as reason
    from numbered join room using (subject)
    where place > places
  `.execute(transaction);
  await dropLeftOut(transaction);
  await sql`
    insert into roster_left_out
    with enrolled as (
      select given.*, held.subject is not null as is_held
      from roster_memberships given left join gres.members held
        on (held.group_id, held.subject) = (given.group_id, given.subject)
          and held.membership_state = 'accepted'
    ), room as (
      select group_id, ${groupMembersMaximum}::integer - (
        select count(*) from gres.members held
        where held.group_id = enrolled.group_id and membership_state = 'accepted'
      ) + count(*) filter (where is_removed and is_held) as places
      from enrolled group by group_id
    ), numbered as (
      select file, line, subject, group_id,
        -- A class without its teachers would be nobody's.
        row_number() over (
          partition by group_id order by group_role = 'leader' desc, file, line, subject
        ) as place
      from enrolled where not is_held and not is_removed
    )
    select file, line, subject, group_id, ${tooManyMembers}
    from numbered join room using (group_id)
    where place > places
  `.execute(transaction);
  await dropLeftOut(transaction);
}

async function dropLeftOut(transaction: Database): Promise<void> {
  await sql`
    delete from roster_memberships given using roster_left_out gone
    where (given.group_id, given.subject) = (gone.group_id, gone.subject)
  `.execute(transaction);
}
