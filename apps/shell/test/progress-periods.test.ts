import { expect, test } from 'vitest';
import { periodOf } from '../src/progress/period-name.ts';
import { schoolYearName, schoolYearOf } from '../src/progress/school-year.ts';

/* ISO 8601, section 4: a week begins on Monday and is of the year that has its Thursday. School years begin with August. */
test.each([
  ['2026-11-23T12:00', '2026-W48', '2026-11', '2026'],
  ['2027-01-03T23:59', '2026-W53', '2027-01', '2026'],
  ['2027-01-04T00:00', '2027-W01', '2027-01', '2026'],
  ['2024-12-29T12:00', '2024-W52', '2024-12', '2024'],
  ['2024-12-30T12:00', '2025-W01', '2024-12', '2024'],
  ['2026-03-29T12:00', '2026-W13', '2026-03', '2025'],
  ['2026-03-30T00:00', '2026-W14', '2026-03', '2025'],
  ['2026-10-25T23:00', '2026-W43', '2026-10', '2026'],
])('%s is in the week %s, the month %s and the school year of %s', (moment, week, month, year) => {
  const at = new Date(moment);
  expect(periodOf(at, 'WEEKS_OF_YEAR')).toBe(week);
  expect(periodOf(at, 'MONTHS')).toBe(month);
  expect(periodOf(at, 'YEARS')).toBe(year);
});

test.each([
  ['2026-07-31T23:59', '2025/26'],
  ['2026-08-01T00:00', '2026/27'],
  ['2099-12-31T12:00', '2099/00'],
])('%s is in the school year %s', (moment, name) => {
  expect(schoolYearName(schoolYearOf(new Date(moment)))).toBe(name);
});
