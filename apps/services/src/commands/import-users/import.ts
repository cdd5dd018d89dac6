import type { Transaction } from 'kysely';
import { recordAudit } from '../../authorization/audit-log.ts';
import { mergeRosterGroups, rosterGroupFaults } from '../../groups/roster.ts';
import { lockByName } from '../../storage/advisory-lock.ts';
import type { Database } from '../../storage/database.ts';
import { createRosterStaging, indexRosterStaging } from '../../storage/roster-staging.ts';
import type { Tables } from '../../storage/tables.ts';
import { rosterUserFaults } from '../../users/roster-faults.ts';
import { mergeRosterUsers, resolveRosterUsers } from '../../users/roster.ts';
import { CommandProblem } from '../problem.ts';
import { RosterErrors } from './errors.ts';
import type { RosterSource } from './files.ts';
import { readOneRoster } from './one-roster/one-roster.ts';
import type { AllowedReferences } from './one-roster/one-roster-set.ts';
import { isChange, skippedLines, summarize, type ImportSummary } from './report.ts';
import type { ImportSettings } from './settings.ts';
import { RosterStage } from './stage.ts';
import {
  addReferences,
  addRolesOfEnrolments,
  dropRepeated,
  makeMemberships,
  stagedFaults,
} from './staged.ts';
import { readUserCsv } from './user-csv.ts';
import { operatorName } from '../operator.ts';

/** How imports are called in the audit log. */
export const importCall = 'command:import-users';

/** Names of the columns in a format, for errors that are found over the whole file. */
const columnNames = {
  csv: { sourceId: 'subject', identity: 'external_id', role: 'role', class: 'class' },
  oneroster: { sourceId: 'sourcedId', identity: '', role: 'role', class: 'classSourcedId' },
} as const;

export interface ImportOptions {
  readonly correlationId: string;
  /** Do everything, and then undo it. */
  readonly isDryRun: boolean;
  /** Further work on the people of the file, in the same transaction. */
  readonly companion?: RosterCompanion;
}

/** Further work of an import on the people of its file, which lie in the staging tables. */
export interface RosterCompanion {
  /** Work that takes long, before the transaction: it locks nothing, and more people may be staged than are imported. */
  prepare(connection: Database): Promise<void>;
  /** Takes locks, before the import takes its own. */
  begin(transaction: Database): Promise<void>;
  /** @returns true where anything was changed. */
  finish(transaction: Database, errors: RosterErrors): Promise<boolean>;
}

/**
 * Imports a roster in one transaction: whole, or not at all when a single row is wrong or the process
 * ends. It begins once everything is read, because a OneRoster service may answer for hours. Imports wait for each
 * other. One that changes nothing leaves no trace.
 *
 * @throws {CommandProblem} with the errors of the file.
 */
export function importRoster(
  database: Database,
  source: RosterSource,
  settings: ImportSettings,
  options: ImportOptions,
): Promise<ImportSummary> {
  return database.connection().execute(async (connection) => {
    const errors = new RosterErrors();
    const stage = new RosterStage(connection);
    await createRosterStaging(connection);
    const { companion, correlationId, isDryRun } = options;
    const allowed = await read(source, settings, stage, errors, companion !== undefined);
    errors.throwIfAny();
    await stage.flush();
    await dropRepeated(connection);
    await indexRosterStaging(connection);
    await addReferences(connection, allowed, settings, stage);

    await companion?.prepare(connection);
    const transaction = await connection.startTransaction().execute();
    let isOpen = true;
    try {
      await companion?.begin(transaction);
      const summary = await merge(transaction, { source, settings, errors, allowed });
      const isMore = (await companion?.finish(transaction, errors)) ?? false;
      const isImport = isChange(summary.counts);
      if (isDryRun || !(isImport || isMore)) return summary;
      if (isImport) await recordImport(transaction, source, settings, summary, correlationId);
      await transaction.commit().execute();
      isOpen = false;
      return summary;
    } finally {
      if (isOpen) await transaction.rollback().execute();
    }
  });
}

/** A roster that lies in the staging tables. */
interface StagedRoster {
  readonly source: RosterSource;
  readonly settings: ImportSettings;
  readonly errors: RosterErrors;
  readonly allowed: AllowedReferences;
}

async function merge(
  transaction: Transaction<Tables>,
  { source, settings, errors, allowed }: StagedRoster,
): Promise<ImportSummary> {
  const isOneRoster = source.format === 'oneroster';
  const names = columnNames[source.format];
  const subject = isOneRoster ? settings.subjectColumn : 'subject';
  const identity = names.identity || subject;
  const columns = { ...names, subject, identity };

  for (const faults of await stagedFaults(transaction, columns)) errors.addAll(faults);
  errors.throwIfAny();

  // Nothing before this point is seen by others, or waits for them.
  await lockByName(transaction, importCall);
  await addRolesOfEnrolments(transaction);
  await resolveRosterUsers(transaction, isOneRoster);
  await makeMemberships(transaction);
  for (const faults of [
    ...(await rosterUserFaults(transaction, columns)),
    ...(await rosterGroupFaults(transaction, columns.class)),
  ]) {
    errors.addAll(faults);
  }
  errors.throwIfAny();

  const { given, ...userCounts } = await mergeRosterUsers(transaction);
  const groupCounts = await mergeRosterGroups(transaction, settings.provider);
  const counts = { ...userCounts, ...groupCounts };
  const summary = await summarize(transaction, counts, given, errors.notes);
  refuseNobody(summary, allowed);
  return summary;
}

async function read(
  source: RosterSource,
  settings: ImportSettings,
  stage: RosterStage,
  errors: RosterErrors,
  hasUsernames: boolean,
): Promise<AllowedReferences> {
  if (source.format === 'oneroster') return readOneRoster(source.set, settings, stage, errors);
  await readUserCsv(source.name, source.open, settings, stage, errors, hasUsernames);
  return { users: false, classes: false };
}

/**
 * Fails where a roster that should hold everybody names nobody who is taken over: a wrong column or word
 * is the cause, and a quiet success would hide it.
 *
 * @throws {CommandProblem} with the reasons.
 */
function refuseNobody({ totals, skipped }: ImportSummary, { users }: AllowedReferences): void {
  if (users || totals.users > 0) return;
  const reasons = skipped.filter(({ what }) => what === 'users');
  throw new CommandProblem(
    reasons.length === 0
      ? 'Nothing was imported: there is no user in it, only the names of the columns.'
      : ['Nothing was imported, because every user is skipped:', ...skippedLines(reasons)].join(
          '\n',
        ),
  );
}

/**
 * One entry for the import, and one for everybody who became more than a teacher or student: who made
 * somebody an administrator is found by that person's subject.
 */
async function recordImport(
  transaction: Database,
  { name, format }: RosterSource,
  { provider, source }: ImportSettings,
  { counts, given }: ImportSummary,
  correlationId: string,
): Promise<void> {
  const entry = { kind: 'change', call: importCall, correlationId } as const;
  const operator = operatorName();
  const change = { file: name, format, provider, source: source ?? null, operator, ...counts };
  await recordAudit(transaction, { ...entry, change });
  for (const { subject, role } of given) {
    await recordAudit(transaction, { ...entry, subject, change: { operator, given: role } });
  }
}
