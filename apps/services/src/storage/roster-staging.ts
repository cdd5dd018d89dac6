import { sql } from 'kysely';
import type { Database } from './database.ts';

/*
 * Staging of a roster while it is imported: temporary tables of the import's own connection, so
 * that it is checked and merged in whole sets, and nothing of it stays when the connection ends.
 */

/** Where something stands in a file; what leads to nothing but a warning must be found, too. */
interface Placed {
  readonly file: string;
  /** From 1, the header included. */
  readonly line: number;
}

/** A row that is not taken over says why in `skipped`. */
interface Skippable {
  readonly skipped: string | null;
}

/** A person. `source_id` is what the other tables call them. */
export interface RosterUser extends Placed, Skippable {
  readonly source_id: string;
  /** As the file names it; `subject` becomes what that is linked to. */
  readonly named_subject: string | null;
  readonly subject: string | null;
  readonly given_name: string | null;
  readonly family_name: string | null;
  readonly email: string | null;
  /** For an account of the embedded provider. */
  readonly username: string | null;
  readonly locale: string | null;
  readonly identity_provider_identifier: string | null;
  readonly external_id: string | null;
  /** Not in the file itself, only referred to: must be there already, and is not changed. */
  readonly is_reference: boolean;
  /** Found out later: others are at work on their data. */
  readonly is_busy: boolean;
}

/** A role that the file gives to a person; `role` is null where the platform has none for it. */
export interface RosterRole extends Placed, Skippable {
  readonly user_id: string;
  readonly role: string | null;
}

export interface RosterClass extends Placed, Skippable {
  readonly source_id: string;
  readonly group_id: string;
  readonly name: string | null;
  /** Two schools whose files were joined may call two classes the same. */
  readonly school: string | null;
  readonly is_reference: boolean;
}

export interface RosterEnrolment extends Placed, Skippable {
  readonly user_id: string;
  readonly class_id: string;
  readonly group_role: 'leader' | 'member' | null;
  readonly is_removed: boolean;
}

/** The tables that a file is read into. */
export interface RosterTables {
  readonly roster_users: RosterUser;
  readonly roster_roles: RosterRole;
  readonly roster_classes: RosterClass;
  readonly roster_enrolments: RosterEnrolment;
}

const placed = { file: 'text', line: 'integer' } as const;

const columns: {
  readonly [Table in keyof RosterTables]: Record<keyof RosterTables[Table], string>;
} = {
  roster_users: {
    ...placed,
    source_id: 'text',
    named_subject: 'text',
    subject: 'text',
    given_name: 'text',
    family_name: 'text',
    email: 'text',
    username: 'text',
    locale: 'text',
    identity_provider_identifier: 'text',
    external_id: 'text',
    is_reference: 'boolean',
    is_busy: 'boolean',
    skipped: 'text',
  },
  roster_roles: { ...placed, user_id: 'text', role: 'text', skipped: 'text' },
  roster_classes: {
    ...placed,
    source_id: 'text',
    group_id: 'text',
    name: 'text',
    school: 'text',
    is_reference: 'boolean',
    skipped: 'text',
  },
  roster_enrolments: {
    ...placed,
    user_id: 'text',
    class_id: 'text',
    group_role: 'text',
    is_removed: 'boolean',
    skipped: 'text',
  },
};

const tables = Object.keys(columns) as (keyof RosterTables)[];

/** Makes the tables; they go with the connection. */
export async function createRosterStaging(connection: Database): Promise<void> {
  for (const table of tables) {
    await sql`
      create temporary table ${sql.table(table)} (${definitionsOf(table)})
    `.execute(connection);
  }
}

/** Adds rows to one of the tables. */
export async function stageRoster<Table extends keyof RosterTables>(
  connection: Database,
  table: Table,
  rows: readonly RosterTables[Table][],
): Promise<void> {
  await sql`
    insert into ${sql.table(table)}
    select * from json_to_recordset(${JSON.stringify(rows)}::json) as rows (${definitionsOf(table)})
  `.execute(connection);
}

/** Indexes and statistics, once all is there: temporary tables get none by themselves. */
export async function indexRosterStaging(connection: Database): Promise<void> {
  await sql`create index on roster_users (source_id)`.execute(connection);
  await sql`create index on roster_classes (source_id)`.execute(connection);
  await sql`create index on roster_roles (user_id)`.execute(connection);
  for (const table of tables) await sql`analyze ${sql.table(table)}`.execute(connection);
}

/** Something in a file that cannot be imported. */
export interface RosterFault {
  readonly file: string;
  readonly line: number;
  readonly column: string;
  readonly reason: string;
}

/** How many faults are told; there may be as many as there are lines. */
export const faultsShownMaximum = 20;

/** Faults that a query finds, in the order of their lines, and how many there are in all. */
export interface RosterFaults {
  readonly shown: readonly RosterFault[];
  readonly count: number;
}

/** @param query Gives the columns of {@link RosterFault}. */
export async function findRosterFaults(
  transaction: Database,
  query: ReturnType<typeof sql<RosterFault>>,
): Promise<RosterFaults> {
  const { rows } = await sql<RosterFault & { readonly count: number }>`
    select file, line, "column", reason, count(*) over ()::integer as count
    from (${query}) faults order by file, line limit ${faultsShownMaximum}
  `.execute(transaction);
  return { shown: rows, count: rows[0]?.count ?? 0 };
}

function definitionsOf(table: keyof RosterTables) {
  return sql.join(
    Object.entries(columns[table]).map(([name, type]) => sql`${sql.id(name)} ${sql.raw(type)}`),
  );
}
