import { unseenSigns } from '@lectern/contracts/calls/groups/membership';
import { sql } from 'kysely';
import type { Database } from '../storage/database.ts';
import { knownNames } from '../users/public.ts';
import { readMembers, type Standing } from './group-row.ts';

/** A name as people see it: without case, spaces, and signs that are not seen. */
export function seenName(name: string): string {
  const shown = name.normalize('NFKC').replaceAll(unseenSigns, '');
  // The capital ẞ becomes SS by way of the small letter alone.
  const folded = shown.toLowerCase().toUpperCase().toLowerCase();
  // Signs between a letter and its accent are gone, and capitals can hold their accents apart.
  return folded.normalize('NFKC');
}

/** A name that is chosen for a member; null: none, as one that nobody sees. */
export function chosenName(name: string | null | undefined): string | null {
  return name && seenName(name) !== '' ? name : null;
}

/** How somebody is called, as people see it; empty: not at all. */
interface NamedMember {
  readonly subject: string;
  readonly chosen: string;
  /** By the platform. */
  readonly known: string;
}

/**
 * The members of a group and those who ask for a name. Other requests and invitations are not among them: by asking
 * for names anybody with the code would learn who is there, and members whom leaders invite.
 */
async function readNames(transaction: Database, groupId: string, asking: readonly string[]) {
  const { rows } = await sql<{
    subject: string;
    is_member: boolean;
    display_name: string | null;
    known: string;
  }>`
    select subject, member.subject is not null as is_member, display_name, coalesce(known, '') as known
    from (
      select subject from gres.members
      where group_id = ${groupId} and membership_state = 'accepted'
      union select unnest(${[...asking]}::text[])
    ) named
      left join (
        select subject, display_name from gres.members
        where group_id = ${groupId} and membership_state = 'accepted'
      ) member using (subject)
      left join ${knownNames} known_name using (subject)
  `.execute(transaction);
  const named = rows.map(({ subject, is_member, display_name, known }) => ({
    subject,
    is_member,
    chosen: seenName(display_name ?? ''),
    known: seenName(known),
  }));
  const knownOf = new Map(named.map(({ subject, known }) => [subject, known]));
  return { members: named.filter(({ is_member }) => is_member), knownOf };
}

/**
 * True where another member has this name, or the name is invisible. A namesake may go by the name that the
 * platform knows.
 */
export async function isNameTaken(
  transaction: Database,
  groupId: string,
  subject: string,
  name: string,
): Promise<boolean> {
  const { members, knownOf } = await readNames(transaction, groupId, [subject]);
  return isTaken(members, { subject, chosen: seenName(name), known: knownOf.get(subject) ?? '' });
}

function isTaken(members: readonly NamedMember[], { subject, chosen, known }: NamedMember) {
  if (chosen === '') return true;
  if (chosen === known) return false;
  return members.some(
    (member) => member.subject !== subject && (member.chosen === chosen || member.known === chosen),
  );
}

/** Names that change where members come. */
export interface SettledNames {
  /** Subjects that come, and lose a name that is another one's. */
  readonly nameless: ReadonlySet<string>;
  /** Members that have called themselves as one who comes is known, as they are from now on. */
  readonly unnamed: readonly Standing[];
}

/**
 * A subject becomes no member by the name of another one, be it that it has asked under that name or a leader has called
 * it so; nor does a member keep the name of one who comes. Both go by the names that the platform knows.
 */
export async function settleNames(
  transaction: Database,
  groupId: string,
  joining: readonly Pick<Standing, 'subject' | 'display_name'>[],
): Promise<SettledNames> {
  const subjects = joining.map(({ subject }) => subject);
  if (subjects.length === 0) return { nameless: new Set(), unnamed: [] };
  const { members, knownOf } = await readNames(transaction, groupId, subjects);
  const owners = subjects.map((subject) => ({ subject, chosen: '', known: knownOf.get(subject)! }));
  const named: NamedMember[] = [...members, ...owners];
  const nameless = new Set<string>();
  for (const { subject, display_name } of joining) {
    if (display_name === null) continue;
    const wanted = { subject, chosen: seenName(display_name), known: knownOf.get(subject)! };
    if (isTaken(named, wanted)) nameless.add(subject);
    else named.push(wanted);
  }
  const borrowing = members
    .filter((member) => member.chosen !== '' && isTaken(owners, member))
    .map(({ subject }) => subject);
  if (borrowing.length === 0) return { nameless, unnamed: [] };
  // With what they share, which is written again.
  const stored = await readMembers(transaction, groupId, borrowing);
  const unnamed = borrowing.map((subject) => ({ ...stored.get(subject)!, display_name: null }));
  return { nameless, unnamed };
}
