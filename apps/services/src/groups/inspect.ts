import type { Contract } from '@lectern/contracts';
import { sql } from 'kysely';
import type { Handlers } from '../http/routes.ts';
import type { Database } from '../storage/database.ts';
import { isStanding } from '../storage/standing-memberships.ts';
import {
  groupDetailsOf,
  membershipOf,
  partOf,
  readMembers,
  type GroupRow,
  type Member,
  type Part,
} from './group-row.ts';

/** The calls under `/v1/groups` that read. */
export function inspectHandlers(
  database: Database,
): Handlers<Pick<Contract['gres'], 'groupsInspect' | 'groupsGetUpdated'>> {
  return {
    groupsInspect({ body: { subject, group_id }, refusal }) {
      return inSnapshot(database, async (transaction) => {
        const read = await readGroup(transaction, group_id, subject);
        if (!read) throw refusal('GROUP_NOT_FOUND');
        const { row, part } = read;
        const isLeading = part === 'leader';
        const members = await readMembers(transaction, group_id, isLeading ? undefined : [subject]);
        const isSeen = (member: Member) =>
          isLeading ||
          member.subject === subject ||
          (part === 'member' && member.membership_state === 'accepted');
        return {
          group: groupDetailsOf(row, part),
          memberships: [...members.values()]
            .filter(isSeen)
            .map((member) => membershipOf(member, isLeading || member.subject === subject)),
        };
      });
    },

    async groupsGetUpdated({ body: { subject, known_groups } }) {
      const { rows } = await sql<GroupRow & { part: Part }>`
        select groups.*,
          case membership_state when 'accepted' then group_role else 'waiting' end as part
        from gres.subject_groups own join gres.groups using (group_id)
        where own.subject = ${subject} and ${isStanding} and deleted_at is null
        order by group_id
      `.execute(database);
      const known = new Map(
        known_groups.map(({ group_id, transaction_index }) => [group_id, transaction_index]),
      );
      const own = new Set(rows.map(({ group_id }) => group_id));
      return {
        groups: rows
          .filter(({ group_id, transaction_index }) => known.get(group_id) !== transaction_index)
          .map(({ part, ...row }) => groupDetailsOf(row, part)),
        gone_group_ids: [...known.keys()].filter((groupId) => !own.has(groupId)),
      };
    },
  };
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

/** A group that a subject is in, has asked to join or is invited to, and what it is there. */
export async function readGroup(
  database: Database,
  groupId: string,
  subject: string,
): Promise<{ readonly row: GroupRow; readonly part: Part } | undefined> {
  const { rows } = await sql<GroupRow & Pick<Member, 'group_role' | 'membership_state'>>`
    select groups.*, group_role, membership_state
    from gres.groups join gres.members own using (group_id)
    where group_id = ${groupId} and own.subject = ${subject} and ${isStanding} and deleted_at is null
  `.execute(database);
  if (!rows[0]) return undefined;
  const { group_role, membership_state, ...row } = rows[0];
  return { row, part: partOf({ group_role, membership_state }) };
}
