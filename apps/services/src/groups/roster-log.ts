import { sql } from 'kysely';
import type { Database } from '../storage/database.ts';
import { openInvitation } from './standing-memberships.ts';
import { formerNames } from '../authorization/person-names.ts';
import { revokeMemberships, writeMemberships } from './membership-store.ts';
import { knownNames } from '../users/public.ts';
import { seenName } from './names-of-others.ts';

/*
 * A roster's changes of groups, in whole sets: staged as the log tells them, then written, with one
 * transaction for each group that changes.
 */

/** As the log keeps times: in milliseconds, by the clock of the database. */
const currentTime = sql`date_trunc('milliseconds', clock_timestamp())`;

/** Locks the groups of a roster, in order, so that nobody waits in a circle. */
export async function lockRosterGroups(transaction: Database): Promise<void> {
  await sql`
    select count(*) from (
      select from gres.groups where group_id in (
        select group_id from roster_classes where skipped is null
        union select group_id from roster_memberships
      )
      order by group_id for update
    ) locked
  `.execute(transaction);
}

/**
 * Creates, renames and begins groups anew, and stages what the log says of it in `roster_group_changes`.
 * A group that was inserted for the roster has the index 0 until now.
 */
export async function stageGroupChanges(transaction: Database, provider: string): Promise<void> {
  await sql`
    create temporary table roster_group_changes (group_id text, change jsonb) on commit drop
  `.execute(transaction);
  const created = sql`
    jsonb_build_object('change_type', 'GROUP_CREATED', 'provider_id', ${provider}::text,
      'name', class.name, 'join_policy', join_policy)
  `;
  await sql`
    insert into roster_group_changes
    select group_id, case when transaction_index = 0 or deleted_at is not null then ${created}
      else jsonb_build_object('change_type', 'GROUP_NAME_SET', 'name', class.name) end
    from roster_classes class join gres.groups using (group_id)
    where skipped is null and not is_reference and (
      transaction_index = 0 or deleted_at is not null or groups.name <> class.name
    )
  `.execute(transaction);
  await sql`
    update gres.groups set name = change ->> 'name',
      provider_id = coalesce(change ->> 'provider_id', provider_id), deleted_at = null
    from roster_group_changes changed
    where groups.group_id = changed.group_id and transaction_index > 0
  `.execute(transaction);
}

/**
 * Stages memberships that are not yet as the roster says in `roster_membership_changes`. A request to
 * join is accepted by the school's saying so.
 */
export async function stageMembershipChanges(transaction: Database): Promise<void> {
  await sql`
    create temporary table roster_membership_changes on commit drop as
    -- One time for all, and for the transactions of their groups.
    with now as materialized (select ${currentTime} as changed_at), enrolled as (
      select group_id, subject, group_role, is_removed from roster_memberships
      union all
      -- The school takes under former names, too: else a membership would come back with their data.
      select given.group_id, former.subject, given.group_role, is_removed
      from roster_memberships given
        join ${formerNames} names on names.name = given.subject
        join gres.members former
          on (former.group_id, former.subject) = (given.group_id, names.former_name)
      where is_removed or (given.group_role, former.group_role, former.membership_state)
        = ('member', 'leader', 'accepted')
    )
    select group_id, subject, enrolled.group_role, 'accepted' as membership_state,
      case when held.membership_state = 'accepted' then held.membership_types
        else '{HasLicenses}' end as membership_types,
      -- How somebody calls itself that only asks was compared with nobody.
      case when held.membership_state = 'accepted' then held.display_name end as display_name,
      coalesce(held.sharings, '[]') as sharings,
      case when held.origin = 'self' then 'self' else 'school' end as origin,
      now.changed_at, coalesce(held.began_at, now.changed_at) as began_at,
      null::timestamptz as invited_until, null::text as invited_by,
      coalesce(held.declines_to_lead, false) as declines_to_lead,
      case when is_removed then 'removed' when held.subject is null then 'created' else 'changed' end
        as outcome,
      case when is_removed then 'MEMBERSHIP_REVOKED'
        when held.membership_state = 'accepted' then 'MEMBERSHIP_SET'
        else 'MEMBERSHIP_ACCEPTED' end as change_type,
      is_removed and held.membership_state <> 'accepted' as of_request
    from now cross join enrolled
      left join gres.members held using (group_id, subject)
    where case when is_removed then held.subject is not null
      else (held.group_role, held.membership_state) is distinct from (enrolled.group_role, 'accepted')
    end
  `.execute(transaction);
  await stageNamesThatGo(transaction);
  await sql`analyze roster_membership_changes`.execute(transaction);
}

/**
 * Stages members that have called themselves as somebody is known whom the roster names in their group: they go by the
 * names that the platform knows (`settleNames`).
 */
async function stageNamesThatGo(transaction: Database): Promise<void> {
  const { rows: members } = await sql<{ group_id: string; subject: string } & Names>`
    select group_id, held.subject, held.display_name, coalesce(known, '') as known
    from gres.members held left join ${knownNames} known_name using (subject)
      left join roster_memberships enrolled using (group_id, subject)
    where group_id in (select group_id from roster_memberships) and is_removed is not true
      and membership_state = 'accepted' and display_name is not null
  `.execute(transaction);
  if (members.length === 0) return;
  const groupIds = [...new Set(members.map(({ group_id }) => group_id))];
  const { rows: enrolled } = await sql<{ group_id: string; subject: string; known: string }>`
    select group_id, subject, known
    from roster_memberships join ${knownNames} known_name using (subject)
    where not is_removed and group_id = any(${groupIds}::text[])
  `.execute(transaction);
  const keyOf = (groupId: string, name: string) => JSON.stringify([groupId, seenName(name)]);
  const owners = new Set(enrolled.map(({ group_id, known }) => keyOf(group_id, known)));
  const borrowing = members.filter(
    ({ group_id, display_name, known }) =>
      seenName(display_name) !== seenName(known) && owners.has(keyOf(group_id, display_name)),
  );
  if (borrowing.length === 0) return;
  const named = sql`
    jsonb_to_recordset(${JSON.stringify(borrowing)}::jsonb) as named (group_id text, subject text)
  `;
  await sql`
    update roster_membership_changes change set display_name = null from ${named}
    where (change.group_id, change.subject) = (named.group_id, named.subject)
  `.execute(transaction);
  await sql`
    insert into roster_membership_changes
    select group_id, subject, group_role, membership_state, membership_types, null, sharings, origin,
      -- One time for all that is staged.
      coalesce((select max(changed_at) from roster_membership_changes), ${currentTime}),
      began_at, ${openInvitation}, invited_by, declines_to_lead, 'renamed', 'MEMBERSHIP_SET', false
    from ${named} join gres.members membership using (group_id, subject)
    where not exists (
      select from roster_membership_changes change
      where (change.group_id, change.subject) = (membership.group_id, membership.subject)
    )
  `.execute(transaction);
}

interface Names {
  readonly display_name: string;
  readonly known: string;
}

/** Writes what is staged: memberships, and a transaction for each group. */
export async function writeRosterLog(transaction: Database): Promise<void> {
  const staged = sql`select * from roster_membership_changes`;
  await revokeMemberships(transaction, sql`${staged} where outcome = 'removed'`);
  await writeMemberships(
    transaction,
    sql`${staged} where outcome <> 'removed' order by group_id, subject`,
  );
  await sql`
    with changes as materialized (
      select group_id, jsonb_agg(change order by place, subject) as changes
      from (
        select group_id, change, 0 as place, '' as subject from roster_group_changes
        union all
        select group_id, ${membershipChange}, 1, subject from roster_membership_changes
      ) change
      group by group_id
    ), counted as (
      update gres.groups set transaction_index = transaction_index + 1
      from changes where groups.group_id = changes.group_id
      returning groups.group_id, transaction_index, changes
    )
    insert into gres.transactions (group_id, transaction_index, changes, made_at)
    select group_id, transaction_index, changes,
      coalesce((select max(changed_at) from roster_membership_changes), ${currentTime})
    from counted
    order by group_id
  `.execute(transaction);
}

/** A row of `roster_membership_changes` as the log tells it (`StoredChange`). */
const membershipChange = sql`
  case when outcome = 'removed' then
    jsonb_build_object('change_type', change_type, 'subject', subject)
  else
    jsonb_build_object('change_type', change_type, 'subject', subject, 'group_role', group_role,
      'membership_types', membership_types)
      || case when display_name is null then '{}' else
        jsonb_build_object('display_name', display_name) end
      || case when invited_until is null then '{}' else '{"invited_as": "leader"}' end::jsonb
  end || case when of_request then '{"of_request": true}'::jsonb else '{}' end
`;
