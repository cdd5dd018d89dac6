import type { RosterErrors } from '../errors.ts';
import { requireField } from '../fields.ts';
import { groupIdsOf, type ImportSettings } from '../settings.ts';
import { stagedClass, stagedEnrolment, type RosterStage } from '../stage.ts';
import type { OneRosterSet } from './one-roster-set.ts';
import { datesSkipped, isCurrent, readStatus, skippedByStatus } from './record.ts';

/** The role in a group that a part in a class becomes. */
const groupRoles: ReadonlyMap<string, 'leader' | 'member'> = new Map([
  ['student', 'member'],
  ['teacher', 'leader'],
  ['aide', 'leader'],
]);

/** Reads the classes (1.2: section 3.4; the same columns in 1.1). */
export async function readClasses(
  set: OneRosterSet,
  settings: ImportSettings,
  stage: RosterStage,
  errors: RosterErrors,
): Promise<void> {
  const shape = {
    required: ['sourcedId', 'title'],
    optional: ['status', 'schoolSourcedId'],
    otherColumns: 'ignored',
  } as const;
  for await (const row of set.rows('classes', shape, errors)) {
    const { file, line } = row;
    const source_id = requireField(row, 'sourcedId', 'reference', errors);
    const skipped = skippedByStatus[readStatus(row, errors)];
    const name = skipped ? null : requireField(row, 'title', 'name', errors);
    if (errors.count > 0 || source_id === null) continue;
    const group_id = await stage.groupOf(groupIdsOf(source_id, settings));
    // Compared alone; as JSON it holds nothing that the database refuses.
    const school = JSON.stringify(row.values.schoolSourcedId);
    await stage.classes.add(
      stagedClass({ file, line, source_id, group_id, name, school, skipped }),
    );
  }
}

/** Reads the enrolments (1.2: section 3.9; the same columns in 1.1). */
export async function readEnrolments(
  set: OneRosterSet,
  today: string,
  stage: RosterStage,
  errors: RosterErrors,
): Promise<void> {
  const shape = {
    required: ['classSourcedId', 'userSourcedId', 'role'],
    optional: ['status', 'beginDate', 'endDate'],
    otherColumns: 'ignored',
  } as const;
  for await (const row of set.rows('enrollments', shape, errors)) {
    const { file, line } = row;
    const class_id = requireField(row, 'classSourcedId', 'reference', errors);
    const user_id = requireField(row, 'userSourcedId', 'reference', errors);
    const named = requireField(row, 'role', 'name', errors);
    const status = readStatus(row, errors);
    const isNow = isCurrent(row, today, errors);
    if (errors.count > 0 || class_id === null || user_id === null || named === null) continue;
    const is_removed = status === 'tobedeleted';
    const group_role = groupRoles.get(named.toLowerCase()) ?? null;
    let skipped = group_role === null ? `role ${named}` : null;
    if (!is_removed) skipped ??= skippedByStatus[status] ?? (isNow ? null : datesSkipped);
    await stage.enrolments.add(
      stagedEnrolment({ file, line, class_id, user_id, group_role, is_removed, skipped }),
    );
  }
}
