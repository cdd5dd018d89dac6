import { sql, type Kysely } from 'kysely';

/**
 * The indexes of changes have the issue as one value. With its three columns they began as the primary keys
 * do, and where PostgreSQL expected few rows in an issue it looked for an item by these indexes: it read
 * all of the issue for each.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql.raw(indexes).execute(database);
}

const indexes = /* sql */ `
  lock table clag.content_items, clag.local_store_items in share mode;
  create index content_items_by_issue_change
    on clag.content_items ((array[subject, course_id, issue_id]), change_index);
  create index local_store_items_by_issue_change
    on clag.local_store_items ((array[subject, course_id, issue_id]), change_index);
  -- Last: from here on nobody can read.
  drop index clag.content_items_by_change;
  drop index clag.local_store_items_by_change;
`;
