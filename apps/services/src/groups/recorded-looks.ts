import { sql } from 'kysely';
import type { Database } from '../storage/database.ts';

/** Tells subjects that somebody has looked at what is theirs: once a day, whatever it was. */
export async function recordLooks(
  database: Database,
  reader: string,
  subjects: readonly string[],
): Promise<void> {
  const others = [...new Set(subjects)].filter((subject) => subject !== reader);
  if (others.length === 0) return;
  await sql`
    insert into gres.looks (subject, day, reader)
    select subject, (now() at time zone 'UTC')::date, ${reader}
    from unnest(${others}::text[]) subject order by subject
    on conflict do nothing
  `.execute(database);
}
