import { sql, type Kysely } from 'kysely';

/** A publisher chooses whether titles are public. What was published before chose nothing: they are not. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table clag.issue_versions
      add column titles text not null default 'licensed' check (titles in ('public', 'licensed'))
  `.execute(database);
}
