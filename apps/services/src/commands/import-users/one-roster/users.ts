import type { CsvRow } from '../csv.ts';
import type { RosterErrors } from '../errors.ts';
import { readField, requireField } from '../fields.ts';
import { isIdentifier } from '../../../users/user-info.ts';
import { platformSubject, type ImportSettings } from '../settings.ts';
import { stagedRole, stagedUser, type RosterStage } from '../stage.ts';
import type { Manifest } from './manifest.ts';
import type { OneRosterSet } from './one-roster-set.ts';
import { datesSkipped, isCurrent, readBoolean, readStatus, skippedByStatus } from './record.ts';

/** The platform's role for one of OneRoster. Nobody administrates it because a roster says so. */
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
  'status',
  'enabledUser',
  'username',
  'givenName',
  'familyName',
  'preferredGivenName',
  'preferredFamilyName',
  'identifier',
  'email',
] as const;

type UserRow = CsvRow<(typeof userColumns)[number] | 'sourcedId' | 'role'>;

/** Reads the users (1.1: "users.csv"; 1.2: section 3.22), in 1.1 with their column `role`. */
export async function readUsers(
  set: OneRosterSet,
  version: Manifest['version'],
  settings: ImportSettings,
  stage: RosterStage,
  errors: RosterErrors,
): Promise<void> {
  const { subjectColumn } = settings;
  const required = new Set<keyof UserRow['values']>(['sourcedId', subjectColumn]);
  if (version === '1.1') required.add('role');
  const shape = {
    required: [...required],
    optional: ([...userColumns, 'role'] as const).filter((column) => !required.has(column)),
    otherColumns: 'ignored',
  } as const;
  for await (const row of set.rows('users', shape, errors)) {
    await stageUser(row, version, settings, stage, errors);
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
  const source_id = requireField(row, 'sourcedId', 'reference', errors);
  if (source_id === null) return;
  const status = readStatus(row, errors);
  // Of who goes, nothing but the name that others refer to counts.
  if (status === 'tobedeleted') {
    const sub = readField(row, settings.subjectColumn, 'sub', errors);
    const subject = sub && platformSubject(sub, settings);
    const skipped = skippedByStatus[status];
    return stage.users.add(stagedUser({ file, line, source_id, subject, skipped }));
  }
  const isEnabled = readBoolean(row, 'enabledUser', errors);
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
      skipped: skippedByStatus[status] ?? (isEnabled ? null : 'enabledUser false'),
    }),
  );
  if (role !== null) await stageRole({ file, line }, source_id, role, null, stage);
}

/** Reads the roles (section 3.18), which 1.2 has for what 1.1 has in the users. */
export async function readRoles(
  set: OneRosterSet,
  today: string,
  stage: RosterStage,
  errors: RosterErrors,
): Promise<void> {
  const shape = {
    required: ['userSourcedId', 'role'],
    optional: ['status', 'beginDate', 'endDate'],
    otherColumns: 'ignored',
  } as const;
  for await (const row of set.rows('roles', shape, errors)) {
    const user_id = requireField(row, 'userSourcedId', 'reference', errors);
    const role = requireField(row, 'role', 'name', errors);
    const isNow = isCurrent(row, today, errors);
    const skipped = skippedByStatus[readStatus(row, errors)] ?? (isNow ? null : datesSkipped);
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
  const role = platformRoles.get(named.toLowerCase()) ?? null;
  const reason = skipped ?? (role === null ? `role ${named}` : null);
  return stage.roles.add(stagedRole({ file, line, user_id, role, skipped: reason }));
}

/** The name that a person prefers to be known by, where the school says it. */
function readPreferred(
  row: UserRow,
  preferred: 'preferredGivenName' | 'preferredFamilyName',
  given: 'givenName' | 'familyName',
  errors: RosterErrors,
): string | null {
  return readField(row, preferred, 'name', errors) ?? readField(row, given, 'name', errors);
}
