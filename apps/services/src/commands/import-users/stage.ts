import { existingGroups } from '../../groups/roster.ts';
import type { Database } from '../../storage/database.ts';
import {
  stageRoster,
  type RosterClass,
  type RosterEnrolment,
  type RosterRole,
  type RosterTables,
  type RosterUser,
} from '../../storage/roster-staging.ts';

/** Rows that go to the database at once: enough that the way there does not count. */
const batchSize = 2_000;

/** Where the readers of all formats put what they read. */
export class RosterStage {
  readonly users: Batch<'roster_users'>;
  readonly roles: Batch<'roster_roles'>;
  readonly classes: Batch<'roster_classes'>;
  readonly enrolments: Batch<'roster_enrolments'>;

  readonly #connection: Database;

  constructor(connection: Database) {
    this.#connection = connection;
    this.users = new Batch(connection, 'roster_users');
    this.roles = new Batch(connection, 'roster_roles');
    this.classes = new Batch(connection, 'roster_classes');
    this.enrolments = new Batch(connection, 'roster_enrolments');
  }

  /** The first of a class's possible groups that is there, or else the first. */
  async groupOf(ids: readonly string[]): Promise<string> {
    const [first = ''] = ids;
    if (ids.length === 1) return first;
    const there = await existingGroups(this.#connection, ids);
    return ids.find((id) => there.has(id)) ?? first;
  }

  /** Sends what is still waiting for a batch to be full. */
  async flush(): Promise<void> {
    for (const batch of [this.users, this.roles, this.classes, this.enrolments]) {
      await batch.flush();
    }
  }
}

class Batch<Table extends keyof RosterTables> {
  readonly #connection: Database;
  readonly #table: Table;
  #rows: RosterTables[Table][] = [];

  constructor(connection: Database, table: Table) {
    this.#connection = connection;
    this.#table = table;
  }

  async add(row: RosterTables[Table]): Promise<void> {
    this.#rows.push(row);
    if (this.#rows.length === batchSize) await this.flush();
  }

  async flush(): Promise<void> {
    const rows = this.#rows;
    this.#rows = [];
    if (rows.length > 0) await stageRoster(this.#connection, this.#table, rows);
  }
}

type Row<Whole, Needed extends keyof Whole> = Pick<Whole, Needed | ('file' & keyof Whole)> & {
  readonly line: number;
} & Partial<Whole>;

/** Rows with what most of them leave out. */
export const stagedUser = (row: Row<RosterUser, 'source_id' | 'subject'>): RosterUser => ({
  named_subject: row.subject,
  given_name: null,
  family_name: null,
  email: null,
  username: null,
  locale: null,
  identity_provider_identifier: null,
  external_id: null,
  is_reference: false,
  is_busy: false,
  skipped: null,
  ...row,
});

export const stagedRole = (row: Row<RosterRole, 'user_id' | 'role'>): RosterRole => ({
  skipped: null,
  ...row,
});

export const stagedClass = (row: Row<RosterClass, 'source_id' | 'group_id'>): RosterClass => ({
  name: null,
  school: null,
  is_reference: false,
  skipped: null,
  ...row,
});

export const stagedEnrolment = (
  row: Row<RosterEnrolment, 'user_id' | 'class_id' | 'group_role'>,
): RosterEnrolment => ({ is_removed: false, skipped: null, ...row });
