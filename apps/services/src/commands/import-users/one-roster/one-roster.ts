import { readCsv } from '../csv.ts';
import type { RosterErrors } from '../errors.ts';
import type { RosterFiles } from '../roster-files.ts';
import type { ImportSettings } from '../settings.ts';
import type { RosterStage } from '../stage.ts';
import { readClasses, readEnrolments } from './classes.ts';
import { readManifest } from './manifest.ts';
import type { AllowedReferences, OneRosterSet } from './one-roster-set.ts';
import { readRoles, readUsers } from './users.ts';

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
