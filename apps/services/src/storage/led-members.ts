import { sql } from 'kysely';
import type { Database } from './database.ts';

/** The accepted members of the groups that a subject leads; who leads one with it is not among them. */
export async function membersLedBy(database: Database, leader: string): Promise<readonly string[]> {
  const { rows } = await sql<{ subject: string }>`
    select distinct member.subject
    from gres.subject_groups own
      join gres.groups living using (group_id)
      join gres.members member using (group_id)
    where own.subject = ${leader} and own.group_role = 'leader'
      and own.membership_state = 'accepted' and living.deleted_at is null
      and member.group_role = 'member' and member.membership_state = 'accepted'
  `.execute(database);
  return rows.map(({ subject }) => subject);
}
