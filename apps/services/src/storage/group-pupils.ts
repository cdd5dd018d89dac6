import { sql } from 'kysely';
import type { Database } from './database.ts';

/** An accepted member of a group who does not lead it. */
export interface Pupil {
  readonly subject: string;
  /** What the group calls the member, or else the user's name; null: neither is known. */
  readonly display_name: string | null;
}

/** What the learning records need to know of a group, in the order of subjects. */
export async function pupilsOf(database: Database, groupId: string): Promise<readonly Pupil[]> {
  const { rows } = await sql<Pupil>`
    select member.subject, coalesce(
      display_name, nullif(concat_ws(' ', named.given_name, named.family_name), '')
    ) as display_name
    from gres.members member left join aua.users named using (subject)
    where group_id = ${groupId} and membership_state = 'accepted' and group_role = 'member'
    order by member.subject collate "C"
  `.execute(database);
  return rows;
}
