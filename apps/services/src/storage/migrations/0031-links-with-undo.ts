import { sql, type Kysely } from 'kysely';

/** Links can be undone for some days; data is moved after that. Moves from before go on at once. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const statements = [
  /* sql */ `alter table aua.subject_jobs add column begins_at timestamptz not null default now()`,
  /* sql */ `
    alter table aua.subject_links
      -- Subjects that led to this one when it was linked: undoing the link gives them back.
      add column led_before text[] not null default '{}'
  `,
];
