import { sql } from 'kysely';
import { timeText } from '../../storage/time-text.ts';

export interface FoundStatement {
  readonly id: string;
  readonly subject: string;
  /** ISO 8601, to the microsecond. */
  readonly stored: string;
  readonly sequence: string;
  /** The courses that its recorder is bound to; null: to none. */
  readonly saidWithin: readonly string[] | null;
  /** SHA-2 of the contents that came with it; null: none. */
  readonly attached: readonly string[] | null;
  /** JSON without `stored`. */
  readonly json: string;
}

/** Columns of a {@link FoundStatement}, of `lars.statements found`. */
export const foundColumns = sql`found.statement_id as id, found.subject, found.sequence,
  found.said_within as "saidWithin", found.attached, found.statement::text as json,
  ${timeText('found.stored')} as stored`;

/** A statement as JSON, with its time of storing. */
export function jsonOf({ json, stored }: Pick<FoundStatement, 'json' | 'stored'>): string {
  return `${json.slice(0, -1)},"stored":"${stored}"}`;
}
