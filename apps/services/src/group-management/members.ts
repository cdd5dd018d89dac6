import type { Answer } from '@lectern/contracts';
import type { membersCalls } from '@lectern/contracts/calls/group-management/members';
import { sql } from 'kysely';
import { readPageCursor, writePageCursor } from '../http/page-cursor.ts';
import type { Handlers } from '../http/routes.ts';
import type { Database } from '../storage/database.ts';
import type { FindMembership } from './membership.ts';

type MemberCalls = typeof membersCalls;
type Member = Answer<MemberCalls['gmsMembersGet']>['members'][number];

const pageDefault = 100;

export function membersHandlers(
  database: Database,
  findMembership: FindMembership,
): Handlers<MemberCalls> {
  return {
    async gmsMembersGet({ body, refusal }) {
      const { subject, provider_id, group_id, cursor, limit = pageDefault } = body;
      if (!(await findMembership(subject, provider_id, group_id))) throw refusal('GROUP_NOT_FOUND');
      const after = cursor === undefined ? undefined : readPageCursor(cursor, 2);
      if (cursor !== undefined && !after) throw refusal('CURSOR_INVALID');
      // By their names leaders come first.
      const { rows } = await sql<Member & { display_name: string | null }>`
        select subject, display_name, group_role, membership_types from gres.members
        where group_id = ${group_id} and membership_state = 'accepted'
          ${after ? sql`and (group_role, subject) > (${after[0]}, ${after[1]})` : sql``}
        order by group_role, subject limit ${limit + 1}
      `.execute(database);
      const page = rows.slice(0, limit);
      const last = page.at(-1);
      return {
        members: page.map(({ display_name, ...member }) => ({
          ...member,
          ...(display_name !== null && { display_name }),
        })),
        ...(last &&
          rows.length > limit && {
            next_cursor: writePageCursor([last.group_role, last.subject]),
          }),
      };
    },
  };
}
