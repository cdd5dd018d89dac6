import type { Database } from '../storage/database.ts';

/**
 * Keeps which subjects are clients of an identity provider. Their tokens show it (`sub` is the client
 * itself), the tables do not; and an application is no student and no administrator that remains.
 */
export async function rememberApplications(
  database: Database,
  subjects: readonly string[],
): Promise<void> {
  if (subjects.length === 0) return;
  await database
    .insertInto('aua.applications')
    .values(subjects.toSorted().map((subject) => ({ subject })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function isApplication(database: Database, subject: string): Promise<boolean> {
  const row = await database
    .selectFrom('aua.applications')
    .select('subject')
    .where('subject', '=', subject)
    .executeTakeFirst();
  return row !== undefined;
}
