import { subjectOfPrimaryIssuer } from '../authorization/primary-subjects.ts';
import { subjectDataByService } from '../handlers.ts';
import type { Database } from '../storage/database.ts';
import type { RowStream } from '../storage/row-stream.ts';
import { exportedData, exportSubject } from '../users/subject-export.ts';
import { linkedTo } from '../authorization/person-names.ts';
import { readArguments, type Command } from './command.ts';
import { databaseFlags, databaseHelp, withDatabase } from './connection.ts';
import { writeNewFile } from './new-file.ts';
import { recordCommand } from './operator.ts';
import { CommandProblem } from './problem.ts';

const flags = { ...databaseFlags, output: { type: 'string' } } as const;

const help = `Exports everything that is stored about a user, as JSON: the answer to an access request.

  npx lectern export-user [flags] <subject>

  --output FILE   where to write it, readable by its owner only (standard output). Must not exist yet
${databaseHelp()}
A subject that was linked to another one is exported with it. Beside the data there are the links, what
gave way when data was moved, and the entries of the audit log by and about the user, without others' names.
The export is written to the audit log.

Exit codes: 0; 1 when nothing is kept of the subject, or the file cannot be written; 2 for wrong flags.
`;

// The issuers of users matter where users are renamed.
const services = subjectDataByService([]);

export const exportUser: Command = {
  summary: 'export everything stored about a user, as JSON',
  help,
  run: async (args, terminal) => {
    const { values, given } = readArguments(args, flags, 'one subject');
    await withDatabase(values.data, terminal, async (database) => {
      const subject = await recordExport(database, given);
      await exportSubject(database, services, subject, async (pieces) => {
        if (values.output !== undefined) return writeNewFile(values.output, pieces);
        for await (const piece of pieces) await terminal.write(piece);
      });
    });
  },
};

/**
 * Records that somebody exports a subject, before anything of it is read out.
 *
 * @param named The subject, or what its identity provider calls it.
 * @returns the subject as the platform calls it now.
 * @throws {CommandProblem} when no service keeps anything of it.
 */
function recordExport(database: Database, named: string): Promise<string> {
  return database.transaction().execute(async (transaction) => {
    const subject = await linkedTo(transaction, subjectOfPrimaryIssuer(named));
    const rows = Object.values(await exportedData(transaction, services, subject)).flatMap(
      Object.values,
    );
    if (!(await holdsAnything(rows.flatMap(Object.values)))) {
      throw new CommandProblem(`Nothing is stored about the subject ${named}.`);
    }
    await recordCommand(transaction, 'export-user', {}, { kind: 'acting-for', subject });
    return subject;
  });
}

async function holdsAnything(streams: readonly RowStream[]): Promise<boolean> {
  for (const stream of streams) {
    for await (const rows of stream) return rows.length > 0;
  }
  return false;
}
