import type { CsvRow } from '../csv.ts';
import type { RosterErrors } from '../errors.ts';
import { readChoice, readField } from '../fields.ts';

/** Whether a record is to go (section 3: `status` of delta processing; in bulk there is none). */
export function isToBeDeleted(row: CsvRow<'status'>, errors: RosterErrors): boolean {
  return (
    readChoice(row, 'status', ['', 'active', 'tobedeleted'] as const, errors) === 'tobedeleted'
  );
}

/** Why a record that is to go does not go: losing a person's data is a decision of people. */
export const statusSkipped = 'status tobedeleted, which an import does not follow';

/** Whether today is a day between `beginDate` (inclusive) and `endDate` (exclusive). */
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
  if (value === null || /^\d{4}-\d{2}-\d{2}$/.test(value)) return value;
  errors.add({ ...row, column }, `${JSON.stringify(value)} is not a date such as 2026-08-17`);
  return null;
}
