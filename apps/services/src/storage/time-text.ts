import { sql, type RawBuilder } from 'kysely';

/**
 * A time as text: ISO 8601, UTC, with microseconds, so that texts have the order of their times. A `Date` of JavaScript
 * ends at milliseconds: of two times within one, the later would count as the earlier.
 */
export function timeText(column: string): RawBuilder<string> {
  return sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
}
