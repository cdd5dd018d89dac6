import type { Database } from '../storage/database.ts';
import type { Caller } from './authorize.ts';

/** Mandants for which somebody publishes. */
export type PublishedMandants = Pick<ReadonlySet<string>, 'has'>;

/**
 * For whom a caller publishes courses and files: for the mandants that the user service keeps of it, or
 * with the permission for all. Whether it may publish at all, the permission of the call says.
 */
export async function publishedMandants(
  database: Database,
  { subject, permissions }: Pick<Caller, 'subject' | 'permissions'>,
): Promise<PublishedMandants> {
  if (permissions.has('content.publish-for-all')) return { has: () => true };
  const user = await database
    .selectFrom('aua.users')
    .select('mandant_groups')
    .where('subject', '=', subject)
    .executeTakeFirst();
  return new Set(user?.mandant_groups);
}
