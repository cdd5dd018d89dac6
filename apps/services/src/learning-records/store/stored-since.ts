import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../storage/database.ts';

/** @returns those of some subjects that have statements stored since a time */
export async function recordedSince(
  database: Database,
  subjects: readonly string[],
  time: RawBuilder<Date>,
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ subject: string }>`
    select distinct subject from lars.statements
    where subject = any(${subjects}::text[]) and stored >= ${time}
  `.execute(database);
  return new Set(rows.map(({ subject }) => subject));
}
