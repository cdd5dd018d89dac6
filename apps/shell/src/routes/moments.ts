import { locale } from '../texts/texts.ts';

const minuteInMs = 60_000;

/** A moment as a clock shows it: the first full minute from then on. */
export function clockTimeFrom(moment: number): string {
  const minute = Math.ceil(moment / minuteInMs) * minuteInMs;
  return clockTime(minute);
}

/** A moment of today as a clock shows it, such as 14:05 or 2:05 PM. */
export function clockTime(moment: number): string {
  return new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format(moment);
}

/** Day and clock time of a moment, such as '31. Juli 2027 um 14:05'. */
export function dayAndTime(moment: number): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' }).format(moment);
}

/** The last day of what ends at a moment, such as '31. Juli 2027': what ends at midnight lasted the day before. */
export function lastDay(end: number): string {
  return day(end - 1);
}

/** The day of a moment, such as '31. Juli 2027'; without its year where that is this one. */
export function day(moment: number, now?: number): string {
  const isThisYear =
    now !== undefined && new Date(moment).getFullYear() === new Date(now).getFullYear();
  const parts = { day: 'numeric', month: 'long' } as const;
  const format = isThisYear ? parts : ({ ...parts, year: 'numeric' } as const);
  return new Intl.DateTimeFormat(locale, format).format(moment);
}

const units = [
  ['year', 365 * 24 * 60 * minuteInMs],
  ['month', 30 * 24 * 60 * minuteInMs],
  ['week', 7 * 24 * 60 * minuteInMs],
  ['day', 24 * 60 * minuteInMs],
  ['hour', 60 * minuteInMs],
  ['minute', minuteInMs],
] as const;

/** How long ago a moment was, in its largest unit, such as 'vor 3 Tagen'. */
export function timeAgo(moment: number, now: number): string {
  const passed = Math.max(now - moment, 0);
  const [unit, length] = units.find(([, inMs]) => passed >= inMs) ?? ['minute', minuteInMs];
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  return format.format(-Math.floor(passed / length), unit);
}

/** Day and clock time of this place, such as '2027-07-31 14:05': as files and spreadsheets of every language read it. */
export function localTime(at: Date): string {
  const padded = (part: number) => String(part).padStart(2, '0');
  const day = [at.getFullYear(), padded(at.getMonth() + 1), padded(at.getDate())].join('-');
  return `${day} ${padded(at.getHours())}:${padded(at.getMinutes())}`;
}
