import { sql, type RawBuilder } from 'kysely';

/** True where a subject has stored something in a course since a time. @param subject Column. */
export function hasWrittenSince(
  subject: RawBuilder<string>,
  time: RawBuilder<Date>,
): RawBuilder<boolean> {
  return sql<boolean>`(
    exists (
      select from clag.local_store_items item
      where item.subject = ${subject} and item.updated_at >= ${time}
    )
    or exists (
      select from clag.content_items item
      where item.subject = ${subject} and item.updated_at >= ${time}
    )
  )`;
}
