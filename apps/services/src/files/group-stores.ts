import { exchangeLimits } from '@lectern/contracts/calls/files/file-config-exchange';
import { sql } from 'kysely';
import type { Database } from '../storage/database.ts';
import { forgetEmptyFiles } from './empty-files.ts';
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
    .toSorted(([a], [b]) => (a! < b! ? -1 : 1));
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

/**
 * Looks whether what a member has in a group is within the limits of the contract, under the lock of the
 * group's store. The numbers of its deleted files are kept as long as there is room for them.
 */
export async function hasRoomForMember(
  transaction: Database,
  space: string,
  subject: string,
): Promise<boolean> {
  const { memberInBytes, memberVersions, announcedInBytes } = exchangeLimits;
  const held = await heldByMember(transaction, space, subject);
  if (Number(held.announced_in_bytes) > announcedInBytes) return false;
  if (Number(held.size_in_bytes) > memberInBytes) return false;
  if (held.rows <= memberVersions) return true;
  await forgetEmptyFiles(transaction, space, subject);
  return held.versions <= memberVersions;
}

async function heldByMember(transaction: Database, space: string, subject: string) {
  const { rows } = await sql<{
    rows: number;
    versions: number;
    size_in_bytes: string;
    announced_in_bytes: string;
  }>`
    select count(*)::integer as rows, count(version.version)::integer as versions,
      coalesce(sum(version.size_in_bytes), 0) as size_in_bytes,
      coalesce(sum(version.size_in_bytes) filter (where version.object_id is null), 0)
        as announced_in_bytes
    from atma.files file left join atma.file_versions version
      using (file_reference, space, asset_stage, asset_type)
    where file.subject = ${subject} and space = ${space}
  `.execute(transaction);
  return rows[0]!;
}
