import { measuredSizeMaximum } from './message-size.ts';

const number = (digits: number) =>
  new Intl.NumberFormat('de-CH', { maximumFractionDigits: digits, useGrouping: true });
const [integer, oneDigit] = [number(0), number(1)];
const clock = new Intl.DateTimeFormat('de-CH', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
});

/** Such as '0.4 ms', '86 ms', '2.4 s', never broken into two lines. */
export function formatDuration(inMs: number): string {
  if (inMs < 0.1) return '<\u00A00.1\u00A0ms';
  if (inMs < 10) return `${oneDigit.format(inMs)}\u00A0ms`;
  return inMs < 1000 ? `${integer.format(inMs)}\u00A0ms` : `${oneDigit.format(inMs / 1000)}\u00A0s`;
}

/** Characters as the bytes that plain ones take: '84 B', '2.1 kB', '> 4 MB'. */
export function formatSize(characters: number): string {
  if (characters > measuredSizeMaximum) return '> 4 MB';
  if (characters < 1000) return `${characters} B`;
  return characters < 1_000_000
    ? `${oneDigit.format(characters / 1000)} kB`
    : `${oneDigit.format(characters / 1_000_000)} MB`;
}

/** Such as '21:18:43.120'. */
export function formatTime(time: number): string {
  return clock.format(time).replace(',', '.');
}
