import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../storage/database.ts';

/** @returns those of some subjects that have stored something in a course since a time */
export async function writtenSince(
  database: Database,
  subjects: readonly string[],
  time: RawBuilder<Date>,
): Promise<ReadonlySet<string>> {
  const own = sql`subject = any(${subjects}::text[]) and updated_at >= ${time}`;
  const { rows } = await sql<{ subject: string }>`
    select distinct subject from clag.local_store_items where ${own}
    union
    select distinct subject from clag.content_items where ${own}
  `.execute(database);
  return new Set(rows.map(({ subject }) => subject));
}
