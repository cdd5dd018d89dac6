import { sql } from 'kysely';
import type { Database } from './database.ts';
import { hasNoMoreRights } from './readable-members.ts';

/** A group as its provider names it. */
export interface ProvidedGroup {
  readonly provider_id: string;
  readonly group_id: string;
}

/** A member of a group, with what it shares of one issue. */
export interface IssueSharing {
  readonly subject: string;
  readonly sharing_types: readonly string[];
}

/**
 * What the members of a group share of an issue with those who lead it: what the annotation service
 * needs to know of groups. Leaders themselves are not among them, nor those who may do more than a teacher.
 *
 * @returns `undefined` where the subject does not lead such a group.
 */
export async function issueSharingsOf(
  database: Database,
  leader: string,
  { provider_id, group_id }: ProvidedGroup,
  { course_id, issue_id }: { readonly course_id: string; readonly issue_id: string },
): Promise<readonly IssueSharing[] | undefined> {
  const { rows } = await sql<IssueSharing & { is_led: boolean }>`
    select member.subject, sharing.sharing_types,
      member.subject = ${leader} and member.group_role = 'leader' as is_led
    from gres.groups found
      join gres.members member on member.group_id = found.group_id
      left join lateral (
        select array(select jsonb_array_elements_text(one -> 'sharing_types')) as sharing_types
        from jsonb_array_elements(member.sharings) one
        where one ->> 'course_id' = ${course_id} and one ->> 'issue_id' = ${issue_id}
          and member.group_role = 'member'
        limit 1
      ) sharing on true
    where found.group_id = ${group_id} and found.provider_id = ${provider_id}
      and found.deleted_at is null and member.membership_state = 'accepted'
      and (member.subject = ${leader} or sharing.sharing_types is not null and ${hasNoMoreRights})
  `.execute(database);
  if (!rows.some(({ is_led }) => is_led)) return undefined;
  return rows
    .filter(({ sharing_types }) => sharing_types !== null)
    .map(({ subject, sharing_types }) => ({ subject, sharing_types }));
}
