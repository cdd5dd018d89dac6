import type { Contract } from '@lectern/contracts';
import { sharingsMaximum } from '@lectern/contracts/calls/groups/users';
import type { Handlers } from '../http/routes.ts';
import type { Database } from '../storage/database.ts';
import { membershipChange, type StoredChange } from './changes.ts';
import { updateGroup } from './group-log.ts';
import { membershipOf, sharingKey, type Sharings } from './group-row.ts';
import { lockLivingGroup } from './led-group.ts';
import { areSame } from './membership-decisions.ts';
import { chosenName, isNameTaken } from './names-of-others.ts';

/** The calls under `/v1/users`: what a member says of itself. */
export function userHandlers(database: Database): Handlers<Pick<Contract['gres'], 'usersUpdate'>> {
  return {
    usersUpdate({ body: { subject, group_id, display_name, sharings = [] }, refusal }) {
      return database.transaction().execute(async (transaction) => {
        const group = await lockLivingGroup(transaction, group_id, [subject]);
        const held = group?.members.get(subject);
        // Only accepted members share, and choose a name.
        if (!group || !held || held.membership_state === 'invited')
          throw refusal('GROUP_NOT_FOUND');

        const shared = mergeSharings(held.sharings ?? [], sharings);
        if (shared.all.length > sharingsMaximum) throw refusal('SHARINGS_TOO_MANY');
        const isRenamed = display_name !== undefined && display_name !== held.display_name;
        if (isRenamed) {
          const isTaken =
            held.membership_state === 'accepted'
              ? await isNameTaken(transaction, group_id, subject, display_name)
              : chosenName(display_name) === null;
          if (isTaken) throw refusal('DISPLAY_NAME_TAKEN');
        }
        const member = {
          ...held,
          display_name: display_name ?? held.display_name,
          sharings: shared.all,
        };
        const changes: StoredChange[] = [];
        if (isRenamed) {
          const isRequested = held.membership_state === 'requested';
          const type = isRequested ? 'MEMBERSHIP_REQUESTED' : 'MEMBERSHIP_SET';
          changes.push(membershipChange(type, member));
        }
        if (shared.changed.length > 0) {
          changes.push({ change_type: 'SHARINGS_SET', subject, sharings: shared.changed });
        }
        if (changes.length === 0) {
          return {
            membership: membershipOf(held, true),
            transaction_index: group.row.transaction_index,
            result_state: 'IA_OK',
          };
        }
        const { row, madeAt } = await updateGroup(transaction, group_id, {
          changes,
          madeBy: subject,
          ...(isRenamed ? { write: [member] } : { share: new Map([[subject, shared.all]]) }),
        });
        const changed_at = isRenamed ? madeAt : held.changed_at;
        return {
          membership: membershipOf({ ...member, changed_at }, true),
          transaction_index: row.transaction_index,
        };
      });
    },
  };
}

/** Sharings by issue, the given ones over those that there were; one that shares nothing is none. */
function mergeSharings(held: Sharings, wanted: Sharings): { all: Sharings; changed: Sharings } {
  const byIssue = new Map(held.map((sharing) => [sharingKey(sharing), sharing]));
  const changed = new Map<string, Sharings[number]>();
  for (const sharing of wanted) {
    const key = sharingKey(sharing);
    if (areSame(byIssue.get(key)?.sharing_types ?? [], sharing.sharing_types)) continue;
    changed.set(key, sharing);
    if (sharing.sharing_types.length > 0) byIssue.set(key, sharing);
    else byIssue.delete(key);
  }
  return { all: [...byIssue.values()], changed: [...changed.values()] };
}
