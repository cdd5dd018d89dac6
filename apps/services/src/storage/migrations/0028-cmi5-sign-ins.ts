import { sql, type Kysely } from 'kysely';

/** A session of a unit ends with the sign-in that has launched it; of those from before nobody knows it. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const statements = [
  /* sql */ `
    alter table lars.cmi5_sessions
      -- A hash of issuer and session; null: launched by an older process, and ended by its own time alone.
      add column sign_in text
  `,
  /* sql */ `update lars.cmi5_sessions set expires_at = now() where expires_at > now()`,
  /* sql */ `create index cmi5_sessions_by_sign_in on lars.cmi5_sessions (sign_in)`,
];
