import type { Database } from '../storage/database.ts';
import { groupOfSpace, isOfFile, type FileKey } from './file-key.ts';

/** What a subject is in groups, by group; one that it is not in is not there. The group service knows. */
export type GroupStandings = (
  database: Database,
  subject: string,
  groupIds: readonly string[],
) => Promise<ReadonlyMap<string, 'leader' | 'member'>>;

/** Whether the member whose file it is still is in the group; of a publisher's file it is not asked. */
export async function isOfPresentMember(
  database: Database,
  standings: GroupStandings,
  key: FileKey,
): Promise<boolean> {
  const group = groupOfSpace(key.space);
  if (group === undefined) return true;
  const file = await database
    .selectFrom('atma.files')
    .select('subject')
    .where(isOfFile(key))
    .executeTakeFirst();
  // It was deleted meanwhile: its upload has ended, too.
  if (!file?.subject) return true;
  return (await standings(database, file.subject, [group])).has(group);
}
