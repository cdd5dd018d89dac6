import type { Database } from '../storage/database.ts';
import { membershipChange, type StoredChange } from './changes.ts';
import { updateGroup, type UpdatedGroup } from './group-log.ts';
import { beginning, type GroupRow, type Sharings, type Standing } from './group-row.ts';
import { renewJoinCode } from './join-code.ts';

export interface NewGroup extends Pick<
  GroupRow,
  'group_id' | 'provider_id' | 'name' | 'join_policy'
> {
  /** Null: nobody's request. */
  readonly createdBy: string | null;
  /** Accepted members. */
  readonly members: readonly Standing[];
}

/** Changes of a group's first transaction. */
export function creationChanges({
  provider_id,
  name,
  join_policy,
  members,
}: Pick<NewGroup, 'provider_id' | 'name' | 'join_policy' | 'members'>): StoredChange[] {
  return [
    { change_type: 'GROUP_CREATED', provider_id, name, join_policy },
    ...members.map((member) => membershipChange('MEMBERSHIP_ACCEPTED', member)),
  ];
}

/**
 * Takes the id of a group, which nobody else sees before it is begun.
 *
 * @returns whether it is free: not where a group of this id is there, or was.
 */
export async function insertGroup(
  transaction: Database,
  { group_id, provider_id, name, join_policy, createdBy }: NewGroup,
): Promise<boolean> {
  const created = await transaction
    .insertInto('gres.groups')
    .values({
      group_id,
      provider_id,
      name,
      join_policy,
      created_by: createdBy,
      transaction_index: 0,
    })
    .onConflict((conflict) => conflict.column('group_id').doNothing())
    .returning('group_id')
    .executeTakeFirst();
  return created !== undefined;
}

/** Gives a group that was inserted its join code, its members and its first transaction. */
export async function beginGroup(transaction: Database, group: NewGroup): Promise<UpdatedGroup> {
  const { group_id, createdBy } = group;
  return updateGroup(transaction, group_id, {
    changes: creationChanges(group),
    madeBy: createdBy,
    set: await renewJoinCode(transaction, { group_id, join_code: null }),
    write: group.members,
  });
}

/** A class that an installation begins with. */
export interface InitialGroup extends Pick<GroupRow, 'group_id' | 'provider_id' | 'name'> {
  /** Since when its members are in it; absent: from now on. */
  readonly began_at?: Date | null;
  readonly members: readonly {
    readonly subject: string;
    readonly group_role: 'leader' | 'member';
    readonly sharings?: Sharings;
  }[];
}

/** Creates a group with its members, unless it is there or was: what was done with it since stays. */
export async function ensureGroup(
  database: Database,
  { members, began_at = null, ...group }: InitialGroup,
): Promise<void> {
  const initial: NewGroup = {
    ...group,
    join_policy: 'on_request',
    createdBy: null,
    members: members.map((member) => ({
      ...beginning,
      began_at,
      ...member,
      membership_state: 'accepted',
      membership_types: ['HasLicenses'],
      display_name: null,
      origin: 'school',
    })),
  };
  await database.transaction().execute(async (transaction) => {
    if (await insertGroup(transaction, initial)) await beginGroup(transaction, initial);
  });
}
