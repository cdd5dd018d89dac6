import type { Database } from '../storage/database.ts';

/** What a subject is in groups, by group; one that it is not in is not there. The group service knows. */
export type GroupStandings = (
  database: Database,
  subject: string,
  groupIds: readonly string[],
) => Promise<ReadonlyMap<string, 'leader' | 'member'>>;
