import type { Database } from '../storage/database.ts';

/** Connector ids of the identity providers that a user has come from, in order. */
export async function connectorIdsOf(database: Database, subject: string): Promise<string[]> {
  const rows = await database
    .selectFrom('aua.identities')
    .select('identity_provider_identifier')
    .distinct()
    .where('subject', '=', subject)
    .orderBy('identity_provider_identifier')
    .execute();
  return rows.map((row) => row.identity_provider_identifier);
}
