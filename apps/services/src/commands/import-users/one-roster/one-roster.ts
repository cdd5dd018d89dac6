import { readCsv, type CsvRow, type CsvShape } from '../csv.ts';
import type { RosterErrors } from '../errors.ts';
import type { RosterFiles } from '../files.ts';
import type { ImportSettings } from '../settings.ts';
import type { RosterStage } from '../stage.ts';
import { readClasses, readEnrolments } from './classes.ts';
import { readManifest, type Manifest, type OneRosterFile } from './manifest.ts';
import { readRoles, readUsers } from './users.ts';

/** What a file may refer to without holding it, because an earlier one did. */
export interface AllowedReferences {
  readonly users: boolean;
  readonly classes: boolean;
}

/** A OneRoster, by whichever binding: the CSV files of a school, or its provider's answers. */
export interface OneRosterSet {
  /** What there is of it. */
  manifest(errors: RosterErrors): Promise<Manifest>;
  /** Rows of one of the files, under the names of the CSV binding. */
  rows<Column extends string>(
    name: OneRosterFile,
    shape: CsvShape<Column>,
    errors: RosterErrors,
  ): AsyncIterable<CsvRow<Column>>;
  close(): void;
}

/** A folder or a zip with the files of "OneRoster: CSV Tables" (1.1) or "OneRoster: CSV Binding" (1.2). */
export function csvBinding(files: RosterFiles): OneRosterSet {
  return {
    manifest: (errors) => readManifest(files, errors),
    rows(name, shape, errors) {
      const file = `${name}.csv`;
      return readCsv(file, () => files.read(file), shape, errors);
    },
    close: () => files.close(),
  };
}

/**
 * Reads a OneRoster of version 1.1 or 1.2.
 *
 * Lectern keeps persons, classes and who is in which; so of the 22 files it reads users, roles, classes
 * and enrollments, and of schools, terms, courses and results nothing.
 *
 * Both versions know bulk processing (everything) and delta processing (what has changed). A bulk file
 * would mean that whoever it leaves out is to go; here nobody goes who is not named. What a row says in
 * `status` counts in both, as section 3.1 demands.
 */
export async function readOneRoster(
  set: OneRosterSet,
  settings: ImportSettings,
  stage: RosterStage,
  errors: RosterErrors,
): Promise<AllowedReferences> {
  const { version, modes } = await set.manifest(errors);
  const today = new Date().toISOString().slice(0, 'yyyy-mm-dd'.length);
  if (modes.users !== 'absent') await readUsers(set, version, settings, stage, errors);
  if (version === '1.2' && modes.roles !== 'absent') await readRoles(set, today, stage, errors);
  if (modes.classes !== 'absent') await readClasses(set, settings, stage, errors);
  if (modes.enrollments !== 'absent') await readEnrolments(set, today, stage, errors);
  return { users: modes.users !== 'bulk', classes: modes.classes !== 'bulk' };
}
