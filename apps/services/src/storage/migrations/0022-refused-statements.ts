import { sql, type Kysely } from 'kysely';

/**
 * Statements that are none: whoever recorded them may ask that they be kept aside, with the reason. And who
 * has sent what is attached to statements: there is room for so much of each.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
      create table lars.refused_statements (
        -- Of the actor, where there is one; else of the authority.
        subject text not null,
        refused_id uuid not null default gen_random_uuid(),
        -- Who sent it.
        authority text not null,
        refused_at timestamptz not null default clock_timestamp(),
        fault text not null,
        statement json not null,
        primary key (subject, refused_id)
      );
      create index refused_statements_by_authority
        on lars.refused_statements (authority, refused_at, refused_id);

      -- The API key that sent it; null: the person whose it is.
      alter table lars.attachments add column sent_by text;
      create index attachments_by_sender on lars.attachments (sent_by) where sent_by is not null;
    `)
    .execute(database);
}
