import type { Caller } from '../authorization/authorize.ts';
import type { CallError } from '../http/errors.ts';
import type { Database } from '../storage/database.ts';
import { lockGroup } from './group-log.ts';
import { readMembers, type GroupRow, type Members } from './group-row.ts';

/** Makes the errors of `leadersOnly` in the contract. */
type Refusal = (code: 'GROUP_NOT_FOUND' | 'GROUP_NOT_LED') => CallError;

/** A group that nobody else changes until the transaction ends. */
export interface LockedGroup {
  readonly row: GroupRow;
  readonly members: Members;
}

/** Locks a group that is not deleted. @param named Whose sharings are read. */
export async function lockLivingGroup(
  transaction: Database,
  groupId: string,
  named: readonly string[] = [],
): Promise<LockedGroup | undefined> {
  const row = await lockGroup(transaction, groupId);
  if (!row || row.deleted_at !== null) return undefined;
  return { row, members: await readMembers(transaction, groupId, named) };
}

/** @throws where the caller does not lead the group. */
export function requireLeader(
  group: LockedGroup | undefined,
  { subject, permissions }: Caller,
  refusal: Refusal,
): asserts group is LockedGroup {
  const members = group?.members;
  // A pupil whom a leader has made one as well does not remove teachers.
  if (members?.get(subject)?.is_leading && permissions.has('group.lead')) return;
  // Else nobody could ever give it a leader again.
  if (members && permissions.has('group.migrate') && leadersNow(members).length === 0) return;
  throw refusal(members?.has(subject) ? 'GROUP_NOT_LED' : 'GROUP_NOT_FOUND');
}

/** Leaders of a group as it was read. */
export function leadersNow(members: Members): readonly string[] {
  return [...members.values()].flatMap(({ subject, is_leading }) => (is_leading ? [subject] : []));
}
