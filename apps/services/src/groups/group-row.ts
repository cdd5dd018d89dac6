import type { Answer, Body, Contract } from '@lectern/contracts';
import { sql, type Selectable } from 'kysely';
import type { Caller } from '../authorization/authorize.ts';
import { isToldAsLeader } from '../authorization/told-as-leader.ts';
import type { Database } from '../storage/database.ts';
import { isLeadingNow } from './leaders.ts';
import { isStanding, openInvitation } from './standing-memberships.ts';
import type { Tables } from '../storage/tables.ts';
import { readableJoinCode } from './join-code.ts';

export type GroupRow = Selectable<Tables['gres.groups']>;

/** Sharings of a member, by issue. */
export type Sharings = NonNullable<Body<Contract['gres']['usersUpdate']>['sharings']>;

/** Names the issue of a sharing. Courses may call theirs alike. */
export function sharingKey({ course_id, issue_id }: Sharings[number]): string {
  return JSON.stringify([course_id, issue_id]);
}

/** A membership as it is stored, requested, invited or accepted. */
export interface Member extends Omit<Selectable<Tables['gres.members']>, 'group_id' | 'sharings'> {
  /** Left out where nobody asked for them: they can be long. */
  readonly sharings: Sharings | null;
  /** False for a leader without a role that leads. */
  readonly is_leading: boolean;
}

/** A membership that is to be written; when is for the database to say, also when it begins anew. */
export type Standing = Omit<Member, 'changed_at' | 'is_leading'>;

/** Relation of a subject to a group; it decides what the subject is told. */
export type Part = 'leader' | 'member' | 'waiting';

export function partOf(
  { membership_state, group_role }: Pick<Standing, 'membership_state' | 'group_role'>,
  caller: Pick<Caller, 'permissions'>,
): Part {
  if (membership_state !== 'accepted') return 'waiting';
  return isToldAsLeader(caller) ? group_role : 'member';
}

/** Fields of a membership that nothing has set where it begins. */
export const beginning = {
  sharings: [] as Sharings,
  began_at: null,
  invited_until: null,
  invited_by: null,
  declines_to_lead: false,
} satisfies Partial<Standing>;

/** Columns of a {@link Standing}, but for what it shares and until when it is invited. */
export const standingColumns = [
  'subject',
  'group_role',
  'membership_state',
  'membership_types',
  'display_name',
  'origin',
  'began_at',
  'invited_by',
  'declines_to_lead',
] as const;

/** Members of a group by subject, in the order of their subjects. */
export type Members = ReadonlyMap<string, Member>;

/**
 * The members of a group, in the order of their subjects.
 *
 * @param named Whose sharings are read, too; absent: everybody's.
 */
export function selectMembers(transaction: Database, groupId: string, named?: readonly string[]) {
  return transaction
    .selectFrom('gres.members as membership')
    .select([
      ...standingColumns,
      openInvitation,
      isLeadingNow('membership').as('is_leading'),
      'changed_at',
      named
        ? sql<Member['sharings']>`case when subject = any(${named}) then sharings end`.as(
            'sharings',
          )
        : sql<Member['sharings']>`sharings`.as('sharings'),
    ])
    .where('group_id', '=', groupId)
    .where(isStanding)
    .orderBy('subject');
}

export async function readMembers(...of: Parameters<typeof selectMembers>): Promise<Members> {
  const rows = await selectMembers(...of).execute();
  return new Map(rows.map((row) => [row.subject, row]));
}

/** Role that a membership is invited to and has not accepted; a member is invited to lead. */
export function invitedAs({
  membership_state,
  group_role,
  invited_until,
}: Pick<Standing, 'group_role' | 'invited_until'> & {
  readonly membership_state: string;
}): 'leader' | 'member' | undefined {
  if (membership_state === 'invited') return group_role;
  return invited_until ? 'leader' : undefined;
}

type GroupDetails = Answer<Contract['gres']['groupsInspect']>['group'];
type Membership = Answer<Contract['gres']['groupsInspect']>['memberships'][number];

/** A group as the contract gives it; its join code is for leaders. */
export function groupDetailsOf(row: GroupRow, part: Part): GroupDetails {
  const { group_id, provider_id, name, join_policy, transaction_index, created_at } = row;
  return {
    group_id,
    provider_id,
    name,
    join_policy,
    ...(part === 'leader' &&
      row.join_code !== null &&
      row.join_code_expires_at !== null && {
        join_code: readableJoinCode(row.join_code),
        join_code_expires_at: row.join_code_expires_at.toISOString(),
      }),
    transaction_index,
    created_at: created_at.toISOString(),
  };
}

/**
 * A membership as the contract gives it.
 *
 * @param seesSharings Leaders see them and invitations, and the subject itself.
 */
export function membershipOf(
  member: Omit<Member, 'is_leading'>,
  seesSharings: boolean,
): Membership {
  const { display_name, sharings } = member;
  const invited_as = invitedAs(member);
  return {
    subject: member.subject,
    ...(display_name !== null && { display_name }),
    group_role: member.group_role,
    membership_types: member.membership_types as Membership['membership_types'],
    membership_state: member.membership_state,
    ...(seesSharings && invited_as && { invited_as }),
    ...(seesSharings && sharings?.length && { sharings }),
    changed_at: member.changed_at.toISOString(),
  };
}
