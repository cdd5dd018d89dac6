import { sql } from 'kysely';
import type { RosterGroupCounts } from '../../groups/roster.ts';
import type { Database } from '../../storage/database.ts';
import type { RosterUserCounts } from '../../users/roster.ts';

/** How many rows an import made, changed and removed, by what they are. */
type ImportCounts = Omit<RosterUserCounts, 'given'> & RosterGroupCounts;

/** By what was done. */
type Counts = Readonly<Record<string, number>>;

export interface ImportSummary {
  readonly counts: ImportCounts;
  /** Roles beyond those of pupils that were given. */
  readonly given: RosterUserCounts['given'];
  /** How many the file has that are taken over, changed or not. */
  readonly totals: {
    readonly users: number;
    readonly classes: number;
    readonly memberships: number;
  };
  readonly skipped: readonly Skipped[];
  /** Hints, such as a guessed encoding. */
  readonly notes: readonly string[];
  /** People that no class has taken: it has no room, or they are in too many. */
  readonly leftOut: LeftOut;
}

interface LeftOut {
  readonly count: number;
  readonly shown: readonly {
    readonly file: string;
    readonly line: number;
    readonly subject: string;
    readonly reason: string;
  }[];
}

interface Skipped {
  readonly what: 'users' | 'roles' | 'classes' | 'enrolments';
  readonly reason: string;
  readonly count: number;
}

/** Most reasons that are told; a file can give as many as it has lines. */
const reasonsMaximum = 20;

/** Puts together what came of the rows. To be called in the import's transaction. */
export async function summarize(
  transaction: Database,
  counts: ImportCounts,
  given: RosterUserCounts['given'],
  notes: readonly string[],
): Promise<ImportSummary> {
  const { rows: skipped } = await sql<Skipped>`
    select what, skipped as reason, count(*)::integer as count from (
      select 'users' as what, skipped from roster_users
      union all select 'classes', skipped from roster_classes
      union all select 'enrolments', skipped from roster_enrolments
      union all select 'roles', given.skipped
        from roster_roles given join roster_users on source_id = user_id
        -- A person skipped for a role is reported once.
        where roster_users.skipped is null
    ) rows
    where skipped is not null
    group by what, skipped order by what desc, count desc, skipped limit ${reasonsMaximum}
  `.execute(transaction);
  const { rows: totals } = await sql<ImportSummary['totals']>`
    select
      (select count(distinct subject) from roster_users where skipped is null and not is_reference)::integer as users,
      (select count(*) from roster_classes where skipped is null and not is_reference)::integer as classes,
      (select count(*) from roster_memberships where not is_removed)::integer as memberships
  `.execute(transaction);
  const { rows: shown } = await sql<LeftOut['shown'][number] & { readonly all: number }>`
    select file, line, subject, reason, count(*) over ()::integer as all
    from roster_left_out order by reason, file, line limit ${reasonsMaximum}
  `.execute(transaction);
  const leftOut = { count: shown[0]?.all ?? 0, shown };
  return { counts, given, totals: totals[0]!, skipped, notes, leftOut };
}

/** True where anything was made, changed or removed. */
export function isChange(counts: ImportCounts): boolean {
  return Object.values(counts).some((kind: Counts) =>
    Object.values(kind).some((count) => count > 0),
  );
}

/** The summary for people. */
export function reportOf({ counts, totals, skipped, notes, leftOut }: ImportSummary): string {
  const { users, identities, roles, classes, memberships } = counts;
  const lines = [
    line('users', users, totals.users),
    line('identities', identities),
    line('roles', roles),
    line('classes', classes, totals.classes),
    line('memberships', memberships, totals.memberships),
    ...(skipped.length > 0 ? ['', 'Skipped:'] : []),
    ...skippedLines(skipped),
    ...(notes.length > 0 ? ['', 'Look at:', ...notes] : []),
    ...leftOutLines(leftOut),
  ];
  return `${lines.join('\n')}\n`;
}

export function skippedLines(skipped: readonly Skipped[]): readonly string[] {
  return skipped.map(({ what, reason, count }) => `  ${count} ${what}: ${reason}`);
}

function leftOutLines({ count, shown }: LeftOut): readonly string[] {
  const lines = shown.flatMap(({ file, line: number, subject, reason }, place) => [
    ...(reason === shown[place - 1]?.reason ? [] : ['', `Left out, because ${reason}:`]),
    `  ${file}, line ${number}: ${subject}`,
  ]);
  return [...lines, ...(count > shown.length ? [`  and ${count - shown.length} more`] : [])];
}

/** @param total Absent where nobody wants to know how many are as they were. */
function line(what: string, counts: Counts, total?: number): string {
  const { created = 0, changed = 0, renamed = 0, ...others } = counts;
  const all = {
    created,
    ...('changed' in counts && { changed }),
    ...others,
    ...(renamed > 0 && { renamed }),
    ...(total !== undefined && { unchanged: total - created - changed }),
  };
  const told = Object.entries(all).map(([name, count]) => `${count} ${name}`);
  return `${what.padEnd(12)}${told.join(', ')}`;
}
