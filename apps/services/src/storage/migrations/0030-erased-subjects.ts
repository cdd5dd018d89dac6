import { sql, type Kysely } from 'kysely';

/** Who was erased, by a hash: sign-ins of before open nothing any more. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
      create table aua.erased_subjects (
        -- SHA-256, as base64url.
        subject_hash text primary key,
        erased_at timestamptz not null
      )
    `)
    .execute(database);
}
