import { sql, type RawBuilder } from 'kysely';
import type { Database } from './database.ts';

/** Rows in pieces: more may be stored than fits into the memory. */
export type RowStream = AsyncIterable<readonly unknown[]>;

/** How many rows a piece has at most. */
const rowsAtOnce = 1_000;
const cursor = sql.id('row_stream');

/**
 * Reads a query through a cursor, piece by piece. One at a time in a transaction; it begins when the
 * first piece is asked for, and may be left before its end.
 *
 * @param query Gives a column `row`.
 */
export async function* streamRows(
  transaction: Database,
  query: RawBuilder<{ row: unknown }>,
): AsyncGenerator<readonly unknown[]> {
  await sql`declare ${cursor} no scroll cursor for ${query}`.execute(transaction);
  for (;;) {
    const { rows } = await sql<{ row: unknown }>`
      fetch ${sql.lit(rowsAtOnce)} from ${cursor}
    `.execute(transaction);
    if (rows.length > 0) yield rows.map(({ row }) => row);
    if (rows.length < rowsAtOnce) break;
  }
  await sql`close ${cursor}`.execute(transaction);
}
