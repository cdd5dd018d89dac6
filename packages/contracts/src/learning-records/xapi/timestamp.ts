import * as z from 'zod/mini';
import { timestamp } from '../../scalars.ts';

/**
 * A point in time as RFC 3339 (xAPI 1.0.3, Data 4.5; IEEE 9274.1.1, 4.2.7). Without an offset it would
 * be a different one for each reader, and the offset -00:00 says that it is unknown (RFC 3339, section 4.3).
 * Small letters and a leap second are of RFC 3339, too, and come out as every reader knows them.
 */
export function xapiTimestamp(description: string) {
  return z.pipe(z.transform(readRfc3339), strictTimestamp(description));
}

/** The same of version 1.0.3, where a time is of ISO 8601 and only should be of RFC 3339. */
export function xapiTimestamp1(description: string) {
  return z.pipe(z.transform(readIso8601), strictTimestamp(description));
}

/** As every reader knows it: content that talks to the services writes it so. */
export function strictTimestamp(description: string) {
  return timestamp(description).check(
    z.refine((value) => !value.endsWith('-00:00'), 'not a time zone: -00:00'),
  );
}

/** As nearly all clients write it: nothing is to be read then. */
const usual = /^\d{4}-\d\d-\d\dT\d\d:\d\d:[0-5]\d(?:\.\d+)?Z$/;

const rfc3339 = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d):(\d\d)(?:\.(\d+))?(Z|[+-]\d\d:\d\d)$/i;

function readRfc3339(value: unknown): unknown {
  if (typeof value !== 'string' || usual.test(value)) return value;
  const [, day, minute, second, fraction, zone] = rfc3339.exec(value) ?? [];
  return day === undefined ? value : written(`${day}T${minute}`, second!, fraction, zone!);
}

/** Forms of ISO 8601 with a day and a minute, in its extended or its basic format. */
const iso8601 =
  /^(\d{4})(-?)(\d\d)\2(\d\d)T(\d\d)(:?)(\d\d)(?:\6(\d\d)(?:[.,](\d+))?)?(?:(Z)|([+-]\d\d)(?::?(\d\d))?)?$/i;

/** A time without a zone is read as UTC. */
function readIso8601(value: unknown): unknown {
  if (typeof value !== 'string' || usual.test(value)) return value;
  const match = iso8601.exec(value);
  if (!match) return value;
  const [, year, , month, day, hour, , minute, second = '00', fraction, , hours, minutes] = match;
  const zone = hours === undefined ? 'Z' : `${hours}:${minutes ?? '00'}`;
  return written(`${year}-${month}-${day}T${hour}:${minute}`, second, fraction, zone);
}

/** A leap second is the first one of the next minute, as the database and the clocks of computers have it. */
function written(minute: string, second: string, fraction: string | undefined, zone: string) {
  const rest = `${fraction === undefined ? '' : `.${fraction}`}${zone.toUpperCase()}`;
  if (second !== '60') return `${minute}:${second}${rest}`;
  const last = Date.parse(`${minute}:59Z`);
  // A day that its month does not have stays as it is, to be refused; `Date` takes it for one of the next month.
  const isThere = !Number.isNaN(last) && new Date(last).toISOString().startsWith(minute);
  return (isThere ? new Date(last + 1000).toISOString().slice(0, 19) : `${minute}:60`) + rest;
}
