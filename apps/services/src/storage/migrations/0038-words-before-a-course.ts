import { sql, type Kysely } from 'kysely';

/** What a publisher has said of an activity that was of no course is told apart: it counts as long as it is of none. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table lars.activities add column said_of_none boolean not null default false
  `.execute(database);
}
