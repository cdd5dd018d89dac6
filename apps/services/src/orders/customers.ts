import { sql, type RawBuilder } from 'kysely';
import { isSeen, isSpokenFor, type Sight } from './sight.ts';

/**
 * True for a customer of the caller's order systems, and where the caller sees an order or a coupon of a subject.
 *
 * @param subject Column of another table; it is read several times.
 */
export function isOrderCustomer(sight: Sight, subject: RawBuilder<string>): RawBuilder<boolean> {
  return sql<boolean>`(
    exists (
      select from osc.order_system_user_relations relation
      where relation.subject = ${subject} and ${isSpokenFor(sight)}
    )
    or exists (
      select from osc.orders placed where placed.subject = ${subject} and ${isSeen(sight)}
        -- An order system may tell of products that are not its publisher's.
        and placed.order_state <> 'ORDER_STATE_REFUSED'
    )
    or exists (
      select from osc.coupons coupon where coupon.assigned_subject = ${subject} and ${isSeen(sight)}
    )
  )`;
}
