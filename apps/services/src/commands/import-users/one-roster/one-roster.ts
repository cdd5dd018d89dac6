import type { RosterErrors } from '../errors.ts';
import type { RosterFiles } from '../files.ts';
import type { ImportSettings } from '../settings.ts';
import type { RosterStage } from '../stage.ts';
import { readClasses, readEnrolments } from './classes.ts';
import { readManifest } from './manifest.ts';
import { readRoles, readUsers } from './users.ts';

/** What a file may refer to without holding it, because an earlier one did. */
export interface AllowedReferences {
  readonly users: boolean;
  readonly classes: boolean;
}

/**
 * Reads a OneRoster of version 1.1 ("OneRoster: CSV Tables") or 1.2 ("OneRoster: CSV Binding"), a
 * folder or a zip with manifest.csv and the files that it names.
 *
 * Lectern keeps persons, classes and who is in which; so of the 22 files it reads users, roles, classes
 * and enrollments, and of schools, terms, courses and results nothing.
 *
 * Both versions know bulk processing (everything) and delta processing (what has changed). A bulk file
 * would mean that whoever it leaves out is to go; here nobody goes who is not named. What a row says in
 * `status` counts in both, as section 3.1 demands.
 */
export async function readOneRoster(
  files: RosterFiles,
  settings: ImportSettings,
  stage: RosterStage,
  errors: RosterErrors,
): Promise<AllowedReferences> {
  const manifest = await readManifest(files, errors);
  const { version, modes } = manifest;
  const today = new Date().toISOString().slice(0, 'yyyy-mm-dd'.length);
  if (modes.users !== 'absent') await readUsers(files, manifest, settings, stage, errors);
  if (version === '1.2' && modes.roles !== 'absent') await readRoles(files, today, stage, errors);
  if (modes.classes !== 'absent') await readClasses(files, settings, stage, errors);
  if (modes.enrollments !== 'absent') await readEnrolments(files, today, stage, errors);
  return { users: modes.users !== 'bulk', classes: modes.classes !== 'bulk' };
}
