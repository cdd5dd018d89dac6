import { randomUUID } from 'node:crypto';
import { userInfo } from 'node:os';
import { recordAudit } from '../authorization/audit-log.ts';
import { learningRecordsSubjectData } from '../learning-records/subject-data.ts';
import type { Database } from '../storage/database.ts';
import type { RowCounts } from '../storage/subject-data.ts';
import { aliasesOf, linkedTo } from '../users/subject-links.ts';
import { readArguments, type Command } from './command.ts';
import { databaseFlags, databaseHelp, withDatabase } from './connection.ts';

const flags = { ...databaseFlags, 'dry-run': { type: 'boolean' } } as const;

const help = `Erases the learning records of a user.

  npx lectern erase-records [flags] <subject>

  --dry-run   says what would go, and changes nothing
${databaseHelp}
Statements, attachments, states and profiles go, also those of subjects that lead to this one. Statements
of others that name the user stay; in them the user is called "erased". What other stores have been sent
stays there. Everything else that is kept of the user stays, too: aua/user/delete erases all of it. It is
written to the audit log, where the subject stays.

Prints how many rows of each table go. Whoever still uses the platform writes on: what comes afterwards is
kept.

Exit codes: 0, also when nothing is kept of the subject; 1 for a database that does not answer; 2 for
wrong flags.
`;

/** `lectern erase-records` */
export const eraseRecords: Command = {
  summary: 'erase the learning records of a user',
  help,
  run: async (args, terminal) => {
    const { values, given } = readArguments(args, flags, 'one subject');
    const isDry = values['dry-run'] ?? false;
    const counts = await withDatabase(values.data, terminal, (database) =>
      isDry ? tryOut(database, given) : erase(database, given, 'for good'),
    );
    const lines = Object.entries(counts).map(([table, count]) => `${table}  ${count}\n`);
    const end = isDry ? 'Nothing was changed: this was a dry run.\n' : 'Erased.\n';
    await terminal.write(lines.join('') + end);
  },
};

/** Carries the counts out of a transaction that is undone. */
class DryRunOver extends Error {
  readonly counts: RowCounts;

  constructor(counts: RowCounts) {
    super('The dry run is over.');
    this.counts = counts;
  }
}

/** What would go: found by erasing it, and undoing that. */
async function tryOut(database: Database, subject: string): Promise<RowCounts> {
  try {
    return await erase(database, subject, 'on trial');
  } catch (error) {
    if (error instanceof DryRunOver) return error.counts;
    throw error;
  }
}

function erase(
  database: Database,
  named: string,
  how: 'for good' | 'on trial',
): Promise<RowCounts> {
  return database.transaction().execute(async (transaction) => {
    const subject = await linkedTo(transaction, named);
    const counts: Record<string, number> = {};
    for (const one of [subject, ...(await aliasesOf(transaction, subject))]) {
      const erased = await learningRecordsSubjectData.erase(transaction, one);
      for (const [table, count] of Object.entries(erased)) {
        counts[table] = (counts[table] ?? 0) + count;
      }
    }
    if (how === 'on trial') throw new DryRunOver(counts);
    await recordAudit(transaction, {
      kind: 'change',
      call: 'command:erase-records',
      subject,
      correlationId: randomUUID(),
      change: { erased: counts, operator: userInfo().username },
    });
    return counts;
  });
}
