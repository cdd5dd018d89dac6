import type { RosterUser } from '../../storage/roster-staging.ts';
import { CommandProblem } from '../problem.ts';
import { readCsv, type CsvRow } from './csv.ts';
import type { OpenFile } from './csv-text.ts';
import type { RosterErrors } from './errors.ts';
import { quoted, readChoice, readField, requireField } from './fields.ts';
import { groupIdsOf, platformSubject, type ImportSettings } from './settings.ts';
import { stagedClass, stagedEnrolment, stagedRole, stagedUser, type RosterStage } from './stage.ts';

const required = ['subject'] as const;
const optional = [
  'given_name',
  'family_name',
  'email',
  'locale',
  'role',
  'identity_provider_identifier',
  'external_id',
  'class',
  'class_role',
] as const;

/** Columns of the plain format, one person a row. */
export const userCsvColumns = [...required, ...optional] as const;

type UserRow = CsvRow<(typeof userCsvColumns)[number] | 'username'>;

/** Between the values of a field that holds several. */
const listSeparator = ';';

/**
 * Reads a CSV with one person a row, or one row for each class of a person.
 *
 * @param hasUsernames It may have a column `username`.
 */
export async function readUserCsv(
  file: string,
  open: OpenFile,
  settings: ImportSettings,
  stage: RosterStage,
  errors: RosterErrors,
  hasUsernames: boolean,
): Promise<void> {
  const shape = {
    required,
    optional: hasUsernames ? [...optional, 'username' as const] : optional,
    otherColumns: 'refused',
  } as const;
  const classes = new Set<string>();

  for await (const row of readCsv(file, open, shape, errors)) {
    const { line } = row;
    const user = readUser(row, settings, errors);
    const roles = readRoles(row, settings, errors);
    const groupRole = readClassRole(row, roles, errors);
    const classNames = readClasses(row, settings, errors);
    // Nothing will be written; reading on only finds further errors.
    if (errors.count > 0 || !user) continue;
    const user_id = user.source_id;
    await stage.users.add(user);
    for (const role of roles) await stage.roles.add(stagedRole({ file, line, user_id, role }));
    for (const name of classNames) {
      if (!classes.has(name)) {
        classes.add(name);
        const group_id = await stage.groupOf(groupIdsOf(name, settings));
        await stage.classes.add(stagedClass({ file, line, source_id: name, group_id, name }));
      }
      await stage.enrolments.add(
        stagedEnrolment({ file, line, user_id, class_id: name, group_role: groupRole }),
      );
    }
  }
}

function readUser(
  row: UserRow,
  settings: ImportSettings,
  errors: RosterErrors,
): RosterUser | undefined {
  const { file, line } = row;
  const sub = requireField(row, 'subject', 'sub', errors);
  const names = {
    given_name: readField(row, 'given_name', 'name', errors),
    family_name: readField(row, 'family_name', 'name', errors),
    email: readField(row, 'email', 'email', errors),
    locale: readField(row, 'locale', 'locale', errors),
  };
  const provider = readField(row, 'identity_provider_identifier', 'identifier', errors);
  const external_id = readField(row, 'external_id', 'identifier', errors);
  if (provider && !row.values.external_id) {
    errors.add(
      { ...row, column: 'external_id' },
      'is empty beside an identity_provider_identifier',
    );
  }
  if (sub === null) return undefined;
  const subject = platformSubject(sub, settings);
  return stagedUser({
    file,
    line,
    source_id: subject,
    subject,
    ...names,
    username: row.values.username ? readField(row, 'username', 'username', errors) : null,
    identity_provider_identifier: external_id && (provider ?? settings.provider),
    external_id,
  });
}

function readRoles(row: UserRow, settings: ImportSettings, errors: RosterErrors): string[] {
  const { allowedRoles } = settings;
  const allowedAs = new Map([...allowedRoles].map((role) => [role.toLowerCase(), role]));
  const roles = listIn(row.values.role).map((role) => allowedAs.get(role.toLowerCase()) ?? role);
  for (const role of roles.filter((role) => !allowedRoles.has(role))) {
    errors.add(
      { ...row, column: 'role' },
      `${quoted(role)} is not given: allowed are ${[...settings.allowedRoles].join(', ')} (see --allow-roles)`,
    );
  }
  return roles;
}

/** A teacher leads, unless the row says otherwise. */
function readClassRole(
  row: UserRow,
  roles: readonly string[],
  errors: RosterErrors,
): 'leader' | 'member' {
  const standard = roles.includes('teacher') ? 'leader' : 'member';
  return readChoice(row, 'class_role', ['', 'leader', 'member'] as const, errors) || standard;
}

/** Names of classes are theirs of one school: without a word whose they are, two schools would share. */
function readClasses(row: UserRow, settings: ImportSettings, errors: RosterErrors): string[] {
  const list = readField(row, 'class', 'list', errors);
  if (list === null) return [];
  if (settings.source === undefined) {
    throw new CommandProblem(
      `${row.file} names classes (line ${row.line}). Say with --source whose they are, such as the ` +
        'number of the school: 5b of one school is not 5b of another. Say the same every time.',
    );
  }
  const names = listIn(list);
  for (const name of names) {
    readField({ ...row, values: { ...row.values, class: name } }, 'class', 'name', errors);
  }
  return names;
}

function listIn(field: string): string[] {
  const values = field.split(listSeparator).map((value) => value.trim());
  return [...new Set(values.filter(Boolean))];
}
