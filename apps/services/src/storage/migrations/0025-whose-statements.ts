import { sql, type Kysely } from 'kysely';

/**
 * A person takes back what it has said itself, and not what a tool or the platform says of it, such as a
 * mark. And what it tells of activities goes with it when it is erased.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
      -- Voids statements, also those that are still to come. One that voids cannot be voided; owner: whose
      -- it must be, and then said by whoever says that it is void; or null.
      create or replace function lars.void_statements(given_id uuid[], given_subject text[]) returns void
      language sql set enable_seqscan = off as $$
        insert into lars.voidings (statement_id, subject)
        select distinct id, coalesce(subject, '') from unnest(given_id, given_subject) given (id, subject)
        on conflict do nothing;

        update lars.statements statement set is_voided = true
        from unnest(given_id, given_subject) given (id, owner)
        join lars.statement_ids known on known.statement_id = given.id
        where (statement.subject, statement.stored, statement.sequence)
            = (known.subject, known.stored, known.sequence)
          and (given.owner is null or given.owner = statement.subject and exists (
            select from lars.statements voiding
            where voiding.refers_to = given.id and voiding.subject = given.owner
              and voiding.verb = lars.term('verb', 'http://adlnet.gov/expapi/verbs/voided')
              and voiding.authority is not distinct from statement.authority
          ))
          and statement.verb <> lars.term('verb', 'http://adlnet.gov/expapi/verbs/voided');
      $$;
    `)
    .execute(database);
  // The person who told it; null: a tool, or somebody before this was kept.
  await sql`alter table lars.activities add column subject text`.execute(database);
  await sql`
    create index activities_subject on lars.activities (subject) where subject is not null
  `.execute(database);
}
