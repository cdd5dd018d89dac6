import { sql } from 'kysely';
import type { Database } from '../storage/database.ts';

/** Bytes to which nothing refers any more. */
export interface Removal {
  readonly object_id: string;
  /** The parts that nothing was made of yet; `null`: there are none. */
  readonly store_upload: string | null;
  /** Others may have bytes of this hash, and then they stay; `null`: nobody can. */
  readonly content_hash: string | null;
}

/**
 * How long a request that has been overtaken can go on: until its body has had its time, and what came of
 * it is stored. It learns that it was overtaken with its next part.
 */
const writableInSeconds = 60 * 60;

/**
 * Notes bytes that are to go, in the transaction that lets go of them. The sweep removes them.
 *
 * @param mayGrow a request may still write to them: they are removed at once, and again when none can
 */
export async function noteRemovals(
  transaction: Database,
  removals: readonly Removal[],
  { mayGrow }: { readonly mayGrow: boolean },
): Promise<void> {
  if (removals.length === 0) return;
  const seconds = mayGrow ? writableInSeconds : 0;
  const writable_until = sql<Date>`now() + make_interval(secs => ${seconds})`;
  await transaction
    .insertInto('atma.removals')
    .values(removals.map((removal) => ({ ...removal, writable_until })))
    .execute();
}

/** Notes an object that is about to be written: it goes when the writer's time is over, unless it is kept. */
export async function noteUnfinished(database: Database, object_id: string): Promise<void> {
  const end = sql<Date>`now() + make_interval(secs => ${writableInSeconds})`;
  await database
    .insertInto('atma.removals')
    .values({ object_id, store_upload: null, content_hash: null, due_at: end, writable_until: end })
    .execute();
}

/** Keeps such an object, in the transaction that refers to it. */
export async function keepUnfinished(transaction: Database, object_id: string): Promise<void> {
  await transaction.deleteFrom('atma.removals').where('object_id', '=', object_id).execute();
}
