import { locale } from '../texts/texts.ts';
import type { Choice } from './choice.ts';
import { schoolYearName, schoolYearOf } from './school-year.ts';

/** A period of ISO 8601 as people say it: the number of a week, the name of a month, a school year by its beginning. */
export function periodName(
  period: string,
  picker: Choice['datepicker_type'],
  length: 'short' | 'long',
): string {
  if (picker === 'YEARS') return schoolYearName(Number(period));
  if (picker === 'WEEKS_OF_YEAR') return String(Number(period.slice(-2)));
  const month = new Date(`${period}-15T00:00:00Z`);
  return new Intl.DateTimeFormat(locale, { month: length, timeZone: 'UTC' }).format(month);
}

/** The period that we are in. */
export function presentPeriod(picker: Choice['datepicker_type']): string {
  return periodOf(new Date(), picker);
}

/** The period that a moment is in here, as ISO 8601 writes it, school years by their beginning: they stand in the order of their texts. */
export function periodOf(moment: Date, picker: Choice['datepicker_type']): string {
  const [year, month, day] = [moment.getFullYear(), moment.getMonth(), moment.getDate()];
  if (picker === 'YEARS') return String(schoolYearOf(moment));
  if (picker === 'MONTHS') return `${year}-${padded(month + 1)}`;
  // A week is of the year that has its Thursday.
  const thursday = new Date(year, month, day + 4 - (moment.getDay() || 7));
  const weekYear = thursday.getFullYear();
  // Rounded: where clocks are put forward a day has 23 hours.
  const days = Math.round((thursday.getTime() - new Date(weekYear, 0, 1).getTime()) / dayInMs);
  return `${weekYear}-W${padded(Math.floor(days / 7) + 1)}`;
}

const dayInMs = 86_400_000;

function padded(number: number): string {
  return String(number).padStart(2, '0');
}
