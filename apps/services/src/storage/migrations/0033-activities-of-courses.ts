import { sql, type Kysely } from 'kysely';

/**
 * Activities that the platform names belong to the course whose structure they are of; and what a learner was
 * the first to say of an activity is told apart from what a publisher or a tool has said.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const statements = [
  /* sql */ `
    create table lars.cmi5_activities (
      -- What the id of the activity ends with: a hash of course, issue and the id that the publisher gave.
      name text primary key,
      course_id text not null
    )
  `,
  // Blocks and the course itself come with the next launch; until then nobody sees what is said of them.
  /* sql */ `
    insert into lars.cmi5_activities (name, course_id)
    select distinct substring(session.activity_id from '[^/]+$'), registered.course_id
    from lars.cmi5_sessions session
    join lars.cmi5_registrations registered using (subject, course_key)
    on conflict do nothing
  `,
  // A publisher among those persons has to say it again.
  /* sql */ `
    alter table lars.activities add column said_by_learner boolean not null default false
  `,
  /* sql */ `update lars.activities set said_by_learner = true where subject is not null`,
];
