import { locale } from '../texts/texts.ts';
import type { Choice } from './choice.ts';

/** A period of ISO 8601 as people say it: the number of a week, the name of a month, a year. */
export function periodName(
  period: string,
  picker: Choice['datepicker_type'],
  length: 'short' | 'long',
): string {
  if (picker === 'YEARS') return period;
  if (picker === 'WEEKS_OF_YEAR') return String(Number(period.slice(-2)));
  const month = new Date(`${period}-15T00:00:00Z`);
  return new Intl.DateTimeFormat(locale, { month: length, timeZone: 'UTC' }).format(month);
}
