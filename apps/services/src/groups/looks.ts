import { sql } from 'kysely';
import type { Database } from '../storage/database.ts';

/** Records that a reader has looked at what is the subjects': once a day, whatever it was. */
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

/** @returns how many rows were of the subject; as a reader it is nobody any more. */
export async function eraseLooks(
  transaction: Database,
  subject: string,
  anonymous: string,
): Promise<number> {
  await sql`
    update gres.looks set reader = ${anonymous} where reader = ${subject}
  `.execute(transaction);
  const { numAffectedRows } = await sql`
    delete from gres.looks where subject = ${subject}
  `.execute(transaction);
  return Number(numAffectedRows ?? 0);
}

/** @returns how many rows name the other subject now; whoever has looked as both has looked once. */
export async function moveLooks(transaction: Database, from: string, to: string): Promise<number> {
  const { numAffectedRows } = await sql`
    with gone as (
      delete from gres.looks where subject = ${from} or reader = ${from}
      returning day, first_at,
        case subject when ${from} then ${to} else subject end as subject,
        case reader when ${from} then ${to} else reader end as reader
    )
    insert into gres.looks (subject, day, reader, first_at)
    select distinct on (subject, day, reader) subject, day, reader, first_at
    from gone where subject <> reader order by subject, day, reader, first_at
    on conflict do nothing
  `.execute(transaction);
  return Number(numAffectedRows ?? 0);
}
