import { exchangeLimits } from '@lectern/contracts/calls/files/fileConfigExchange';
import { sql } from 'kysely';
import type { Database } from '../storage/database.ts';
import { groupOfSpace } from './file-key.ts';

/**
 * Counts what the members of groups keep, under the locks of the groups' stores.
 *
 * @param grown bytes by space, 0 to take the lock alone; a publisher's are not counted
 * @returns whether each is within the limit of the contract; what shrinks always is
 */
export async function growGroupStores(
  transaction: Database,
  grown: ReadonlyMap<string, number>,
): Promise<boolean> {
  const groups = [...grown]
    .map(([space, bytes]) => [groupOfSpace(space), bytes] as const)
    .filter(([group]) => group !== undefined)
    .toSorted(([one], [other]) => (one! < other! ? -1 : 1));
  let fits = true;
  for (const [group_id, size_in_bytes] of groups) {
    const store = await transaction
      .insertInto('atma.group_stores')
      .values({ group_id: group_id!, size_in_bytes: Math.max(0, size_in_bytes) })
      .onConflict((conflict) =>
        conflict.column('group_id').doUpdateSet({
          size_in_bytes: sql`greatest(0, group_stores.size_in_bytes + ${size_in_bytes}::bigint)`,
        }),
      )
      .returning('size_in_bytes')
      .executeTakeFirstOrThrow();
    if (size_in_bytes > 0 && Number(store.size_in_bytes) > exchangeLimits.groupInBytes)
      fits = false;
  }
  return fits;
}
