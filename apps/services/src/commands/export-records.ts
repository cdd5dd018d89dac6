import { exportLines, type ExportFilter } from '../learning-records/moving/export.ts';
import type { Database } from '../storage/database.ts';
import { linkedTo } from '../authorization/person-names.ts';
import { readFlags, type Command } from './command.ts';
import { databaseFlags, databaseHelp, withDatabase } from './connection.ts';
import { inChunks, writeNewFile } from './new-file.ts';
import { recordCommand } from './operator.ts';
import { UsageProblem } from './problem.ts';

const flags = {
  ...databaseFlags,
  since: { type: 'string' },
  until: { type: 'string' },
  subject: { type: 'string' },
  'statements-only': { type: 'boolean' },
  output: { type: 'string' },
} as const;

const help = `Exports learning records, a line of JSON for each statement.

  npx lectern export-records [flags]

  --since T           only what was stored after T, such as 2026-11-01T00:00:00Z
  --until T           only what was stored at T or before
  --subject SUBJECT   only what this user did
  --statements-only   plain statements, for other tools; without attachments and what else
                      import-records would take over
  --output FILE       where to write it, readable by its owner only (standard output). Must not
                      exist yet
${databaseHelp(20)}
All come in the order in which they were stored, voided ones, too, as they were when the command began.
Each has its \`stored\` and \`authority\`. The export is written to the audit log.

Exit codes: 0, also when there is nothing to export; 1 when the file cannot be written, or for a database
that does not answer; 2 for wrong flags.
`;

export const exportRecords: Command = {
  summary: 'export learning records, one line of JSON each',
  help,
  run: async (args, terminal) => {
    const values = readFlags(args, flags);
    const range = {
      since: readTime('--since', values.since),
      until: readTime('--until', values.until),
    };
    const statementsOnly = values['statements-only'] ?? false;
    await withDatabase(values.data, terminal, async (database) => {
      const subject = values.subject && (await linkedTo(database, values.subject));
      const filter: ExportFilter = { ...range, ...(subject && { subject }) };
      await recordExport(database, filter);
      await database
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute(async (transaction) => {
          const lines = exportLines(transaction, filter, statementsOnly);
          if (values.output !== undefined) return writeNewFile(values.output, lines);
          for await (const chunk of inChunks(lines)) await terminal.write(chunk);
        });
    });
  },
};

/** Before anything is read out. */
function recordExport(database: Database, { subject, ...range }: ExportFilter): Promise<void> {
  return recordCommand(database, 'export-records', range, { kind: 'acting-for', subject });
}

const time = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?(?:Z|[+-]\d\d:\d\d))?$/;

/** @throws {UsageProblem} */
function readTime(flag: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  // JavaScript takes 2024-02-30 for the first of March.
  const day = new Date(`${text.slice(0, 10)}T00:00:00Z`);
  const isDay = !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text.slice(0, 10));
  if (time.test(text) && isDay && !Number.isNaN(Date.parse(text))) {
    return text.length === 10 ? `${text}T00:00:00Z` : text;
  }
  throw new UsageProblem(`${flag} is ${text}; it must be a time such as 2026-11-01T00:00:00Z.`);
}
