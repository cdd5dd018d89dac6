import { sql } from 'kysely';
import type { Database } from '../storage/database.ts';
import {
  subjectDataOf,
  sumOf,
  type OnPart,
  type RowCounts,
  type SubjectData,
} from '../storage/subject-data.ts';
import { erasedName, erasing, renameAccounts } from './model/rename.ts';
import { accountsOf } from './model/person-accounts.ts';
import { lockProgress } from './progress/catch-up.ts';
import { forgetProgress } from './progress/projection.ts';
import {
  committed,
  lockStatements,
  within,
  type Batches,
  type Recorded,
} from './subject/batches.ts';
import {
  countDefinitions,
  eraseDefinitions,
  exportDefinitions,
  moveDefinitions,
} from './subject/definitions.ts';
import { anyOf, countNaming, findNaming } from './subject/naming.ts';
import { renameInRefused } from './subject/refused.ts';
import {
  eraseStatements,
  moveStatements,
  renameInStatements,
  type Change,
} from './subject/statements.ts';

/** Both are erased and moved a part at a time. */
const recorded = subjectDataOf([
  { table: 'lars.statements', key: ['stored', 'sequence'] },
  // One can have 32 MiB, which are twice as many digits; a document 10 MiB.
  { table: 'lars.attachments', key: ['sha2'], rowsAtOnce: 1 },
]);

const document = ['content', 'content_type', 'etag', 'updated_at'];

/** They have nothing to do with statements, and can be large: they move before other writers wait. */
const documents = subjectDataOf([
  {
    table: 'lars.states',
    key: ['state_key'],
    newerWins: [...document, 'kept_for'],
    rowsAtOnce: 1,
  },
  { table: 'lars.agent_profiles', key: ['profile_key'], newerWins: document, rowsAtOnce: 1 },
]);

const others = subjectDataOf([
  { table: 'lars.refused_statements', key: ['refused_id'] },
  {
    table: 'lars.forwarding_failures',
    key: ['target', 'sequence'],
    incidental: ['failed_at', 'is_waiting'],
  },
  { table: 'lars.cmi5_registrations', key: ['course_key'] },
  { table: 'lars.cmi5_sessions', key: ['session_id'] },
]);

/** Read from the statements: it is exported and erased with them, and read again where they move to. */
const progress = subjectDataOf([
  { table: 'lars.progress_readings', key: ['course_id', 'issue_id'] },
  { table: 'lars.exercise_progress', key: ['course_id', 'issue_id', 'exercise_id'] },
  { table: 'lars.exercise_activity', key: ['course_id', 'issue_id', 'begins', 'exercise_id'] },
]);

/** The learning-records service has statements by the hundred thousand: most is done ahead. */
export interface LearningRecordsSubjectData extends Required<SubjectData> {
  /**
   * In how many statements of others erasing a person changes what it is called.
   *
   * @param person the subject, and those that lead to it
   */
  countNaming(database: Database, person: readonly [string, ...string[]]): Promise<number>;
  /** True where statements of or about a person name it by an account of one of the issuers. */
  isKnownByIssuers(database: Database, person: readonly [string, ...string[]]): Promise<boolean>;
}

/**
 * Erasing, moving and exporting what the learning-records service keeps of a subject.
 *
 * @param issuers home pages of the accounts of users: the platform's own first, then further ones. Without
 *   any, nobody is renamed in statements.
 */
export function learningRecordsSubjectData(issuers: readonly string[]): LearningRecordsSubjectData {
  /** Others' statements about this person stay theirs. */
  const erasure = async (database: Database, subject: string): Promise<Change> => {
    const accounts = await accountsOf(database, issuers, subject);
    return { from: subject, to: erasedName, renaming: erasing((one) => accounts.has(one)) };
  };
  /** The moved account is the person's, who goes by another subject now. */
  const moving = async (database: Database, from: string, to: string): Promise<Change> => {
    const accounts = await accountsOf(database, issuers, from, to);
    const renamed = { homePage: issuers[0], name: to };
    return {
      from,
      to,
      renaming: {
        account: (one) => (accounts.has(one) ? renamed : undefined),
        keepsNames: true,
      },
    };
  };

  const erasePerson = async (transaction: Database, person: readonly string[]) => {
    const changes = [];
    // Before anybody waits: each may be looked for in all statements.
    for (const subject of person) {
      const change = await erasure(transaction, subject);
      await renameInRefused(transaction, change);
      changes.push({ subject, change, naming: await findNaming(transaction, subject) });
    }
    await lockProgress(transaction, person);
    await lockStatements(transaction);
    const batches = within(transaction);
    const counts = [];
    for (const { subject, change, naming } of changes) {
      const erasedProgress = await progress.erase(transaction, subject);
      const gone = rowsOf(await eraseStatements(batches, subject));
      await sql`delete from lars.voidings where subject = ${subject}`.execute(transaction);
      counts.push(gone, await documents.erase(transaction, subject));
      counts.push(await others.erase(transaction, subject), erasedProgress);
      counts.push(await eraseDefinitions(transaction, subject));
      await renameInStatements(batches, change, naming);
    }
    return sumOf(counts);
  };

  return {
    ahead: {
      async erase(database, subject, onPart) {
        const batches = committed(database, inRows(onPart));
        const erased = await eraseStatements(batches, subject);
        await renameInStatements(batches, await erasure(database, subject));
        return rowsOf(erased);
      },
      async move(database, from, to, onPart) {
        const batches = committed(database, inRows(onPart));
        const change = await moving(database, from, to);
        const moved = await moveStatements(batches, change);
        await renameInStatements(batches, change);
        return rowsOf(moved);
      },
    },
    erasePerson,
    erase: (transaction, subject) => erasePerson(transaction, [subject]),
    async move(transaction, from, to) {
      const change = await moving(transaction, from, to);
      await renameInRefused(transaction, change);
      const naming = await findNaming(transaction, from);
      const movedDocuments = await documents.move(transaction, from, to);
      await lockProgress(transaction, [from, to]);
      // Statements that come from another subject may be older than those read.
      await forgetProgress(transaction, [from, to]);
      await lockStatements(transaction);
      const batches = within(transaction);
      const given = await moveStatements(batches, change);
      await renameInStatements(batches, change, naming);
      // Another store may have quoted the statement; asked again, it says it anew.
      await sql`
        update lars.forwarding_failures set answer = '' where subject = ${from}
      `.execute(transaction);
      await sql`
        with gone as (delete from lars.voidings where subject = ${from} returning statement_id)
        insert into lars.voidings (statement_id, subject) select statement_id, ${to}::text from gone
        on conflict do nothing
      `.execute(transaction);
      const { moved, kept } = await others.move(transaction, from, to);
      const definitions = await moveDefinitions(transaction, from, to);
      return {
        moved: { ...rowsOf(given), ...movedDocuments.moved, ...moved, ...definitions },
        kept: { ...movedDocuments.kept, ...kept },
      };
    },
    async countNaming(database, person) {
      const { renaming } = await erasure(database, person[0]);
      return countNaming(database, person, renaming);
    },
    async isKnownByIssuers(database, person) {
      const { renaming } = await erasure(database, person[0]);
      const json = await anyOf(database, person);
      return json === undefined || renameAccounts(json, renaming) !== json;
    },
    export: (transaction, subject) => ({
      ...recorded.export(transaction, subject),
      ...documents.export(transaction, subject),
      ...others.export(transaction, subject),
      ...progress.export(transaction, subject),
      ...exportDefinitions(transaction, subject),
    }),
  };
}

function rowsOf({ statements, attachments }: Recorded): RowCounts {
  return { 'lars.statements': statements, 'lars.attachments': attachments };
}

const inRows = (onPart?: OnPart): Batches['onPart'] =>
  onPart && ((transaction, recorded) => onPart(transaction, rowsOf(recorded)));

/** How much is kept of a subject, by table. */
export async function countLearningRecords(
  database: Database,
  subject: string,
): Promise<RowCounts> {
  return {
    ...(await recorded.count(database, subject)),
    ...(await documents.count(database, subject)),
    ...(await others.count(database, subject)),
    ...(await progress.count(database, subject)),
    ...(await countDefinitions(database, subject)),
  };
}
