import { sql, type RawBuilder } from 'kysely';
import type { Database } from './database.ts';
import { HeldAnswer, HeldStatement } from './held-statements.ts';

/**
 * Holds a statement back until the next one of its transaction, or its end, and sends both together: each way to the
 * database costs more than most statements do. Where the statement fails, the other one does.
 *
 * @returns what gives its rows, which goes to the database itself where nothing else went there
 */
export async function sendLater<Row>(
  transaction: Database,
  statement: RawBuilder<Row>,
): Promise<{ readonly rows: () => Promise<readonly Row[]> }> {
  if (!transaction.isTransaction) throw new Error('Only a transaction holds statements back.');
  const compiled = statement.compile(transaction);
  const text = new HeldStatement(compiled.sql) as unknown as string;
  const { rows } = await transaction.executeQuery<Row | HeldAnswer>({ ...compiled, sql: text });
  const [answer] = rows;
  return {
    async rows() {
      // A client that is none of the services' own has run it at once.
      if (!(answer instanceof HeldAnswer)) return rows as Row[];
      if (answer.isHeld()) await sql`select`.execute(transaction);
      return (await answer.result).rows as Row[];
    },
  };
}
