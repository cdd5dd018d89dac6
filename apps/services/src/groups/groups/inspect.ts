import type { Contract } from '@lectern/contracts';
import { invitationsShownMaximum } from '@lectern/contracts/calls/groups/groups';
import { sql } from 'kysely';
import type { Caller } from '../../authorization/authorize.ts';
import { mayMoreThanTeachers } from '../../authorization/leading.ts';
import type { Handlers } from '../../http/routes.ts';
import type { Database } from '../../storage/database.ts';
import { timeText } from '../../storage/time-text.ts';
import { knownNames } from '../../users/public.ts';
import { isLeadingNow } from '../leaders.ts';
import { isStanding, openInvitation } from '../standing-memberships.ts';
import {
  groupDetailsOf,
  invitedAs,
  membershipOf,
  partOf,
  selectMembers,
  type GroupRow,
  type Member,
  type Part,
} from '../group-row.ts';

/** The calls under `/v1/groups` that read. */
export function inspectHandlers(
  database: Database,
): Handlers<Pick<Contract['gres'], 'groupsInspect' | 'groupsGetUpdated'>> {
  return {
    groupsInspect({ body: { subject, group_id }, caller, refusal }) {
      return inSnapshot(database, async (transaction) => {
        const read = await readGroup(transaction, group_id, subject, caller);
        if (!read) throw refusal('GROUP_NOT_FOUND');
        const { row, part } = read;
        const isLeading = part === 'leader';
        const members = await selectMembers(
          transaction,
          group_id,
          isLeading ? undefined : [subject],
        )
          .select(timeText('began_at').as('since'))
          .execute();
        const isSeen = (member: Member) =>
          isLeading ||
          member.subject === subject ||
          (part === 'member' && member.membership_state === 'accepted');
        const seen = members.filter(isSeen);
        // Of an invited subject leaders know its id at most: by inviting it they learn no name.
        const isNamed = ({ membership_state, is_leading }: Member) =>
          membership_state !== 'invited' && (isLeading || is_leading);
        const names = await namesOf(transaction, part === 'waiting' ? [] : seen.filter(isNamed));
        return {
          group: groupDetailsOf(row, part),
          memberships: seen.map((member) => {
            const known_name = names.get(member.subject);
            const isOwnOrLed = isLeading || member.subject === subject;
            return {
              ...membershipOf(member, isOwnOrLed),
              ...(isOwnOrLed && member.since !== null && { began_at: member.since }),
              ...(known_name !== undefined && { known_name }),
            };
          }),
        };
      });
    },

    async groupsGetUpdated({ body: { subject, known_groups }, caller }) {
      const { rows } = await sql<GroupRow & OwnState>`
        select groups.*, membership_state, group_role, ${openInvitation}
        from gres.subject_groups membership join gres.groups using (group_id)
        where membership.subject = ${subject} and ${isStanding} and deleted_at is null
        order by group_id
      `.execute(database);
      const indexes = new Map(
        known_groups.map(({ group_id, transaction_index }) => [group_id, transaction_index]),
      );
      const own = new Set(rows.map(({ group_id }) => group_id));
      const leaders = await leadersOfInvitations(database, latestInvitations(rows));
      return {
        groups: rows
          .filter(({ group_id, transaction_index }) => indexes.get(group_id) !== transaction_index)
          .filter((row) => row.membership_state !== 'invited' || leaders.has(row.group_id))
          .map((row) => {
            const invited_as = invitedAs(row);
            const invited_by = leaders.get(row.group_id);
            return {
              ...groupDetailsOf(row, partOf(row, caller)),
              membership_state: row.membership_state,
              ...(invited_as && invited_by && { invited_as, invited_by: [...invited_by] }),
            };
          }),
        gone_group_ids: [...indexes.keys()].filter((groupId) => !own.has(groupId)),
      };
    },
  };
}

/**
 * Names by which the platform knows members; without those that it does not know, and those of members who may do
 * more than a teacher and do not lead.
 */
async function namesOf(
  transaction: Database,
  members: readonly Pick<Member, 'subject' | 'is_leading'>[],
): Promise<ReadonlyMap<string, string>> {
  if (members.length === 0) return new Map();
  const subjects = members.map(({ subject }) => subject);
  const leaders = members.filter(({ is_leading }) => is_leading).map(({ subject }) => subject);
  const { rows } = await sql<{ subject: string; known: string }>`
    select subject, known from ${knownNames} known_name
    where subject = any(${subjects}::text[]) and known <> '' and (
      subject = any(${leaders}::text[]) or not ${mayMoreThanTeachers(sql.ref('known_name.subject'))}
    )
  `.execute(transaction);
  return new Map(rows.map(({ subject, known }) => [subject, known]));
}

/** A subject's own membership. */
interface OwnState extends Pick<Member, 'group_role' | 'membership_state'> {
  readonly invited_until: Date | null;
}

function latestInvitations(rows: readonly (GroupRow & OwnState)[]): readonly string[] {
  return rows
    .filter(({ invited_until }) => invited_until)
    .toSorted((a, b) => Number(b.invited_until) - Number(a.invited_until))
    .slice(0, invitationsShownMaximum)
    .map(({ group_id }) => group_id);
}

/** Leaders of groups, by the names that the platform knows: chosen names prove nothing. */
async function leadersOfInvitations(
  database: Database,
  groupIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (groupIds.length === 0) return new Map();
  const { rows } = await sql<{ group_id: string; name: string | null }>`
    select group_id, nullif(known, '') as name
    from gres.members leader left join ${knownNames} known_name using (subject)
    where group_id = any(${groupIds}::text[]) and ${isLeadingNow('leader')}
    order by began_at, subject
  `.execute(database);
  return new Map(
    groupIds.map((groupId) => [
      groupId,
      rows.flatMap(({ group_id, name }) => (group_id === groupId && name !== null ? [name] : [])),
    ]),
  );
}

/** Reads several tables as they were at one time: a group and its members fit together. */
export function inSnapshot<Result>(
  database: Database,
  read: (transaction: Database) => Promise<Result>,
): Promise<Result> {
  return database
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(read);
}

/** A group that a subject is in, has asked to join or is invited to, what it is there to who asks, and since when. */
export async function readGroup(
  database: Database,
  groupId: string,
  subject: string,
  caller: Pick<Caller, 'permissions'>,
): Promise<
  { readonly row: GroupRow; readonly part: Part; readonly since: Date | null } | undefined
> {
  const { rows } = await sql<
    GroupRow & Pick<Member, 'group_role' | 'membership_state' | 'began_at'>
  >`
    select groups.*, group_role, membership_state, began_at
    from gres.groups join gres.members membership using (group_id)
    where group_id = ${groupId} and membership.subject = ${subject} and ${isStanding} and deleted_at is null
  `.execute(database);
  if (!rows[0]) return undefined;
  const { group_role, membership_state, began_at, ...row } = rows[0];
  return { row, part: partOf({ group_role, membership_state }, caller), since: began_at };
}
