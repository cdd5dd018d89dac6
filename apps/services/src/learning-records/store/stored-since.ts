import { sql, type RawBuilder } from 'kysely';

/** True where a statement of a subject was stored since a time. @param subject Column. */
export function hasStatementsSince(
  subject: RawBuilder<string>,
  time: RawBuilder<Date>,
): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from lars.statements statement
    where statement.subject = ${subject} and statement.stored >= ${time}
  )`;
}
