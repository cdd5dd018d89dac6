import type { Database } from './database.ts';

/** The mandants that a user belongs to, which the user service keeps. */
export async function mandantsOf(
  database: Database,
  subject: string,
): Promise<ReadonlySet<string>> {
  const user = await database
    .selectFrom('aua.users')
    .select('mandant_groups')
    .where('subject', '=', subject)
    .executeTakeFirst();
  return new Set(user?.mandant_groups);
}
