import { subjectOfPrimaryIssuer } from '../authorization/primary-subjects.ts';
import type { Database } from '../storage/database.ts';
import { linkedTo } from '../authorization/person-names.ts';
import { lockSubjectLinks, unlink } from '../users/subject-links.ts';
import { isBusy } from '../users/subject-job-state.ts';
import { readArguments, type Command } from './command.ts';
import { databaseFlags, databaseHelp, withDatabase } from './connection.ts';
import { recordCommand } from './operator.ts';
import { CommandProblem } from './problem.ts';

const help = `Undoes the link of a subject: it is a user of its own again.

  npx lectern unlink-user [flags] <subject>

${databaseHelp()}
The subject is the one that leads to another. The change takes effect within a minute. What the subject
had before the link it finds again, unless a link with migrate has moved it (14 days after the link); that
stays with the user that it led to, and so does what was written since. Subjects that led to this one
before lead to it again; others stay linked. The change is written to the audit log.

Exit codes: 0, also when the subject leads to no other; 1 while data of one of the two is being moved or
erased; 2 for wrong flags.
`;

export const unlinkUser: Command = {
  summary: 'undo the link of a subject',
  help,
  run: async (args, terminal) => {
    const { values, given } = readArguments(args, databaseFlags, 'one subject');
    const target = await withDatabase(values.data, terminal, (database) =>
      unlinkSubject(database, subjectOfPrimaryIssuer(given)),
    );
    await terminal.write(
      target === undefined
        ? `${given} leads to no other subject. Nothing had to change.\n`
        : `${given} no longer leads to ${target}.\n`,
    );
  },
};

/**
 * @returns where the subject led to; `undefined` when it was not linked.
 * @throws {CommandProblem} while a job works on one of the two.
 */
function unlinkSubject(database: Database, subject: string): Promise<string | undefined> {
  return database.transaction().execute(async (transaction) => {
    await lockSubjectLinks(transaction, 'exclusive');
    const target = await linkedTo(transaction, subject);
    if (target === subject) return undefined;
    if ((await isBusy(transaction, subject)) || (await isBusy(transaction, target))) {
      throw new CommandProblem(
        `Data of ${subject} or ${target} is being moved or erased. Try again in some minutes.`,
      );
    }
    await unlink(transaction, subject);
    await recordCommand(transaction, 'unlink-user', { to_subject: target }, { subject });
    return target;
  });
}
