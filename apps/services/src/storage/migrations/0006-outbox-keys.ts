import { sql, type Kysely } from 'kysely';

/** Users have a key for what waits on their devices. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql.raw(users).execute(database);
}

const users = /* sql */ `
  create table aua.outbox_keys (
    subject text primary key,
    key text not null
  );
`;
