import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { versionsOf } from './item-rows.ts';
import { itemKinds } from './item.ts';

/**
 * Counts all rows of a subject anew, after many of them have come or gone.
 *
 * @param versionFloor No item that is gone with its issue had a greater version.
 */
export async function countSizeAnew(
  transaction: Database,
  subject: string,
  versionFloor: number,
): Promise<void> {
  // Locks the row first: a save of the subject waits, and adds to the new sum.
  await sql`
    insert into clag.content_sizes as size (subject, items, bytes, version_floor)
    values (${subject}, 0, 0, ${versionFloor})
    on conflict (subject) do update set
      items = 0, bytes = 0, version_floor = greatest(size.version_floor, excluded.version_floor)
  `.execute(transaction);
  await sql`
    update clag.content_sizes size set items = held.items, bytes = held.bytes
    from (
      select count(*)::integer as items, coalesce(sum(bytes), 0) as bytes
      from ${versionsOf(itemKinds)} version where subject = ${subject}
    ) held
    where size.subject = ${subject}
  `.execute(transaction);
  await sql`
    delete from clag.content_sizes
    where subject = ${subject} and items = 0 and version_floor = 0
  `.execute(transaction);
}
