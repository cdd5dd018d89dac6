/* A school year is named by the calendar year in which it begins: on 1 August, UTC. */

const august = 7;

export function schoolYearOf(moment: Date): number {
  return moment.getUTCFullYear() - (moment.getUTCMonth() < august ? 1 : 0);
}

export function beginOfSchoolYear(year: number): Date {
  const begin = new Date(0);
  // `Date.UTC` takes a year below 100 for one of the 20th century.
  begin.setUTCFullYear(year, august, 1);
  return begin;
}

/** Such as 2025/26. */
export function schoolYearName(year: number): string {
  return `${year}/${String((year + 1) % 100).padStart(2, '0')}`;
}
