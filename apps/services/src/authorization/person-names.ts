import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../storage/database.ts';

/*
 * A link makes one person of two subjects at once; the rows of the former one move after the days of undoing, or
 * never. Until then a person has rows under several names, and a call that takes something looks under each: what
 * stays under a former name would come back with the move, or with an undo (docs/decisions/0040).
 */

/** A subject, and those that lead to it, in order. @param subject Not one that leads to another. */
export async function namesOf(database: Database, subject: string): Promise<[string, ...string[]]> {
  const formerNames = await formerNamesOf(database, [subject]);
  return [subject, ...(formerNames.get(subject) ?? [])];
}

/** The subjects that lead to some, in order, by these; those to which none leads are missing. */
export async function formerNamesOf(
  database: Database,
  subjects: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const links = await database
    .selectFrom('aua.subject_links')
    .select(['from_subject', 'to_subject'])
    .where('to_subject', '=', sql<string>`any(${subjects}::text[])`)
    .orderBy('from_subject')
    .execute();
  const byTarget = Map.groupBy(links, ({ to_subject }) => to_subject);
  return new Map(
    [...byTarget].map(([subject, led]) => [subject, led.map(({ from_subject }) => from_subject)]),
  );
}

/** A subquery with a row for each former name of those to whom others lead, as `name` and `former_name`. */
export const formerNames: RawBuilder<unknown> = sql`(
  select to_subject as name, from_subject as former_name from aua.subject_links
)`;

/** Where a link leads; a subject without a link is itself. */
export async function linkedTo(database: Database, subject: string): Promise<string> {
  const link = await database
    .selectFrom('aua.subject_links')
    .select('to_subject')
    .where('from_subject', '=', subject)
    .executeTakeFirst();
  return link?.to_subject ?? subject;
}

/** True where two subjects are one person. An erased one (`null`) is nobody. */
export async function areSamePerson(
  database: Database,
  name: string | null,
  other: string,
): Promise<boolean> {
  if (name === null || name === other) return name === other;
  const { rows } = await sql<{ persons: number }>`
    select count(distinct coalesce(to_subject, name))::integer as persons
    from unnest(${[name, other]}::text[]) name
      left join aua.subject_links on from_subject = name
  `.execute(database);
  return rows[0]!.persons === 1;
}
