import { sql, type Kysely } from 'kysely';

/** A further identity provider can have a client by the same name: which provider issues its tokens is kept. */
export async function up(database: Kysely<unknown>): Promise<void> {
  // Null: the first provider.
  await sql`alter table osc.order_systems add column client_issuer text`.execute(database);
}
