import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../storage/database.ts';
import { streamRows } from '../storage/row-stream.ts';
import { isStanding, openInvitation } from './standing-memberships.ts';
import type { SubjectData } from '../storage/subject-data.ts';
import { membershipChange, revokedChange, type StoredChange } from './changes.ts';
import { updateGroup } from './group-log.ts';
import { standingColumns, type GroupRow, type Standing } from './group-row.ts';
import { forgetMemberships, rememberRevoked, renameInviter } from './membership-store.ts';
import { mergeMemberships, toldAnew } from './merged-memberships.ts';
import { eraseLooks, moveLooks } from './looks.ts';
import { settleNames } from './names-of-others.ts';
import {
  lockGroupsNaming,
  logsTelling,
  membershipsOfSubject,
  replaceInLogs,
} from './subject-log.ts';

/** A name that nobody has: what was done under it can be followed, and not to whom. */
const standIn = () => `erased-${randomUUID()}`;

/**
 * Tells clients that older transactions are not what they were: a subject is revoked that nobody knows,
 * so that they inspect the group anew (`groupChange` in the contract). Without it one who left or joined
 * in a transaction that is read only now would stay in the client under the old name.
 *
 * @param isToldOf Whether members have been told of the subject, and so are told of this.
 */
function rewrittenChange(isToldOf: boolean): StoredChange {
  const membership_state = isToldOf ? 'accepted' : 'invited';
  return revokedChange({ subject: standIn(), membership_state });
}

const isLiving = (group: GroupRow | undefined) => group?.deleted_at === null;

/** Erasing, moving and exporting what the group service keeps of a subject (docs/decisions/0012). */
export const groupsSubjectData: SubjectData = {
  async erase(transaction, subject) {
    const groups = await lockGroupsNaming(transaction, subject);
    const lockedIds = [...groups.keys()];
    const own = await membershipsOfSubject(transaction, subject, lockedIds);
    const naming = await logsTelling(transaction, lockedIds, subject);
    const anonymous = standIn();
    const named = await replaceInLogs(transaction, lockedIds, subject, {
      subject: anonymous,
      maker: null,
      keepsContent: false,
    });
    await renameInviter(transaction, lockedIds, subject, anonymous);
    const erased = await forgetMemberships(transaction, subject, lockedIds);
    const looks = await eraseLooks(transaction, subject, anonymous);
    for (const { group_id, membership_state } of own) {
      if (!isLiving(groups.get(group_id))) continue;
      const wasMember = membership_state !== 'revoked' && membership_state !== 'declined';
      await updateGroup(transaction, group_id, {
        changes: [
          ...(wasMember ? [revokedChange({ subject: anonymous, membership_state })] : []),
          rewrittenChange(naming.has(group_id)),
        ],
        madeBy: null,
      });
    }
    return { ...counted(erased, named), 'gres.looks': looks };
  },

  async move(transaction, from, to) {
    const groups = await lockGroupsNaming(transaction, from);
    const lockedIds = [...groups.keys()];
    const own = await membershipsOfSubject(transaction, from, lockedIds);
    const naming = await logsTelling(transaction, lockedIds, from);
    const named = await replaceInLogs(transaction, lockedIds, from, {
      subject: to,
      maker: to,
      keepsContent: true,
    });
    const ownIds = own.map(({ group_id }) => group_id);
    const former = await standingsOf(transaction, ownIds, from);
    const held = await standingsOf(transaction, ownIds, to);
    await renameInviter(transaction, lockedIds, from, to);
    const moved = await forgetMemberships(transaction, from, lockedIds);
    const declined = own.filter(({ membership_state }) => membership_state === 'declined');
    await rememberRevoked(
      transaction,
      to,
      ownIds,
      declined.map(({ group_id }) => group_id),
    );
    for (const groupId of ownIds) {
      const [gone, staying] = [former.get(groupId), held.get(groupId)];
      if (!isLiving(groups.get(groupId))) continue;
      const standings = [staying, gone].filter((standing) => standing !== undefined);
      const { changes, write } = await mergedIn(transaction, groupId, to, standings);
      await updateGroup(transaction, groupId, {
        changes: [...changes, rewrittenChange(naming.has(groupId))],
        madeBy: null,
        write,
      });
    }
    const losing = [...former].filter(([groupId]) => held.has(groupId));
    const kept = losing.map(([group_id, { subject: _, invited_by: __, ...membership }]) => ({
      group_id,
      ...membership,
    }));
    return {
      moved: { ...counted(moved, named), 'gres.looks': await moveLooks(transaction, from, to) },
      kept: kept.length > 0 ? { 'gres.members': kept } : {},
    };
  },

  export: (transaction, subject) => ({
    'gres.members': streamRows(
      transaction,
      sql`
        select to_jsonb(member) - 'subject' - 'invited_by' as row
        from gres.subject_groups own join gres.members member using (group_id, subject)
        where own.subject = ${subject}
      `,
    ),
    'gres.looks': streamRows(
      transaction,
      sql`
        select to_jsonb(look) - 'subject' as row from gres.looks look
        where subject = ${subject} order by day, reader
      `,
    ),
    // Of what others did the subject is told what concerns it alone.
    'gres.transactions': streamRows(
      transaction,
      sql`
        select jsonb_build_object(
          'group_id', group_id, 'transaction_index', transaction_index, 'made_at', made_at,
          'made_by_subject', made_by is not distinct from ${subject},
          'changes', (
            select coalesce(jsonb_agg(change), '[]') from jsonb_array_elements(changes) change
            where change ->> 'subject' = ${subject}
              or (made_by = ${subject} and not change ? 'subject')
          )
        ) as row
        from gres.transactions
        where made_by = ${subject} or (
          group_id in (select group_id from gres.subject_groups where subject = ${subject})
          and changes @> ${JSON.stringify([{ subject }])}::jsonb
        )
        order by group_id, transaction_index
      `,
    ),
  }),
};

/** The memberships of a subject that was two, merged, and the names of members whom it meets. */
async function mergedIn(
  transaction: Database,
  groupId: string,
  to: string,
  standings: readonly Standing[],
): Promise<{ readonly changes: readonly StoredChange[]; readonly write: readonly Standing[] }> {
  if (standings.length === 0) return { changes: [], write: [] };
  const merged = mergeMemberships(to, ...standings);
  const joining = merged.membership_state === 'accepted' ? [merged] : [];
  const { nameless, unnamed } = await settleNames(transaction, groupId, joining);
  const named = nameless.has(to) ? { ...merged, display_name: null } : merged;
  return {
    changes: [
      ...toldAnew(named),
      ...unnamed.map((member) => membershipChange('MEMBERSHIP_SET', member)),
    ],
    write: [named, ...unnamed],
  };
}

/** Memberships of a subject by group. */
async function standingsOf(
  transaction: Database,
  groupIds: readonly string[],
  subject: string,
): Promise<ReadonlyMap<string, Standing>> {
  const rows = await transaction
    .selectFrom('gres.members as membership')
    .select([
      'group_id',
      ...standingColumns,
      openInvitation,
      sql<Standing['sharings']>`sharings`.as('sharings'),
    ])
    .where(sql<boolean>`group_id = any(${groupIds}::text[])`)
    .where('subject', '=', subject)
    .where(isStanding)
    .execute();
  return new Map(rows.map(({ group_id, ...standing }) => [group_id, standing]));
}

function counted(members: number, transactions: number) {
  return { 'gres.members': members, 'gres.transactions': transactions };
}
