import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../../src/index.ts';

/** What a statement of a subject holds; all of it has a default. */
interface InsertedStatement {
  readonly subject: string;
  readonly dto_id?: string;
  readonly statement?: object;
}

/** Statements past all that checks them: for tests that are not about statements. */
export async function insertStatements(
  database: Database,
  statements: readonly InsertedStatement[],
): Promise<void> {
  for (const { subject, dto_id = 'd', statement = {} } of statements) {
    await sql`
      select * from lars.store_statements(
        '{0}', array[${randomUUID()}::uuid], array[${subject}], array[null::timestamptz], '{0}', '{0}',
        array[null::uuid], array[null], array[null::uuid], array[null::uuid], array[null],
        array[${dto_id}], array[${JSON.stringify(statement)}]
      )
    `.execute(database);
  }
}
