import { groupStandings } from '../groups/public.ts';
import type { Database } from '../storage/database.ts';
import { groupOfSpace, isOfFile, type FileKey } from './file-key.ts';

/** True where the member whose file it is still is in the group; a publisher's file passes. */
export async function isOfPresentMember(database: Database, key: FileKey): Promise<boolean> {
  const group = groupOfSpace(key.space);
  if (group === undefined) return true;
  const file = await database
    .selectFrom('atma.files')
    .select('subject')
    .where(isOfFile(key))
    .executeTakeFirst();
  // It was deleted meanwhile: its upload has ended, too.
  if (!file?.subject) return true;
  return (await groupStandings(database, file.subject, [group])).has(group);
}
