import { open } from 'node:fs/promises';
import { createSubjectDirectory } from '../authorization/subject-directory.ts';
import { AgentKeys } from '../learning-records/model/agent-keys.ts';
import { importLines, type ImportCounts } from '../learning-records/moving/import.ts';
import { createDefinitionStore } from '../learning-records/store/definitions.ts';
import { Records } from '../learning-records/store/records.ts';
import { createWriter } from '../learning-records/store/writer.ts';
import { databaseOn, openPool } from '../storage/database.ts';
import { isStatementCanceled } from '../storage/database-errors.ts';
import { readArguments, type Command } from './command.ts';
import { databaseFlags, databaseHelp, withDatabase } from './connection.ts';
import { issuerFlags, issuerHelp, issuersOf } from './issuers.ts';
import { recordCommand } from './operator.ts';
import { CommandProblem } from './problem.ts';

const flags = {
  ...databaseFlags,
  ...issuerFlags,
  'stop-at-fault': { type: 'boolean' },
} as const;

const help = `Imports learning records, a line of JSON for each statement.

  npx lectern import-records [flags] <file>

${issuerHelp}  --stop-at-fault   end at the first line that cannot be stored; those before it are stored, those
                    after it are not
${databaseHelp(18)}
"-" is standard input. A line is what export-records writes, or a plain statement with an id. Ids,
\`stored\`, \`authority\` and \`timestamp\` stay as they are; \`stored\` may not lie in the future.

Each line is checked as a request would be. The number of a line that cannot be stored, and the reason,
are written to standard error, and the others follow. What is there already, with the same content, is
left as it is: the same file can be imported again, also after an interruption. Each import is written to
the audit log.

Exit codes: 0 when all lines are stored; 1 when some are not, or the file or the database cannot be
read; 2 for wrong flags.
`;

export const importRecords: Command = {
  summary: 'import learning records, one line of JSON each',
  help,
  run: async (args, terminal) => {
    const { values, given } = readArguments(args, flags, 'one file, or -');
    const issuers = issuersOf(values.issuer, terminal);
    const bytes = await openInput(given);
    const counts = await withDatabase(values.data, terminal, async (database, url) => {
      await recordCommand(database, 'import-records');
      return importInto(url, issuers, bytes, (line, reason) => {
        terminal.note(`line ${line}: ${reason}\n`);
        return values['stop-at-fault'] !== true;
      });
    });
    const { stored, known, refused } = counts;
    await terminal.write(`${stored} stored, ${known} there already, ${refused} refused.\n`);
    if (refused > 0) throw new CommandProblem('Not all lines are stored.');
  },
};

/** @throws {CommandProblem} before anything is touched */
async function openInput(path: string): Promise<AsyncIterable<Uint8Array>> {
  if (path === '-') return process.stdin;
  try {
    const file = await open(path);
    return file.createReadStream() as AsyncIterable<Uint8Array>;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandProblem(`The file cannot be read: ${reason}.`, { cause: error });
  }
}

async function importInto(
  databaseUrl: string,
  issuers: readonly string[],
  bytes: AsyncIterable<Uint8Array>,
  onFault: (line: number, reason: string) => boolean,
): Promise<ImportCounts> {
  const pool = openPool(databaseUrl);
  const database = databaseOn(pool);
  try {
    const directory = createSubjectDirectory(database, issuers[0]!);
    const records = new Records(
      createWriter(pool),
      createDefinitionStore(database, (error) => {
        throw error;
      }),
      new AgentKeys(directory, issuers),
    );
    return await importLines(bytes, {
      database,
      records,
      authority: {
        objectType: 'Agent',
        account: { homePage: issuers[0]!, name: 'import-records' },
      },
      onFault,
    });
  } catch (error) {
    if (!isStatementCanceled(error)) throw error;
    throw new CommandProblem(
      'The database takes too long. Import the same file again later: it continues where it stopped.',
      { cause: error },
    );
  } finally {
    await database.destroy();
  }
}
