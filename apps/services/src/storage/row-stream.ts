import { sql, type RawBuilder } from 'kysely';
import type { Database } from './database.ts';

/** Rows in pieces: more may be stored than fits into the memory. */
export type RowStream = AsyncIterable<readonly unknown[]>;

/** How many rows a piece has at most where nobody says else: one can have megabytes. */
const rowsByDefault = 20;
const cursor = sql.id('row_stream');

/**
 * Reads a query through a cursor, piece by piece. One at a time in a transaction; it begins when the
 * first piece is asked for, and may be left before its end.
 *
 * @param query Gives a column `row`.
 * @param rowsAtOnce How many rows a piece has at most.
 */
export async function* streamRows(
  transaction: Database,
  query: RawBuilder<{ row: unknown }>,
  rowsAtOnce = rowsByDefault,
): AsyncGenerator<readonly unknown[]> {
  await sql`declare ${cursor} no scroll cursor for ${query}`.execute(transaction);
  let hasFailed = false;
  try {
    for (;;) {
      hasFailed = true;
      const { rows } = await sql<{ row: unknown }>`
        fetch ${sql.lit(rowsAtOnce)} from ${cursor}
      `.execute(transaction);
      hasFailed = false;
      if (rows.length > 0) yield rows.map(({ row }) => row);
      if (rows.length < rowsAtOnce) break;
    }
  } finally {
    // Also where the reader leaves. A failed query has ended the transaction, and the cursor with it.
    if (!hasFailed) await sql`close ${cursor}`.execute(transaction);
  }
}
