import { publishedIds, unpublishedAmong } from '../learning-records/retention/courses.ts';
import { currentPolicy, pruneLocked } from '../learning-records/retention/nightly.ts';
import type {
  Cutoffs,
  RetentionAction,
  RetentionPolicy,
} from '../learning-records/retention/policy.ts';
import { PruningProblem } from '../learning-records/retention/problem.ts';
import type { PruneCounts } from '../learning-records/retention/prune.ts';
import {
  beginOfSchoolYear,
  runningSchoolYear,
  schoolYearName,
} from '../learning-records/retention/school-year.ts';
import { countStatements } from '../learning-records/retention/statement-counts.ts';
import { SettingProblem } from '../operations/setting-problem.ts';
import { settingsOf } from '../operations/settings.ts';
import type { Database } from '../storage/database.ts';
import { readFlags, type Command, type Terminal } from './command.ts';
import { databaseFlags, databaseHelp, withDatabase } from './connection.ts';
import { openExportFile } from './export-file.ts';
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
  --course ID     only what is of this course, and of no other that is not given; can be repeated. Without it:
                  of all, also of courses for which LECTERN_RETENTION has a rule
  --by-policy     what LECTERN_RETENTION says, as the services do it each night
  --export FILE   writes what goes to a file before, readable by its owner only: lines for import-records,
                  compressed (gzip). Must not exist yet
  --dry-run       says how many statements would go, and changes nothing
${databaseHelp()}
School years are those in which statements were stored. The running one stays: that of the last statement,
where the clock says a later one. What other record stores have not got yet, or have refused, stays. Deleted
statements count in no progress any more; thinned ones leave states and scores of exercises as they are, but
what was answered and how many there were is no longer known. The audit log says that something went.

Some hundred go at a time, so that nobody waits long: after an interruption, run the command again, with
another file.

Exit codes: 0, also when there was nothing to do; 1 for a database that does not answer, a file that cannot be
written, an unknown course, records of somebody that cannot be pruned, or while another run is under way; 2 for
wrong flags.
`;

export const pruneRecords: Command = {
  summary: 'count learning records by school year, thin or delete old ones',
  help,
  run: async (args, terminal) => {
    const given = readFlags(args, flags);
    const action = actionOf(given);
    await withDatabase(given.data, terminal, (database) =>
      action ? prune(database, action, given, terminal) : report(database, terminal),
    );
  },
};

type Given = ReturnType<typeof readFlags<typeof flags>>;
type Action = RetentionAction | 'by-policy';

/** @throws {UsageProblem} */
function actionOf(given: Given): Action | undefined {
  const { before, course = [], export: path, 'dry-run': isDry = false } = given;
  const actions = (['thin', 'delete', 'by-policy'] as const).filter((action) => given[action]);
  const [action] = actions;
  if (actions.length > 1) throw new UsageProblem('Give one of --thin, --delete and --by-policy.');
  if (!action && (isDry || path !== undefined || course.length > 0 || before !== undefined))
    throw new UsageProblem('Give --thin, --delete or --by-policy with that. See --help.');
  if (action === 'by-policy' && (before !== undefined || course.length > 0))
    throw new UsageProblem('--by-policy goes without --before and --course.');
  if (isDry && path !== undefined)
    throw new UsageProblem('--dry-run removes nothing, so there is nothing to --export.');
  return action;
}

async function prune(
  database: Database,
  action: Action,
  given: Given,
  terminal: Terminal,
): Promise<void> {
  const { export: path, 'dry-run': isDry = false } = given;
  const { policy, change } = await scopeOf(database, action, given, terminal);
  const file = path === undefined ? undefined : await openExportFile(path);
  try {
    const counts = await pruneLocked(
      database,
      { policy, isDry, ...(file && { exportLines: (lines) => file.write(lines) }) },
      {
        call: 'command:prune-records',
        change: { ...change, isExported: file !== undefined, operator: operatorName() },
      },
    );
    if (!counts) throw new CommandProblem('Learning records are being pruned. Try again later.');
    await terminal.write(textOf(counts, isDry));
  } catch (error) {
    if (!(error instanceof PruningProblem)) throw error;
    throw new CommandProblem(error.message, { cause: error });
  } finally {
    await file?.close();
  }
}

/** Task of a run, and its words in the audit log. */
interface Scope {
  readonly policy: RetentionPolicy;
  readonly change: Readonly<Record<string, unknown>>;
}

/** @throws {UsageProblem | CommandProblem} */
async function scopeOf(
  database: Database,
  action: Action,
  { before, course: courses = [] }: Given,
  terminal: Terminal,
): Promise<Scope> {
  if (action === 'by-policy') {
    const options = retentionIn(terminal);
    if (!options) throw new UsageProblem('LECTERN_RETENTION is not set: everything is kept.');
    return { policy: await currentPolicy(database, options), change: { policy: options } };
  }
  const cutoffs = cutoffsOf(action, before, await runningSchoolYear(database));
  const isOfAll = courses.length === 0;
  return {
    policy: {
      platform: isOfAll ? cutoffs : {},
      courses: new Map(courses.map((id) => [id, cutoffs])),
      published: await publishedIds(database),
    },
    change: { action, before, ...(!isOfAll && { courses }) },
  };
}

/** @throws {UsageProblem} */
function cutoffsOf(action: RetentionAction, before: string | undefined, running: number): Cutoffs {
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

function textOf({ deleted, thinned, attachments, held }: PruneCounts, isDry: boolean): string {
  const parts = [
    `${counted(deleted + thinned, 'statement')} ${isDry ? 'would go' : 'gone'}`,
    ...(attachments > 0 ? [`${counted(attachments, 'attachment')} with them`] : []),
    ...(held > 0 ? [`${held} ${held === 1 ? 'stays' : 'stay'} for other record stores`] : []),
  ];
  return `${parts.join(', ')}.${isDry ? ' Nothing was changed: this was a dry run.' : ''}\n`;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

async function report(database: Database, terminal: Terminal): Promise<void> {
  const options = retentionIn(terminal);
  const policy = options && (await currentPolicy(database, options));
  for (const id of await unpublishedAmong(database, [...(policy?.courses.keys() ?? [])]))
    terminal.note(`The course ${id} of LECTERN_RETENTION is not published.\n`);
  const counts = await database
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(countStatements);
  for (const { courses, schoolYear, statements, bytes } of counts) {
    const size = `${counted(statements, 'statement')}, ${(bytes / 1e6).toFixed(1)} MB`;
    const outcome = policy ? `, ${outcomeOf(courses, schoolYear, policy)}` : '';
    await terminal.write(
      `${schoolYearName(schoolYear)}  ${courses.join(', ') || '(no course)'}: ${size}${outcome}\n`,
    );
  }
}

function outcomeOf(
  courses: readonly string[],
  schoolYear: number,
  policy: RetentionPolicy,
): 'deleted' | 'thinned' | 'kept' {
  const rules = courses.map((id) => policy.courses.get(id) ?? policy.platform);
  const begin = beginOfSchoolYear(schoolYear);
  const isDue = (action: RetentionAction) =>
    (rules.length > 0 ? rules : [policy.platform]).every(
      (cutoffs) => cutoffs[action] !== undefined && begin < cutoffs[action],
    );
  return isDue('delete') ? 'deleted' : isDue('thin') ? 'thinned' : 'kept';
}
