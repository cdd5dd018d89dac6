/** School years begin with August. */
export const firstMonthOfSchoolYear = 8;

/** The year in which the school year of a moment has begun. */
export function schoolYearOf(moment: Date): number {
  const isBefore = moment.getMonth() + 1 < firstMonthOfSchoolYear;
  return moment.getFullYear() - (isBefore ? 1 : 0);
}

/** 2026/27 */
export function schoolYearName(year: number): string {
  return `${year}/${String((year + 1) % 100).padStart(2, '0')}`;
}
