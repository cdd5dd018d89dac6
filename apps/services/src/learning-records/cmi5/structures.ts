import { hash } from 'node:crypto';
import { canonicalJson } from '@lectern/contracts/calls/learning-records/canonical-json';
import type { Cmi5Structure } from '@lectern/contracts/calls/learning-records/cmi5-structure';
import { LRUCache } from 'lru-cache';
import type { Database } from '../../storage/database.ts';

export interface StructureStore {
  put(structure: Cmi5Structure): Promise<{ readonly hash: string; readonly isNew: boolean }>;
  find(structureHash: string): Promise<Cmi5Structure | undefined>;
}

/** Courses that are worked on at the same time. */
const rememberedMaximum = 100;

export function createStructureStore(database: Database): StructureStore {
  // They never change.
  const remembered = new LRUCache<string, Cmi5Structure>({ max: rememberedMaximum });
  return {
    async put(structure) {
      const text = canonicalJson(structure);
      const structureHash = hash('sha256', text);
      const { numInsertedOrUpdatedRows } = await database
        .insertInto('lars.cmi5_structures')
        .values({ structure_hash: structureHash, structure: text })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      return { hash: structureHash, isNew: numInsertedOrUpdatedRows === 1n };
    },
    async find(structureHash) {
      const known = remembered.get(structureHash);
      if (known) return known;
      const found = await database
        .selectFrom('lars.cmi5_structures')
        .select('structure')
        .where('structure_hash', '=', structureHash)
        .executeTakeFirst();
      if (!found) return undefined;
      const structure = found.structure as Cmi5Structure;
      remembered.set(structureHash, structure);
      return structure;
    },
  };
}
