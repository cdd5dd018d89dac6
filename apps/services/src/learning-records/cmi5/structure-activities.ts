import type { Cmi5Structure } from '@lectern/contracts/calls/learning-records/cmi5-structure';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Database } from '../../storage/database.ts';
import { activityNameOf } from './names.ts';

/** A structure as an issue shows it. */
interface ShownStructure {
  readonly course_id: string;
  readonly course_key: string;
  readonly structure_hash: string;
  readonly structure: Cmi5Structure;
}

/** Keeps of which course the activities of a structure are, before anything is said of them. */
export type KeepActivities = (shown: ShownStructure) => Promise<void>;

/** Structures whose activities are known to be kept. */
const rememberedMaximum = 1_000;

export function createStructureActivities(database: Database): KeepActivities {
  const kept = new LRUCache<string, true>({ max: rememberedMaximum });
  return async ({ course_id, course_key, structure_hash, structure }) => {
    const key = `${course_key} ${structure_hash}`;
    if (kept.has(key)) return;
    const names = [structure, ...structure.blocks, ...structure.aus].map(({ id }) =>
      activityNameOf(course_key, id),
    );
    // All processes in one order, so that none waits for another in a circle.
    await sql`
      insert into lars.cmi5_activities (name, course_id)
      select name, ${course_id} from unnest(${names.toSorted()}::text[]) name
      on conflict do nothing
    `.execute(database);
    kept.set(key, true);
  };
}
