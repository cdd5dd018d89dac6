import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../storage/database.ts';
import type { Knowing } from '../http/guard.ts';
import { namesOf } from '../authorization/person-names.ts';
import { ownsLicense } from '../licenses/public.ts';
import { isOrderCustomer, sightOf, type Sight, type TokenOwner } from '../orders/public.ts';

/**
 * True where a caller sees a person: a customer of its order systems, or somebody with an order, a coupon or a
 * licence of its publishers. The licence of a class makes a customer of its owner, not of the pupils.
 *
 * @param subject Column of another table; it is read several times.
 */
export function isCustomer(sight: Sight, subject: RawBuilder<string>): RawBuilder<boolean> {
  if (sight.mandants === 'all') return sql<boolean>`true`;
  return sql<boolean>`(${isOrderCustomer(sight, subject)} or ${ownsLicense(sight, subject)})`;
}

export async function knowingOf(
  database: Database,
  caller: TokenOwner,
  subject: string,
): Promise<Knowing> {
  const sight = await sightOf(database, caller);
  if (sight.mandants === 'all') return 'everybody';
  const { rows } = await sql`
    select from unnest(${await namesOf(database, subject)}::text[]) asked (subject)
    where ${isCustomer(sight, sql`asked.subject`)}
    limit 1
  `.execute(database);
  return rows.length > 0 ? 'customer' : 'nobody';
}
