import { sql, type RawBuilder } from 'kysely';

/**
 * Conditions of which one is true where a subject has stored something in a course since a time. Each is an `exists`
 * of its own, which the planner joins.
 *
 * @param subject Column.
 */
export function hasWrittenSince(
  subject: RawBuilder<string>,
  time: RawBuilder<Date>,
): readonly RawBuilder<boolean>[] {
  return [
    sql<boolean>`exists (
      select from clag.local_store_items item
      where item.subject = ${subject} and item.updated_at >= ${time}
    )`,
    sql<boolean>`exists (
      select from clag.content_items item
      where item.subject = ${subject} and item.updated_at >= ${time}
    )`,
  ];
}
