import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../../src/index.ts';

/** Members of a subject's statement; all of them have a default. */
interface InsertedStatement {
  readonly subject: string;
  readonly statement_id?: string;
  readonly dto_id?: string;
  /** Terms of its courses. */
  readonly courses?: readonly string[];
  readonly statement?: object;
  /** The statement as it is written. */
  readonly json?: string;
}

/** Statements past all that checks them: for tests that are not about statements. */
export async function insertStatements(
  database: Database,
  statements: readonly InsertedStatement[],
): Promise<void> {
  for (const row of statements) {
    const { subject, statement_id = randomUUID(), dto_id = 'd', statement = {}, courses } = row;
    const { json = JSON.stringify(statement) } = row;
    await sql`
      select * from lars.store_statements(
        '{0}', array[${statement_id}::uuid], array[${subject}], array[null::timestamptz], '{0}', '{0}',
        array[null::uuid], array[null::bigint], array[null], array[${courses ? `{${courses.join()}}` : null}], array[null],
        array[null], array[null::uuid], array[null::uuid], array[null], array[${dto_id}], ${json}
      )
    `.execute(database);
  }
}
