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
}

export function periodsOf({
  datepicker_type,
  year,
}: Pick<Statistics, 'datepicker_type' | 'year'>): Periods {
  const { unit, format, years } = periodsByPicker[datepicker_type];
  const firstYear = year - years + 1;
  // The 4th of January is in the first ISO week of its year, and the 28th of December in the last.
  const first = sql<Date>`date_trunc(${unit}, make_timestamp(${firstYear}, 1, 4, 0, 0, 0))`;
  const last = sql<Date>`date_trunc(${unit}, make_timestamp(${year}, 12, 28, 0, 0, 0))`;
  return { unit, format, firstYear, first, last };
}
