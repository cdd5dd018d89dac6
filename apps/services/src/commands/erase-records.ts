import {
  countLearningRecords,
  learningRecordsSubjectData,
  type LearningRecordsSubjectData,
} from '../learning-records/subject-data.ts';
import type { Database } from '../storage/database.ts';
import { sumOf, type RowCounts } from '../storage/subject-data.ts';
import { linkedTo, namesOf } from '../authorization/person-names.ts';
import { readArguments, type Command } from './command.ts';
import { databaseFlags, databaseHelp, withDatabase } from './connection.ts';
import { issuerFlags, issuerHelp, issuersOf } from './issuers.ts';
import { recordCommand } from './operator.ts';
import { CommandProblem } from './problem.ts';

const flags = { ...databaseFlags, ...issuerFlags, 'dry-run': { type: 'boolean' } } as const;

const help = `Erases the learning records of a user.

  npx lectern erase-records [flags] <subject>

  --dry-run         says what would go and how many statements of others would change, and changes nothing
${issuerHelp}${databaseHelp(18)}
Statements, attachments, states and profiles go, also those of subjects that lead to this one. Statements
of others that name the user stay; in them the user is called "erased". What other stores have been sent
stays there. Everything else that is kept of the user stays, too: aua/user/delete erases all of it. The
erasure is written to the audit log, where the subject stays.

Prints how many rows of each table go. If the user still uses the platform, what is recorded afterwards
is kept. Statements go some hundred at a time, so that nobody waits long: after an interruption, run the
command again.

Exit codes: 0, also when nothing is kept of the subject; 1 for a database that does not answer, or an issuer
that is not the user's; 2 for wrong flags.
`;

export const eraseRecords: Command = {
  summary: 'erase the learning records of a user',
  help,
  run: async (args, terminal) => {
    const { values, given } = readArguments(args, flags, 'one subject');
    const isDry = values['dry-run'] ?? false;
    const issuers = issuersOf(values.issuer, terminal);
    const data = learningRecordsSubjectData(issuers);
    const { counts, end } = await withDatabase(values.data, terminal, async (database) => {
      // Others' statements about the user would keep its name.
      if (!(await data.isKnownByIssuers(database, await personOf(database, given)))) {
        throw new CommandProblem(
          `Statements name ${given} by another issuer than ${issuers.join(', ')}. Nothing was changed.`,
        );
      }
      return isDry
        ? count(database, data, given)
        : { counts: await erase(database, data, given), end: 'Erased.' };
    });
    const lines = Object.entries(counts).map(([table, count]) => `${table}  ${count}\n`);
    await terminal.write(`${lines.join('')}${end}\n`);
  },
};

/** The user, and the subjects linked to it. */
async function personOf(database: Database, named: string): Promise<[string, ...string[]]> {
  const subject = await linkedTo(database, named);
  return namesOf(database, subject);
}

async function count(database: Database, data: LearningRecordsSubjectData, named: string) {
  const person = await personOf(database, named);
  const counts = [];
  for (const one of person) counts.push(await countLearningRecords(database, one));
  const others = await data.countNaming(database, person);
  return {
    counts: sumOf(counts),
    end: `Statements of others that would say "erased": ${others}. Nothing was changed: this was a dry run.`,
  };
}

async function erase(
  database: Database,
  data: LearningRecordsSubjectData,
  named: string,
): Promise<RowCounts> {
  const counts: RowCounts[] = [];
  for (const one of await personOf(database, named)) {
    counts.push(await data.ahead.erase(database, one));
  }
  return database.transaction().execute(async (transaction) => {
    const person = await personOf(transaction, named);
    counts.push(await data.erasePerson(transaction, person));
    const erased = sumOf(counts);
    await recordCommand(transaction, 'erase-records', { erased }, { subject: person[0] });
    return erased;
  });
}
