import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';

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

/**
 * The school year of the database's clock, or of the last statement where that is earlier: neither a clock that is wrong
 * nor a restored old database makes everything due.
 */
export async function runningSchoolYear(database: Database): Promise<number> {
  const { rows } = await sql<{ now: Date; last: Date | null }>`
    select clock_timestamp() as now, max(stored) as last from lars.statements
  `.execute(database);
  const { now, last } = rows[0]!;
  return schoolYearOf(last && last < now ? last : now);
}
