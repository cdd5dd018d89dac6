import { sql, type RawBuilder } from 'kysely';
import type { Database } from './database.ts';
import {
  isOfMandants,
  isSeen,
  isSpokenFor,
  sightOf,
  type Sight,
  type TokenOwner,
} from './spoken-for.ts';

/**
 * Whether a caller sees a person: one who is a customer of its order systems, or has an order, a coupon or a
 * licence of its publishers. The licence of a class makes a customer of its owner, not of the pupils.
 *
 * @param subject Column of another table; it is read several times.
 */
export function isCustomer(sight: Sight, subject: RawBuilder<string>): RawBuilder<boolean> {
  if (sight.mandants === 'all') return sql<boolean>`true`;
  return sql<boolean>`(
    exists (
      select from osc.order_system_user_relations relation
      where relation.subject = ${subject} and ${isSpokenFor(sight)}
    )
    or exists (select from osc.orders one where one.subject = ${subject} and ${isSeen(sight)})
    or exists (
      select from osc.coupons coupon where coupon.assigned_subject = ${subject} and ${isSeen(sight)}
    )
    or exists (
      select from lima.licenses owned where owned.subject = ${subject} and ${isOfMandants(sight)}
    )
  )`;
}

/** Whether a caller may know that there is somebody. */
export async function knowsPerson(
  database: Database,
  caller: TokenOwner,
  subject: string,
): Promise<boolean> {
  const sight = await sightOf(database, caller, subject);
  if (sight.mandants === 'all') return true;
  const { rows } = await sql<{ is_known: boolean }>`
    select ${isCustomer(sight, sql`asked.subject`)} as is_known
    from (select ${subject}::text as subject) asked
  `.execute(database);
  return rows[0]!.is_known;
}
