import type { Contract } from '@lectern/contracts';
import { sql } from 'kysely';
import type { Handlers } from '../../http/routes.ts';
import type { Database } from '../../storage/database.ts';
import { membershipChange } from '../changes.ts';
import { updateGroup } from '../group-log.ts';
import { beginning, groupDetailsOf, membershipOf, partOf, type Standing } from '../group-row.ts';
import { findJoinCode } from '../join-code.ts';
import { lockLivingGroup } from '../led-group.ts';
import { isFullOf, subjectsInTooManyGroups } from '../limits.ts';
import { acceptedByItself } from '../membership-decisions.ts';
import { chosenName, settleNames } from '../names-of-others.ts';

/** Joining by a code makes a member, never a leader: a pupil does not become a teacher. */
export function joinHandlers(database: Database): Handlers<Pick<Contract['gres'], 'groupsJoin'>> {
  return {
    async groupsJoin({ body, caller, refusal }) {
      const { subject, join_code } = body;
      const display_name = chosenName(body.display_name);
      const holder = await findJoinCode(database, join_code);
      if (!holder) throw refusal('JOIN_CODE_UNKNOWN');
      return database.transaction().execute(async (transaction) => {
        const group = await lockLivingGroup(transaction, holder.group_id, [subject]);
        // It may have been renewed in between.
        if (group?.row.join_code !== join_code) throw refusal('JOIN_CODE_UNKNOWN');
        const held = group.members.get(subject);
        if (held && held.membership_state !== 'invited') {
          return {
            group: groupDetailsOf(group.row, partOf(held, caller)),
            membership: membershipOf(held, true),
            result_state: 'IA_OK',
          };
        }
        const { join_policy } = group.row;
        if (join_policy === 'closed' || !holder.is_alive) throw refusal('JOIN_CODE_UNKNOWN');
        const full = await subjectsInTooManyGroups(transaction, sql`${[subject]}`);
        if (full.has(subject)) throw refusal('GROUPS_TOO_MANY');
        const isOpen =
          join_policy === 'open' &&
          !(await wasRemoved(transaction, holder.group_id, caller.aliases));
        let joining: Standing = held
          ? acceptedByItself({ ...held, display_name: display_name ?? held.display_name })
          : {
              subject,
              group_role: 'member',
              membership_state: isOpen ? 'accepted' : 'requested',
              // A leader who accepts says what the membership is good for.
              membership_types: isOpen ? ['HasLicenses'] : [],
              display_name,
              origin: 'self',
              ...beginning,
            };
        if (isFullOf(group.members, joining.membership_state)) throw refusal('GROUP_FULL');
        const isAccepted = joining.membership_state === 'accepted';
        const names = await settleNames(transaction, holder.group_id, isAccepted ? [joining] : []);
        if (names.nameless.has(subject)) {
          if (display_name !== null) throw refusal('DISPLAY_NAME_TAKEN');
          // How the leader has called whom it invites.
          joining = { ...joining, display_name: null };
        }
        const changeType = isAccepted ? 'MEMBERSHIP_ACCEPTED' : 'MEMBERSHIP_REQUESTED';
        const { row, madeAt } = await updateGroup(transaction, holder.group_id, {
          changes: [
            membershipChange(changeType, joining),
            ...names.unnamed.map((member) => membershipChange('MEMBERSHIP_SET', member)),
          ],
          madeBy: subject,
          write: [joining, ...names.unnamed],
        });
        return {
          group: groupDetailsOf(row, partOf(joining, caller)),
          membership: membershipOf({ ...joining, changed_at: madeAt }, true),
        };
      });
    },
  };
}

/**
 * True where others have ended the membership of a person, or refused its request, and no leader has let it in
 * since: the code that it knows does not undo that.
 *
 * @param names The subject, and those that lead to it: what these were called in the log is renamed only once
 *   their link cannot be undone any more.
 */
async function wasRemoved(
  transaction: Database,
  groupId: string,
  names: ReadonlySet<string>,
): Promise<boolean> {
  const changed = (change_type: string, name: string) => sql`
    jsonb_build_array(jsonb_build_object('change_type', ${change_type}::text, 'subject', ${sql.ref(name)}))
  `;
  const own = sql`${[...names]}::text[]`;
  const { rows } = await sql`
    select
    from unnest(${own}) name join gres.transactions removed
      on changes @> ${changed('MEMBERSHIP_REVOKED', 'name')}
    where group_id = ${groupId} and (made_by = any(${own})) is not true
      and not exists (
        select
        from unnest(${own}) other join gres.transactions let_in
          on let_in.changes @> ${changed('MEMBERSHIP_ACCEPTED', 'other')}
            or let_in.changes @> ${changed('MEMBERSHIP_INVITED', 'other')}
        where let_in.group_id = removed.group_id
          and let_in.transaction_index >= removed.transaction_index
          -- A person who comes in under another of its names lets itself in.
          and (let_in.made_by = any(${own})) is not true
      )
    limit 1
  `.execute(transaction);
  return rows.length > 0;
}
