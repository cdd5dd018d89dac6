import { sql, type Kysely } from 'kysely';

/** Documents of a course of cmi5 have a room of their own, apart from that of their learner. */
export async function up(database: Kysely<unknown>): Promise<void> {
  // The registration whose session stored it; null: anybody else did.
  await sql`alter table lars.states add column kept_for uuid`.execute(database);
  await sql`
    update lars.states known set kept_for = known.registration
    from lars.cmi5_sessions session
    where session.subject = known.subject and session.registration = known.registration
      and session.activity_id = known.activity_id
  `.execute(database);
  await sql`alter table lars.attachments add column kept_for uuid`.execute(database);
}
