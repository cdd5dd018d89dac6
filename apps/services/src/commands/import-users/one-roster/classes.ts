import { readCsv } from '../csv.ts';
import type { RosterErrors } from '../errors.ts';
import { requireField } from '../fields.ts';
import type { RosterFiles } from '../files.ts';
import { groupIdOf, type ImportSettings } from '../settings.ts';
import { stagedClass, stagedEnrolment, type RosterStage } from '../stage.ts';
import { datesSkipped, isCurrent, isToBeDeleted, statusSkipped } from './record.ts';

const separators = [','] as const;

/** What a part in a class makes of a person in its group. */
const groupRoles: ReadonlyMap<string, 'leader' | 'member'> = new Map([
  ['student', 'member'],
  ['teacher', 'leader'],
  ['aide', 'leader'],
]);

/** Reads classes.csv (1.2: section 3.4; the same columns in 1.1). */
export async function readClasses(
  files: RosterFiles,
  settings: ImportSettings,
  stage: RosterStage,
  errors: RosterErrors,
): Promise<void> {
  const file = 'classes.csv';
  const shape = {
    required: ['sourcedId', 'status', 'title'],
    optional: [],
    otherColumns: 'ignored',
    separators,
  } as const;
  for await (const row of readCsv(file, files.read(file), shape, errors)) {
    const { line } = row;
    const source_id = requireField(row, 'sourcedId', 'identifier', errors);
    const skipped = isToBeDeleted(row, errors) ? statusSkipped : null;
    const name = skipped ? null : requireField(row, 'title', 'name', errors);
    if (errors.count > 0 || source_id === null) continue;
    const group_id = groupIdOf(source_id, settings);
    await stage.classes.add(stagedClass({ file, line, source_id, group_id, name, skipped }));
  }
}

/** Reads enrollments.csv (1.2: section 3.9; the same columns in 1.1). */
export async function readEnrolments(
  files: RosterFiles,
  today: string,
  stage: RosterStage,
  errors: RosterErrors,
): Promise<void> {
  const file = 'enrollments.csv';
  const shape = {
    required: [
      'sourcedId',
      'status',
      'classSourcedId',
      'userSourcedId',
      'role',
      'beginDate',
      'endDate',
    ],
    optional: [],
    otherColumns: 'ignored',
    separators,
  } as const;
  for await (const row of readCsv(file, files.read(file), shape, errors)) {
    const { line } = row;
    const class_id = requireField(row, 'classSourcedId', 'identifier', errors);
    const user_id = requireField(row, 'userSourcedId', 'identifier', errors);
    const named = requireField(row, 'role', 'name', errors);
    const is_removed = isToBeDeleted(row, errors);
    const isNow = isCurrent(row, today, errors);
    if (errors.count > 0 || class_id === null || user_id === null || named === null) continue;
    const group_role = groupRoles.get(named) ?? null;
    const skipped = reasonToSkip(named, group_role !== null, isNow || is_removed);
    await stage.enrolments.add(
      stagedEnrolment({ file, line, class_id, user_id, group_role, is_removed, skipped }),
    );
  }
}

function reasonToSkip(role: string, isKnown: boolean, isNow: boolean): string | null {
  if (!isKnown) return `role ${role}`;
  return isNow ? null : datesSkipped;
}
