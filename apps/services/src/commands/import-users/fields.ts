import { identifier, label, reference, text } from '@lectern/contracts/calls/scalars';
import { userAdministrationCalls } from '@lectern/contracts/calls/users/user-administration';
import { usernameRule, usernameText } from '../embedded-accounts.ts';
import type { CsvRow } from './csv.ts';
import type { RosterErrors } from './errors.ts';

const { email, locale } = userAdministrationCalls.userSet.body.shape;

/** Longest list in a field, in characters. */
const listMaximumLength = 64 * 1024;

/** Longest `sub` in characters: providers may exceed the 255 of OpenID Connect Core, section 2. */
const subMaximumLength = 1024;

/** Limits of a field, which are the contract's own, and the reason for a value beyond them. */
const kinds = {
  sub: {
    schema: text(subMaximumLength, ''),
    reason: `a subject has at most ${subMaximumLength} characters`,
  },
  name: { schema: label(255, ''), reason: 'a name has at most 255 characters' },
  username: {
    schema: usernameText,
    reason: `a user name has ${usernameRule}`,
  },
  email: { schema: email, reason: 'not an e-mail address of at most 320 characters' },
  locale: { schema: locale, reason: 'not a language tag such as de or de-CH' },
  list: { schema: label(listMaximumLength, ''), reason: 'too much for one field' },
  identifier: { schema: identifier(''), reason: 'an identifier has at most 255 bytes' },
  // By which the files of one roster refer to each other.
  reference: { schema: reference(''), reason: 'an identifier has at most 255 bytes' },
} as const;

export type FieldKind = keyof typeof kinds;

/** Control characters, a line break among them, belong in none of the fields. */
const controlCharacter = /\p{Cc}/u;

/** Values that spreadsheets put in the place of long numbers (`4.71E+11`), and of formulas that fail (`#NV`, `#REF!`). */
const spreadsheetRemains =
  /^(?:\d(?:[.,]\d+)?E\+\d{2,}|#(?:NV|N\/A|NULL|(?:[A-ZÄÖÜ]+(?:\/0)?[!?])))$/;

/** Longest part of a wrong value that an error repeats, in characters. */
const quotedMaximumLength = 40;

/**
 * The value of a field in the form of its kind: subjects and identifiers of the provider as they come, names in NFC.
 *
 * @returns null when it is empty, or wrong, which is an error.
 */
export function readField<Column extends string>(
  row: CsvRow<Column>,
  column: Column,
  kind: FieldKind,
  errors: RosterErrors,
): string | null {
  const given = row.values[column];
  // Cells of a spreadsheet can hold line breaks and hard spaces, where a name has a space.
  const value = kind === 'name' ? given.replaceAll(/\s+/gu, ' ') : given;
  if (value === '') return null;
  if (controlCharacter.test(value)) {
    errors.add({ ...row, column }, 'holds a line break or another control character');
    return null;
  }
  if (spreadsheetRemains.test(value)) {
    const reason = `${quoted(value)} is what a spreadsheet makes of a long number, or of a formula that fails. Give the column the format text, and enter the value again`;
    errors.add({ ...row, column }, reason);
    return null;
  }
  const { schema, reason } = kinds[kind];
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data ?? null;
  errors.add({ ...row, column }, `${quoted(value)}: ${reason}`);
  return null;
}

/** The same, where an empty field is an error. */
export function requireField<Column extends string>(
  row: CsvRow<Column>,
  column: Column,
  kind: FieldKind,
  errors: RosterErrors,
): string | null {
  if (row.values[column] === '') errors.add({ ...row, column }, 'is empty');
  return readField(row, column, kind, errors);
}

/** The value of a field that must be one of a few, in any letter case; null when it is not, which is an error. */
export function readChoice<Column extends string, Choice extends string>(
  row: CsvRow<Column>,
  column: Column,
  choices: readonly Choice[],
  errors: RosterErrors,
): Choice | null {
  const value = row.values[column];
  const choice = choices.find((choice) => choice.toLowerCase() === value.toLowerCase());
  if (choice !== undefined) return choice;
  errors.add(
    { ...row, column },
    `${quoted(value)} is not one of ${choices.filter(Boolean).join(', ')}`,
  );
  return null;
}

/** A value as an error shows it. */
export function quoted(value: string): string {
  const shown =
    value.length > quotedMaximumLength ? `${value.slice(0, quotedMaximumLength)}…` : value;
  return JSON.stringify(shown);
}
