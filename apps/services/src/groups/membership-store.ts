import { invitationLifetimeInDays } from '@lectern/contracts/calls/groups/membership';
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../storage/database.ts';
import type { Standing } from './group-row.ts';

/*
 * Every membership stands in two tables, by group and by subject, and nothing else writes them: so
 * neither a class list nor the groups of a pupil ask every machine. Whoever writes holds the locks of the
 * groups (`group-log.ts`). By subject a revoked membership stays: the log of its group names the subject.
 */

const lifetime = `${invitationLifetimeInDays} days`;

/** Memberships of groups, one a row, with the columns of `gres.members`. */
type Memberships = RawBuilder<unknown>;

/** Writes memberships, over what there was. */
export async function writeMemberships(
  transaction: Database,
  memberships: Memberships,
): Promise<void> {
  await sql`
    with given as materialized (${memberships}), by_group as (
      insert into gres.members (group_id, subject, group_role, membership_state, membership_types,
        display_name, sharings, origin, began_at, invited_until, invited_by, declines_to_lead,
        changed_at)
      select group_id, subject, group_role, membership_state, membership_types, display_name,
        sharings, origin, began_at, invited_until, invited_by, declines_to_lead, changed_at
      from given
      on conflict (group_id, subject) do update set
        group_role = excluded.group_role, membership_state = excluded.membership_state,
        membership_types = excluded.membership_types, display_name = excluded.display_name,
        sharings = excluded.sharings, origin = excluded.origin, began_at = excluded.began_at,
        invited_until = excluded.invited_until, invited_by = excluded.invited_by,
        declines_to_lead = excluded.declines_to_lead,
        -- Members are told when others changed, and not of invitations to lead.
        changed_at = case when members.membership_state = 'accepted'
          and (${toldOf('members')}) is not distinct from (${toldOf('excluded')})
          then members.changed_at else excluded.changed_at end
    )
    insert into gres.subject_groups
      (subject, group_id, group_role, membership_state, membership_types, invited_until, invited_by)
    select subject, group_id, group_role, membership_state, membership_types, invited_until, invited_by
    from given
    on conflict (subject, group_id) do update set
      group_role = excluded.group_role, membership_state = excluded.membership_state,
      membership_types = excluded.membership_types, invited_until = excluded.invited_until,
      invited_by = excluded.invited_by
  `.execute(transaction);
}

/** Columns of a membership that the members of its group are told. */
function toldOf(row: string): RawBuilder<unknown> {
  const columns = [
    'membership_state',
    'group_role',
    'membership_types',
    'display_name',
    'began_at',
  ];
  return sql.join(columns.map((column) => sql.ref(`${row}.${column}`)));
}

/** Writes what a member shares, which nobody asks for by subject. */
export async function writeSharings(
  transaction: Database,
  groupId: string,
  subject: string,
  sharings: NonNullable<Standing['sharings']>,
): Promise<void> {
  await transaction
    .updateTable('gres.members')
    .set({ sharings: JSON.stringify(sharings) })
    .where('group_id', '=', groupId)
    .where('subject', '=', subject)
    .execute();
}

/**
 * Takes memberships away.
 *
 * @param memberships Rows with `group_id` and `subject`.
 * @param declinedBy Whose invitations are not made again.
 */
export async function revokeMemberships(
  transaction: Database,
  memberships: RawBuilder<unknown>,
  declinedBy: string | null = null,
): Promise<void> {
  await sql`
    with given as materialized (${memberships}), by_group as (
      delete from gres.members using given
      where members.group_id = given.group_id and members.subject = given.subject
    )
    update gres.subject_groups set invited_until = null, invited_by = null,
      membership_state = case when subject_groups.membership_state = 'invited'
        and given.subject = ${declinedBy}::text then 'declined' else 'revoked' end
    from given
    where subject_groups.subject = given.subject and subject_groups.group_id = given.group_id
  `.execute(transaction);
}

/** Memberships of one group for {@link writeMemberships}. */
export function membershipsOf(
  groupId: string,
  members: readonly Standing[],
  changedAt: Date,
): Memberships {
  return sql`
    select ${groupId}::text as group_id, changed_at, subject, group_role, membership_state,
      membership_types, display_name, sharings, origin,
      case membership_state when 'accepted' then coalesce(given.began_at, changed_at) end as began_at,
      coalesce(given.invited_until,
        case membership_state when 'invited' then changed_at + ${lifetime}::interval end) as invited_until,
      invited_by, declines_to_lead
    from (select ${changedAt}::timestamptz as changed_at) now, jsonb_to_recordset(${JSON.stringify(members)}::jsonb) as given (
      subject text, group_role text, membership_state text, membership_types text[],
      display_name text, sharings jsonb, origin text, began_at timestamptz,
      invited_until timestamptz, invited_by text, declines_to_lead boolean
    )
  `;
}

/** Memberships of one group for {@link revokeMemberships}. */
export function membershipsNamed(
  groupId: string,
  subjects: readonly string[],
): RawBuilder<unknown> {
  return sql`select ${groupId}::text as group_id, unnest(${subjects}::text[]) as subject`;
}

/** Calls whoever has invited to lead groups, which are locked, by another name. */
export async function renameInviter(
  transaction: Database,
  groupIds: readonly string[],
  inviter: string,
  name: string,
): Promise<void> {
  await sql`
    with renamed as (
      update gres.members set invited_by = ${name}
      where group_id = any(${groupIds}::text[]) and invited_by = ${inviter}
      returning group_id, subject
    )
    update gres.subject_groups own set invited_by = ${name} from renamed
    where (own.subject, own.group_id) = (renamed.subject, renamed.group_id)
  `.execute(transaction);
}

/**
 * Forgets that a subject was ever in groups, which are locked.
 *
 * @returns how many memberships it had.
 */
export async function forgetMemberships(
  transaction: Database,
  subject: string,
  groupIds: readonly string[],
): Promise<number> {
  const { numAffectedRows } = await sql`
    with own as (
      delete from gres.subject_groups
      where subject = ${subject} and group_id = any(${groupIds}::text[]) returning group_id
    )
    delete from gres.members using own
    where members.group_id = own.group_id and members.subject = ${subject}
  `.execute(transaction);
  return Number(numAffectedRows ?? 0);
}

/**
 * Remembers that the logs of groups name a subject that is not in them any more.
 *
 * @param declined Those whose invitations it has declined.
 */
export async function rememberRevoked(
  transaction: Database,
  subject: string,
  groupIds: readonly string[],
  declined: readonly string[],
): Promise<void> {
  await sql`
    insert into gres.subject_groups (subject, group_id, group_role, membership_state, membership_types)
    select ${subject}, group_id, 'member',
      case when group_id = any(${declined}::text[]) then 'declined' else 'revoked' end, '{}'
    from unnest(${groupIds}::text[]) group_id order by group_id
    on conflict (subject, group_id) do update set membership_state = excluded.membership_state
      where excluded.membership_state = 'declined' and subject_groups.membership_state = 'revoked'
  `.execute(transaction);
}
