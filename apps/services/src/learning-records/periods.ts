import type { Body, Contract } from '@lectern/contracts';
import { sql, type RawBuilder } from 'kysely';

type Statistics = NonNullable<Body<Contract['lars']['dataGet']>['statistics']>;

/** Periods by what one picks: their unit, how ISO 8601 writes them, and how many years they fill. */
const periodsByPicker = {
  WEEKS_OF_YEAR: { unit: 'week', format: 'IYYY-"W"IW', years: 1 },
  MONTHS: { unit: 'month', format: 'YYYY-MM', years: 1 },
  YEARS: { unit: 'year', format: 'YYYY', years: 10 },
} as const satisfies Record<Statistics['datepicker_type'], object>;

/** Time zone and unit of counts. */
interface Periods {
  readonly unit: 'week' | 'month' | 'year';
  /** For `to_char`. */
  readonly format: string;
  readonly firstYear: number;
  /** When the first and the last one begin, as local times. */
  readonly first: RawBuilder<Date>;
  readonly last: RawBuilder<Date>;
  /** Between the beginning of a unit of the calendar and that of a period. */
  readonly shift: RawBuilder<unknown>;
}

/** @param first_month The month that years begin with, 1 to 12. */
export function periodsOf({
  datepicker_type,
  year,
  first_month = 1,
}: Pick<Statistics, 'datepicker_type' | 'year'> & {
  readonly first_month?: number | undefined;
}): Periods {
  const { unit, format, years } = periodsByPicker[datepicker_type];
  const firstYear = year - years + 1;
  const shift = sql`${`${unit === 'year' ? first_month - 1 : 0} months`}::interval`;
  const begin = (of: number) => sql`make_timestamp(${of}, ${first_month}, 1, 0, 0, 0)`;
  const periodAt = (moment: RawBuilder<unknown>) =>
    sql<Date>`(date_trunc(${unit}, ${moment} - ${shift}) + ${shift})`;
  // The 4th of January is in the first ISO week of its year, and the 28th of December in the last; so with other months.
  const first = periodAt(sql`${begin(firstYear)} + interval '3 days'`);
  const last = periodAt(sql`${begin(year)} + interval '1 year' - interval '4 days'`);
  return { unit, format, firstYear, first, last, shift };
}
