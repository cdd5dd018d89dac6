import { pruneAuditLog, pruningAgeInYears } from '../authorization/audit-log.ts';
import type { Database } from '../storage/database.ts';
import { readArguments, type Command } from './command.ts';
import { databaseFlags, databaseHelp, withDatabase } from './connection.ts';
import { recordCommand } from './operator.ts';
import { UsageProblem } from './problem.ts';

const help = `Removes the entries of the audit log that are older than a date.

  npx lectern prune-audit-log [flags] <date>

The date is the first day that stays, such as 2024-08-01, and begins at 0:00 UTC. It must be at least
a year ago: newer entries cannot be removed. One entry says who pruned up to when, and how many
entries went.

${databaseHelp()}
Exit codes: 0, also when there was nothing to remove; 1 for a database that does not answer; 2 for
wrong flags or a wrong date.
`;

export const pruneAuditLogCommand: Command = {
  summary: 'remove old entries of the audit log',
  help,
  run: async (args, terminal) => {
    const { values, given } = readArguments(args, databaseFlags, 'one date');
    const before = readDate(given, new Date());
    const removed = await withDatabase(values.data, terminal, (database) =>
      pruneAndRecord(database, before),
    );
    await terminal.write(
      removed === 0
        ? `The audit log has no entries from before ${given}. Nothing had to change.\n`
        : `${removed} entries from before ${given} removed.\n`,
    );
  },
};

/** @throws {UsageProblem} for what is no date, or one that is too young. */
function readDate(text: string, now: Date): Date {
  const date = new Date(`${text}T00:00:00Z`);
  // JavaScript takes 2024-02-30 for the first of March.
  if (Number.isNaN(date.getTime()) || !date.toISOString().startsWith(`${text}T`)) {
    throw new UsageProblem(`"${text}" is not a date such as 2024-08-01.`);
  }
  const youngest = new Date(now);
  youngest.setUTCFullYear(now.getUTCFullYear() - pruningAgeInYears);
  if (date > youngest) {
    const day = youngest.toISOString().slice(0, 10);
    throw new UsageProblem(`Entries are kept for at least a year. Give ${day} or an earlier date.`);
  }
  return date;
}

function pruneAndRecord(database: Database, before: Date): Promise<number> {
  return database.transaction().execute(async (transaction) => {
    const removed = await pruneAuditLog(transaction, before);
    if (removed === 0) return 0;
    await recordCommand(transaction, 'prune-audit-log', { before: before.toISOString(), removed });
    return removed;
  });
}
