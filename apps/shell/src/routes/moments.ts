/** The language of the page, as every text of the shell has it. */
const language = 'de-CH';
const minuteInMs = 60_000;

/** A moment as a clock shows it: the first full minute from then on. */
export function clockTimeFrom(moment: number): string {
  const minute = Math.ceil(moment / minuteInMs) * minuteInMs;
  return clockTime(minute);
}

/** A moment of today as a clock shows it, such as 14:05. */
export function clockTime(moment: number): string {
  return new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit' }).format(moment);
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
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  return format.format(-Math.floor(passed / length), unit);
}
