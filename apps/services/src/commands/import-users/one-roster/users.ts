import { readCsv, type CsvRow } from '../csv.ts';
import type { RosterErrors } from '../errors.ts';
import { readChoice, readField, requireField } from '../fields.ts';
import { isIdentifier } from '../../../users/user-info.ts';
import type { RosterFiles } from '../files.ts';
import { platformSubject, type ImportSettings } from '../settings.ts';
import { stagedRole, stagedUser, type RosterStage } from '../stage.ts';
import type { Manifest } from './manifest.ts';
import { datesSkipped, isCurrent, isToBeDeleted, statusSkipped } from './record.ts';

/** What the platform has for a role of OneRoster. Nobody administrates it because a roster says so. */
const platformRoles: ReadonlyMap<string, string> = new Map([
  ['student', 'student'],
  ['teacher', 'teacher'],
  ['aide', 'teacher'],
]);

/*
 * Columns that are not read: passwords, telephone numbers, grades, relations and whatever else a school
 * knows of a person and Lectern does not need.
 */
const userColumns = [
  'sourcedId',
  'status',
  'enabledUser',
  'username',
  'givenName',
  'familyName',
  'identifier',
  'email',
] as const;
const preferredNames = ['preferredGivenName', 'preferredFamilyName'] as const;
const separators = [','] as const;

type UserRow = CsvRow<(typeof userColumns)[number] | (typeof preferredNames)[number] | 'role'>;

/** Reads users.csv (1.1: "users.csv"; 1.2: section 3.22), in 1.1 with its column `role`. */
export async function readUsers(
  files: RosterFiles,
  { version }: Manifest,
  settings: ImportSettings,
  stage: RosterStage,
  errors: RosterErrors,
): Promise<void> {
  const file = 'users.csv';
  const shape = {
    required: version === '1.1' ? ([...userColumns, 'role'] as const) : userColumns,
    optional: version === '1.1' ? preferredNames : ([...preferredNames, 'role'] as const),
    otherColumns: 'ignored',
    separators,
  } as const;
  for await (const given of readCsv<keyof UserRow['values']>(
    file,
    files.read(file),
    shape,
    errors,
  )) {
    await stageUser(given, version, settings, stage, errors);
  }
}

async function stageUser(
  row: UserRow,
  version: Manifest['version'],
  settings: ImportSettings,
  stage: RosterStage,
  errors: RosterErrors,
): Promise<void> {
  const { file, line } = row;
  const source_id = requireField(row, 'sourcedId', 'identifier', errors);
  if (source_id === null) return;
  // Of who goes, nothing but the name that others refer to counts.
  if (isToBeDeleted(row, errors)) {
    const sub = readField(row, settings.subjectColumn, 'sub', errors);
    const subject = sub && platformSubject(sub, settings);
    return stage.users.add(stagedUser({ file, line, source_id, subject, skipped: statusSkipped }));
  }
  const isEnabled = readChoice(row, 'enabledUser', ['true', 'false'] as const, errors) !== 'false';
  const sub = requireField(row, settings.subjectColumn, 'sub', errors);
  const user = {
    given_name: readPreferred(row, 'preferredGivenName', 'givenName', errors),
    family_name: readPreferred(row, 'preferredFamilyName', 'familyName', errors),
    email: readField(row, 'email', 'email', errors),
  };
  const role = version === '1.1' ? requireField(row, 'role', 'name', errors) : null;
  if (errors.count > 0 || sub === null) return;
  const subject = platformSubject(sub, settings);
  await stage.users.add(
    stagedUser({
      file,
      line,
      source_id,
      subject,
      ...user,
      identity_provider_identifier: settings.provider,
      external_id: isIdentifier(sub) ? sub : subject,
      skipped: isEnabled ? null : 'enabledUser false',
    }),
  );
  if (role !== null) await stageRole({ file, line }, source_id, role, null, stage);
}

/** Reads roles.csv (section 3.18), which 1.2 has for what 1.1 has in users.csv. */
export async function readRoles(
  files: RosterFiles,
  today: string,
  stage: RosterStage,
  errors: RosterErrors,
): Promise<void> {
  const file = 'roles.csv';
  const shape = {
    required: ['sourcedId', 'status', 'userSourcedId', 'role', 'beginDate', 'endDate'],
    optional: [],
    otherColumns: 'ignored',
    separators,
  } as const;
  for await (const row of readCsv(file, files.read(file), shape, errors)) {
    const user_id = requireField(row, 'userSourcedId', 'identifier', errors);
    const role = requireField(row, 'role', 'name', errors);
    let skipped: string | null = isCurrent(row, today, errors) ? null : datesSkipped;
    if (isToBeDeleted(row, errors)) skipped = statusSkipped;
    if (errors.count > 0 || user_id === null || role === null) continue;
    await stageRole(row, user_id, role, skipped, stage);
  }
}

function stageRole(
  { file, line }: Pick<UserRow, 'file' | 'line'>,
  user_id: string,
  named: string,
  skipped: string | null,
  stage: RosterStage,
): Promise<void> {
  const role = platformRoles.get(named) ?? null;
  const reason = skipped ?? (role === null ? `role ${named}` : null);
  return stage.roles.add(stagedRole({ file, line, user_id, role, skipped: reason }));
}

/** The name that a person prefers to be known by, where the school says it. */
function readPreferred(
  row: UserRow,
  preferred: (typeof preferredNames)[number],
  given: 'givenName' | 'familyName',
  errors: RosterErrors,
): string | null {
  return readField(row, preferred, 'name', errors) ?? readField(row, given, 'name', errors);
}
