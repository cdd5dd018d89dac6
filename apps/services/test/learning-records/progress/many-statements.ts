import { sql } from 'kysely';
import type { Database } from '../../../src/index.ts';
import { verb } from './progress-world.ts';

/** Many answers to one exercise at once. */
export function insertAnswers(database: Database, subject: string, amount: number): Promise<void> {
  return insertStatements(database, subject, amount, {
    verb: verb('answered'),
    object: { id: 'urn:x' },
    result: { completion: true },
    timestamp: '2026-03-01T10:00:00Z',
  });
}

/** The same statement about one exercise many times. */
export async function insertStatements(
  database: Database,
  subject: string,
  amount: number,
  given: object,
): Promise<void> {
  const statement = JSON.stringify(given);
  const each = (value: ReturnType<typeof sql>) =>
    sql`array(select ${value} from generate_series(1, ${amount}::integer))`;
  const none = (type: string) => each(sql`null::${sql.raw(type)}`);
  await sql`
    select * from lars.store_statements(
      ${each(sql`0`)}, ${each(sql`gen_random_uuid()`)}, ${each(sql`${subject}::text`)},
      ${none('timestamptz')}, ${each(sql`0::bigint`)}, ${each(sql`0::bigint`)}, ${none('uuid')},
      ${none('bigint')}, ${none('text')}, ${none('text')}, ${none('text')}, ${none('text')},
      ${none('uuid')}, ${none('uuid')}, ${none('text')}, ${each(sql`'lauf'::text`)}, array_to_string(${each(sql`${statement}::text`)}, chr(10))
    )
  `.execute(database);
}
