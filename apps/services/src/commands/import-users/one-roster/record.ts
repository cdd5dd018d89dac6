import type { CsvRow } from '../csv.ts';
import type { RosterErrors } from '../errors.ts';
import { quoted, readChoice, readField } from '../fields.ts';

/** The `status` of a record (section 3: of delta processing; in bulk there is none). */
export type RecordStatus = 'current' | 'inactive' | 'tobedeleted';

export function readStatus(row: CsvRow<'status'>, errors: RosterErrors): RecordStatus {
  const status = readChoice(
    row,
    'status',
    ['', 'active', 'inactive', 'tobedeleted'] as const,
    errors,
  );
  return status === 'inactive' || status === 'tobedeleted' ? status : 'current';
}

/** Reasons not to take over a record; null: none. Losing a person's data is a decision of people. */
export const skippedByStatus: Readonly<Record<RecordStatus, string | null>> = {
  current: null,
  // Of version 1.0, which systems still write.
  inactive: 'status inactive',
  tobedeleted: 'status tobedeleted, which an import does not follow',
};

/** As spreadsheets write them in the languages of the shell, too. */
const yes = ['true', '1', 'yes', 'wahr', 'vrai', 'vero'] as const;
const no = ['false', '0', 'no', 'falsch', 'faux', 'falso'] as const;

/** A boolean; empty is `true`, as for a person of whom nothing else is said. */
export function readBoolean<Column extends string>(
  row: CsvRow<Column>,
  column: Column,
  errors: RosterErrors,
): boolean {
  const value = row.values[column].toLowerCase();
  if (value === '' || yes.some((one) => one === value)) return true;
  if (!no.some((one) => one === value)) {
    errors.add({ ...row, column }, `${quoted(row.values[column])} is not one of true, false`);
  }
  return false;
}

/** True where today is a day between `beginDate` (inclusive) and `endDate` (exclusive). */
export function isCurrent(
  row: CsvRow<'beginDate' | 'endDate'>,
  today: string,
  errors: RosterErrors,
): boolean {
  const begin = readDate(row, 'beginDate', errors);
  const end = readDate(row, 'endDate', errors);
  return (begin === null || begin <= today) && (end === null || today < end);
}

export const datesSkipped = 'today is not between beginDate and endDate';

function readDate<Column extends string>(
  row: CsvRow<Column>,
  column: Column,
  errors: RosterErrors,
): string | null {
  const value = readField(row, column, 'identifier', errors);
  if (value === null) return null;
  // Some systems write a time behind the day.
  const day = /^(\d{4}-\d{2}-\d{2})(?:[T ][\d:.]+(?:Z|[+-][\d:]+)?)?$/i.exec(value)?.[1];
  if (day !== undefined) return day;
  errors.add({ ...row, column }, `${quoted(value)} is not a date such as 2026-08-17`);
  return null;
}
