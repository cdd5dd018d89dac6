import { isDeepStrictEqual } from 'node:util';
import { firstTransactionIndex } from '@lectern/contracts/calls/groups/group';
import type { Contract } from '@lectern/contracts';
import { sql } from 'kysely';
import type { Handlers } from '../../http/routes.ts';
import type { Database } from '../../storage/database.ts';
import { beginGroup, creationChanges, insertGroup } from '../create-group.ts';
import { lockGroup, updateGroup } from '../group-log.ts';
import { beginning, groupDetailsOf, partOf, readMembers } from '../group-row.ts';
import { dropJoinCode } from '../join-code.ts';
import { lockLivingGroup, requireLeader } from '../led-group.ts';
import { subjectsInTooManyGroups } from '../limits.ts';
import { chosenName } from '../names-of-others.ts';

type GroupCalls = Pick<Contract['gres'], 'groupsCreateNew' | 'groupsDelete'>;

/** The calls under `/v1/groups` by which groups come and go. */
export function groupHandlers(database: Database): Handlers<GroupCalls> {
  return {
    groupsCreateNew({ body, caller, refusal }) {
      const { subject, group_id, provider_id, name, join_policy = 'on_request' } = body;
      const creator = {
        subject,
        group_role: 'leader' as const,
        membership_state: 'accepted' as const,
        membership_types: ['MaySupport', 'HasLicenses'],
        display_name: chosenName(body.display_name),
        origin: 'self' as const,
        ...beginning,
      };
      const wanted = {
        group_id,
        provider_id,
        name,
        join_policy,
        createdBy: subject,
        members: [creator],
      };
      return database.transaction().execute(async (transaction) => {
        if (await insertGroup(transaction, wanted)) {
          const full = await subjectsInTooManyGroups(transaction, sql`${[subject]}`);
          if (full.has(subject)) throw refusal('GROUPS_TOO_MANY');
          const { row } = await beginGroup(transaction, wanted);
          return { group: groupDetailsOf(row, 'leader') };
        }
        const row = await lockGroup(transaction, group_id);
        const own = (await readMembers(transaction, group_id, [])).get(subject);
        const changes = await firstChanges(transaction, group_id);
        if (!row || row.created_by !== subject || !own) throw refusal('GROUP_EXISTS');
        if (!isDeepStrictEqual(changes, creationChanges(wanted))) throw refusal('GROUP_EXISTS');
        return { group: groupDetailsOf(row, partOf(own, caller)), result_state: 'IA_OK' };
      });
    },

    groupsDelete({ body: { group_id }, caller, refusal, record }) {
      return database.transaction().execute(async (transaction) => {
        const group = await lockLivingGroup(transaction, group_id);
        if (!group) {
          const transaction_index = await deletedFor(transaction, group_id, caller.subject);
          if (transaction_index === undefined) throw refusal('GROUP_NOT_FOUND');
          return { transaction_index, result_state: 'IA_OK' };
        }
        requireLeader(group, caller, refusal);
        if (group.row.join_code !== null) await dropJoinCode(transaction, group.row.join_code);
        const { row } = await updateGroup(transaction, group_id, {
          changes: [{ change_type: 'GROUP_DELETED' }],
          madeBy: caller.subject,
          set: { deleted_at: sql<Date>`now()`, join_code: null, join_code_expires_at: null },
          revoke: [...group.members.keys()],
        });
        await record(transaction, { group_id });
        return { transaction_index: row.transaction_index };
      });
    },
  };
}

async function firstChanges(transaction: Database, groupId: string) {
  const first = await transaction
    .selectFrom('gres.transactions')
    .select('changes')
    .where('group_id', '=', groupId)
    .where('transaction_index', '=', firstTransactionIndex)
    .executeTakeFirst();
  return first?.changes;
}

/** Index of the last transaction of a deleted group, for whoever led it or deleted it. */
async function deletedFor(
  transaction: Database,
  groupId: string,
  subject: string,
): Promise<number | undefined> {
  const { rows } = await sql<{ transaction_index: number }>`
    select transaction_index
    from gres.groups join gres.transactions last using (group_id, transaction_index)
    where group_id = ${groupId} and deleted_at is not null and (
      made_by = ${subject} or exists (
        select from gres.subject_groups former
        where former.subject = ${subject} and former.group_id = groups.group_id
          and group_role = 'leader'
      )
    )
  `.execute(transaction);
  return rows[0]?.transaction_index;
}
