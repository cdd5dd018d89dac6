import { pruneAudited, retentionLock } from '../learning-records/retention/nightly.ts';
import {
  policyOn,
  type Cutoffs,
  type RetentionAction,
  type RetentionPolicy,
} from '../learning-records/retention/policy.ts';
import {
  pruneStatements,
  type PruneCounts,
  type Pruning,
} from '../learning-records/retention/prune.ts';
import {
  keptStatements,
  unpublishedAmong,
  type KeptStatements,
} from '../learning-records/retention/report.ts';
import {
  beginOfSchoolYear,
  schoolYearName,
  schoolYearOf,
} from '../learning-records/retention/school-year.ts';
import { SettingProblem } from '../operations/setting-problem.ts';
import { settingsOf } from '../operations/settings.ts';
import { whileLocked } from '../storage/advisory-lock.ts';
import type { Database } from '../storage/database.ts';
import { readFlags, type Command, type Terminal } from './command.ts';
import { databaseFlags, databaseHelp, withDatabase } from './connection.ts';
import { openKeptFile } from './kept-file.ts';
import { operatorName } from './operator.ts';
import { CommandProblem, UsageProblem } from './problem.ts';

const flags = {
  ...databaseFlags,
  thin: { type: 'boolean' },
  delete: { type: 'boolean' },
  before: { type: 'string' },
  course: { type: 'string', multiple: true },
  'by-policy': { type: 'boolean' },
  'dry-run': { type: 'boolean' },
  export: { type: 'string' },
} as const;

const help = `Says what is kept of learning records, by course and school year, and thins or deletes old ones.

  npx lectern prune-records [flags]
  npx lectern prune-records --thin --before 2024 [--course ID …] [flags]
  npx lectern prune-records --delete --before 2024 [--course ID …] [flags]
  npx lectern prune-records --by-policy [flags]

  --thin          keeps of each activity what progress needs: first and last times, best and last score
  --delete        keeps nothing
  --before YEAR   first school year that stays as it is, such as 2024 for 2024/25 (from 1 August, UTC)
  --course ID     only of this course; can be repeated
  --by-policy     what LECTERN_RETENTION says, as the services do it each night
  --export FILE   writes what goes to a file before, readable by its owner only: lines for import-records,
                  compressed (gzip). Must not exist yet
  --dry-run       says how many statements would go, and changes nothing
${databaseHelp()}
School years are those in which statements were stored. The running one stays. What other record stores have
not got yet, or have refused, stays, and so do statements of cmi5 sessions that are open. Deleted statements
count in no progress any more; thinned ones leave states and scores of exercises as they are, but how many
there were is no longer known. That something went is written to the audit log.

Some hundred go at a time, so that nobody waits long: after an interruption, run the command again, with
another file.

Exit codes: 0, also when there was nothing to do; 1 for a database that does not answer, a file that cannot be
written, or while another run is under way; 2 for wrong flags.
`;

/** `lectern prune-records` */
export const pruneRecords: Command = {
  summary: 'count learning records by school year, thin or delete old ones',
  help,
  run: async (args, terminal) => {
    const values = readFlags(args, flags);
    const { export: path, course: courses = [] } = values;
    const scope = scopeOf({ ...values, courses }, terminal);
    if (!scope) {
      if (values['dry-run'] || path !== undefined || courses.length > 0 || values.before)
        throw new UsageProblem('Give --thin, --delete or --by-policy with that. See --help.');
      return withDatabase(values.data, terminal, (database) => report(database, terminal));
    }
    await withDatabase(values.data, terminal, async (database) => {
      await noteUnpublished(database, scope.policy, terminal);
      const counts = await whileLocked(database, retentionLock, (connection) =>
        values['dry-run']
          ? pruneStatements(connection, { policy: scope.policy, isDry: true })
          : pruneInto(connection, path, scope),
      );
      if (!counts) throw new CommandProblem('Learning records are being pruned. Try again later.');
      await terminal.write(textOf(counts, values['dry-run'] ?? false));
    });
  },
};

/** What is to be done, and how the audit log says it. */
interface Scope {
  readonly policy: RetentionPolicy;
  readonly change: Readonly<Record<string, unknown>>;
}

/**
 * @returns nothing where the flags name nothing to do
 * @throws {UsageProblem}
 */
function scopeOf(
  given: {
    readonly thin?: boolean | undefined;
    readonly delete?: boolean | undefined;
    readonly before?: string | undefined;
    readonly 'by-policy'?: boolean | undefined;
    readonly courses: readonly string[];
  },
  terminal: Terminal,
): Scope | undefined {
  const { before, courses } = given;
  const actions = (['thin', 'delete', 'by-policy'] as const).filter((action) => given[action]);
  const [action] = actions;
  if (action === undefined) return undefined;
  if (actions.length > 1) throw new UsageProblem('Give one of --thin, --delete and --by-policy.');
  if (action === 'by-policy') {
    if (before !== undefined || courses.length > 0) {
      throw new UsageProblem('--by-policy goes without --before and --course.');
    }
    const options = retentionIn(terminal);
    if (!options) throw new UsageProblem('LECTERN_RETENTION is not set: everything is kept.');
    return { policy: policyOn(new Date(), options), change: { policy: options } };
  }
  const cutoffs = cutoffsOf(action, before);
  return {
    policy:
      courses.length > 0
        ? { platform: {}, courses: new Map(courses.map((id) => [id, cutoffs])) }
        : { platform: cutoffs, courses: new Map() },
    change: { action, before, ...(courses.length > 0 && { courses }) },
  };
}

/** @throws {UsageProblem} */
function cutoffsOf(action: RetentionAction, before: string | undefined): Cutoffs {
  const running = schoolYearOf(new Date());
  if (before === undefined || !/^\d{4}$/.test(before) || Number(before) > running) {
    throw new UsageProblem(
      `--before must be the first school year that stays, such as ${running} for ${schoolYearName(running)}, or an earlier one.`,
    );
  }
  return { [action]: beginOfSchoolYear(Number(before)) };
}

/** @throws {CommandProblem} */
function retentionIn({ environment }: Pick<Terminal, 'environment'>) {
  try {
    return settingsOf(environment)('LECTERN_RETENTION');
  } catch (error) {
    if (!(error instanceof SettingProblem)) throw error;
    throw new CommandProblem(error.message, { cause: error });
  }
}

/** A misspelt course would say nothing else. */
async function noteUnpublished(
  database: Database,
  { courses }: RetentionPolicy,
  terminal: Terminal,
): Promise<void> {
  for (const id of await unpublishedAmong(database, [...courses.keys()])) {
    terminal.note(`Nobody has published a course ${id}.\n`);
  }
}

async function pruneInto(
  database: Database,
  path: string | undefined,
  { policy, change }: Scope,
): Promise<PruneCounts> {
  const file = path === undefined ? undefined : await openKeptFile(path);
  const keep: Pruning['keep'] = file && ((lines) => file.write(lines));
  try {
    const said = { ...change, isExported: file !== undefined, operator: operatorName() };
    return await pruneAudited(database, 'command:prune-records', said, (onBegin, counts) =>
      pruneStatements(database, { policy, onBegin, ...(keep && { keep }) }, counts),
    );
  } finally {
    await file?.close();
  }
}

function textOf({ deleted, thinned, attachments, held }: PruneCounts, isDry: boolean): string {
  const verb = isDry ? 'would go' : 'gone';
  const parts = [
    `${deleted + thinned} statements ${verb}`,
    ...(attachments > 0 ? [`${attachments} attachments with them`] : []),
    ...(held > 0 ? [`${held} stay, because others still need them`] : []),
  ];
  return `${parts.join(', ')}.${isDry ? ' Nothing was changed: this was a dry run.' : ''}\n`;
}

async function report(database: Database, terminal: Terminal): Promise<void> {
  const options = retentionIn(terminal);
  const policy = options && policyOn(new Date(), options);
  if (policy) await noteUnpublished(database, policy, terminal);
  const kept = await database
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(keptStatements);
  const rows = [
    ['course', 'school year', 'statements', 'MB', ...(policy ? ['LECTERN_RETENTION'] : [])],
    ...kept.map((row) => [
      row.courses.join(', ') || '(none)',
      schoolYearName(row.schoolYear),
      String(row.statements),
      (row.bytes / 1e6).toFixed(1),
      ...(policy ? [doneTo(row, policy)] : []),
    ]),
  ];
  const widths = rows[0]!.map((_, column) =>
    rows.reduce((most, row) => Math.max(most, row[column]!.length), 0),
  );
  const lines = rows.map((row) =>
    row
      .map((text, column) =>
        column === 2 || column === 3
          ? text.padStart(widths[column]!)
          : text.padEnd(widths[column]!),
      )
      .join('  ')
      .trimEnd(),
  );
  await terminal.write(`${lines.join('\n')}\n`);
}

/** Of several courses with a rule the longest counts. */
function doneTo({ courses, schoolYear }: KeptStatements, policy: RetentionPolicy): string {
  const rules = courses.flatMap((id) => policy.courses.get(id) ?? []);
  const begin = beginOfSchoolYear(schoolYear);
  const isDone = (action: RetentionAction) =>
    (rules.length > 0 ? rules : [policy.platform]).every(
      (cutoffs) => cutoffs[action] !== undefined && begin < cutoffs[action],
    );
  return isDone('delete') ? 'deleted' : isDone('thin') ? 'thinned' : 'kept';
}
