import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { recordAudit } from '../authorization/audit-log.ts';
import { subjectDataByService } from '../handlers.ts';
import type { Database } from '../storage/database.ts';
import type { RowsByTable } from '../storage/subject-data.ts';
import { readArguments, type Command } from './command.ts';
import { databaseFlags, databaseHelp, withDatabase } from './connection.ts';
import { CommandProblem } from './problem.ts';

const flags = { ...databaseFlags, output: { type: 'string' } } as const;

const help = `Exports all that the services keep of a user, as JSON: for a person who asks what is stored.

  npx lectern export-user [flags] <subject>

  --output FILE   where to write it, readable by its owner only (standard output). Must not exist yet
${databaseHelp}
A subject that was linked to another one is exported with it. The export is written to the audit log.

Exit codes: 0; 1 when nothing is kept of the subject, or the file cannot be written; 2 for wrong flags.
`;

/** Personal data: for the eyes of whoever exports it. */
const outputMode = 0o600;

/** `lectern export-user` */
export const exportUser: Command = {
  summary: 'export all that is kept of a user, as JSON',
  help,
  run: async (args, terminal) => {
    const { values, given } = readArguments(args, flags, 'one subject');
    const exported = await withDatabase(values.data, terminal, (database) =>
      exportSubject(database, given),
    );
    if (values.output === undefined) {
      for (const piece of jsonOf(exported)) await terminal.write(piece);
      return;
    }
    try {
      await writeFile(values.output, jsonOf(exported), { mode: outputMode, flag: 'wx' });
    } catch (error) {
      if (!(error instanceof Error && 'syscall' in error)) throw error;
      throw new CommandProblem(`The export cannot be written: ${error.message}.`);
    }
  },
};

/** What each service keeps, by subject, service and table. */
interface Exported {
  /** As the platform calls the person now. */
  readonly subject: string;
  readonly exported_at: string;
  /** The subject, and those that were linked to it. */
  readonly data: Readonly<Record<string, Readonly<Record<string, RowsByTable>>>>;
}

/**
 * Asks every service what it keeps, at one point in time, and records that somebody did.
 *
 * @throws {CommandProblem} when none keeps anything.
 */
function exportSubject(database: Database, named: string): Promise<Exported> {
  return database
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (transaction) => {
      const subject = await linkedTo(transaction, named);
      const data: Record<string, Record<string, RowsByTable>> = {};
      for (const one of [subject, ...(await linksOf(transaction, subject))]) {
        const services: Record<string, RowsByTable> = (data[one] = {});
        for (const [service, { export: exportData }] of Object.entries(subjectDataByService)) {
          services[service] = await exportData(transaction, one);
        }
      }
      if (!holdsAnything(data)) {
        throw new CommandProblem(`No service keeps anything of the subject ${named}.`);
      }
      await recordAudit(transaction, {
        kind: 'acting-for',
        call: 'command:export-user',
        subject,
        correlationId: randomUUID(),
        change: { operator: userInfo().username },
      });
      return { subject, exported_at: new Date().toISOString(), data };
    });
}

async function linkedTo(database: Database, subject: string): Promise<string> {
  const link = await database
    .selectFrom('aua.subject_links')
    .select('to_subject')
    .where('from_subject', '=', subject)
    .executeTakeFirst();
  return link?.to_subject ?? subject;
}

async function linksOf(database: Database, subject: string): Promise<string[]> {
  const links = await database
    .selectFrom('aua.subject_links')
    .select('from_subject')
    .where('to_subject', '=', subject)
    .orderBy('from_subject')
    .execute();
  return links.map(({ from_subject }) => from_subject);
}

function holdsAnything(data: Exported['data']): boolean {
  return Object.values(data)
    .flatMap((services) => Object.values(services))
    .some((tables) => Object.values(tables).some((rows) => rows.length > 0));
}

/** JSON in pieces: years of learning records are more than one text can hold. */
function* jsonOf({ data, ...head }: Exported): Generator<string> {
  yield `${JSON.stringify(head).slice(0, -1)},"data":`;
  yield* jsonObject(data, (services) =>
    jsonObject(services, (tables) => jsonObject(tables, jsonArray)),
  );
  yield '}\n';
}

function* jsonObject<Value>(
  values: Readonly<Record<string, Value>>,
  jsonOfValue: (value: Value) => Generator<string>,
): Generator<string> {
  let separator = '{\n';
  for (const [name, value] of Object.entries(values)) {
    yield `${separator}${JSON.stringify(name)}:`;
    yield* jsonOfValue(value);
    separator = ',\n';
  }
  yield separator === '{\n' ? '{}' : '}';
}

function* jsonArray(rows: readonly unknown[]): Generator<string> {
  let separator = '[';
  for (const row of rows) {
    yield `${separator}\n${JSON.stringify(row)}`;
    separator = ',';
  }
  yield separator === '[' ? '[]' : ']';
}
