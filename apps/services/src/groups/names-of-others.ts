import { sql } from 'kysely';
import type { Database } from '../storage/database.ts';

/** What nobody sees of a name, the empty sign of Braille included. */
const unseen = /[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{C}\u2800]/gu;

/** A name as people see it: without case, spaces, and signs that are not seen. */
function seen(name: string): string {
  // What was between a letter and its accent is gone after the first time.
  const shown = name.normalize('NFKC').replaceAll(unseen, '').normalize('NFKC');
  return shown.toUpperCase().toLowerCase();
}

/** How the members of a group are called, there and by the platform. */
export interface NamesOfMembers {
  /**
   * Whether somebody else is called so, or nobody sees the name. A namesake may go by the name that the platform
   * knows.
   */
  isTaken(subject: string, name: string): boolean;
  /** Counts a name that a member takes. */
  take(subject: string, name: string): void;
}

/**
 * Who has only asked to be a member, or is invited, is not among them: by asking for names anybody with the code
 * would learn who is there, and members whom leaders invite.
 *
 * @param asking Who wants a name.
 */
export async function readNames(
  transaction: Database,
  groupId: string,
  asking: readonly string[],
): Promise<NamesOfMembers> {
  const { rows } = await sql<{
    subject: string;
    is_member: boolean;
    display_name: string | null;
    known: string;
  }>`
    select subject, member.subject is not null as is_member, display_name,
      concat_ws(' ', given_name, family_name) as known
    from (
      select subject from gres.members
      where group_id = ${groupId} and membership_state = 'accepted'
      union select unnest(${[...asking]}::text[])
    ) named
      left join (
        select subject, display_name from gres.members
        where group_id = ${groupId} and membership_state = 'accepted'
      ) member using (subject)
      left join aua.users using (subject)
  `.execute(transaction);
  const known = new Map(rows.map((row) => [row.subject, seen(row.known)]));
  const members = rows
    .filter((row) => row.is_member)
    .flatMap(({ subject, display_name, known: name }) => [
      { subject, name: seen(display_name ?? '') },
      { subject, name: seen(name) },
    ]);
  return {
    isTaken(subject, name) {
      const wanted = seen(name);
      if (wanted === '') return true;
      if (known.get(subject) === wanted) return false;
      return members.some((one) => one.name === wanted && one.subject !== subject);
    },
    take: (subject, name) => void members.push({ subject, name: seen(name) }),
  };
}
