import type { License } from '@lectern/contracts';
import {
  licenseOrderPageSize,
  type licenseOrderCalls,
} from '@lectern/contracts/calls/licenses/license-order';
import { sql } from 'kysely';
import { readPageCursor, writePageCursor } from '../http/page-cursor.ts';
import type { Handlers } from '../http/routes.ts';
import { licenseState, transactionTime } from './license-state.ts';
import type { Database } from '../storage/database.ts';
import { isOfMandants, isSeen, type Sight, sightOf, speaksFor } from '../orders/public.ts';
import { deleteLicenseOrder, saveLicenseOrder, type LicenseOrderKey } from './order-store.ts';
import type { LicenseOrderRow } from './ordered-license.ts';
import { versionConflictText } from './version-conflict.ts';

type JudgedOrder = LicenseOrderRow & { readonly license_state: License['license_state'] };

export function licenseOrderHandlers(database: Database): Handlers<typeof licenseOrderCalls> {
  return {
    async licenseOrderGetForUser({ body, caller, refusal }) {
      const { subject, mandant_identifier = null, product_reference = null, cursor } = body;
      const { limit = licenseOrderPageSize } = body;
      const after = cursor === undefined ? undefined : readPageCursor(cursor, 2);
      if (cursor !== undefined && !after) throw refusal('CURSOR_INVALID');
      const sight = await sightOf(database, caller, subject);
      const { rows } = await sql<JudgedOrder>`
        select orders.*, ${stateOfOrder} as license_state
        from lima.license_orders orders
        where orders.subject = ${subject} and orders.deleted_at is null
          and ${isSeen(sight)}
          and (${mandant_identifier}::text is null or mandant_identifier = ${mandant_identifier})
          and (${product_reference}::text is null or product_reference = ${product_reference})
          ${
            after
              ? sql`and (ordered_at, order_system_identifier, license_order_identifier) < (
                  select ordered_at, order_system_identifier, license_order_identifier
                  from lima.license_orders last
                  where last.subject = ${subject}
                    and last.order_system_identifier = ${after[0]}
                    and last.license_order_identifier = ${after[1]}
                )`
              : sql``
          }
        order by ordered_at desc, order_system_identifier desc, license_order_identifier desc
        limit ${limit + 1}
      `.execute(database);
      const page = rows.slice(0, limit);
      const last = page.at(-1);
      return {
        license_orders: page.map(orderOf),
        ...(rows.length > limit &&
          last && {
            next_cursor: writePageCursor([
              last.order_system_identifier,
              last.license_order_identifier,
            ]),
          }),
      };
    },

    licenseOrderSave: ({ body: { subject, license_order }, caller, refusal, record }) =>
      database.transaction().execute(async (transaction) => {
        const { version, ...order } = license_order;
        const sight = await sightOf(transaction, caller);
        if (!speaksFor(sight, order.order_system_identifier)) {
          throw refusal('ORDER_SYSTEM_UNKNOWN');
        }
        if (await isOfOthers(transaction, order, sight)) throw refusal('LICENSE_ORDER_CONFLICT');
        const saved = await saveLicenseOrder(transaction, { ...order, subject }, version);
        if (saved.refusal) {
          const text =
            'storedVersion' in saved
              ? versionConflictText('order', saved.storedVersion, version)
              : undefined;
          throw refusal(saved.refusal, text);
        }
        const answer = { license_order: { ...(await judged(transaction, saved.order)), subject } };
        if (!saved.changed) return { ...answer, result_state: 'IA_OK' };
        const { license_code } = saved;
        await record(transaction, { subject, license_code, license_order: order });
        return answer;
      }),

    licenseOrderDelete: ({ body: { subject, reason, ...key }, caller, refusal, record }) =>
      database.transaction().execute(async (transaction) => {
        const sight = await sightOf(transaction, caller);
        const isTheirs =
          speaksFor(sight, key.order_system_identifier) &&
          !(await isOfOthers(transaction, key, sight));
        if (!isTheirs) throw refusal('LICENSE_ORDER_NOT_FOUND');
        const deleted = await deleteLicenseOrder(transaction, key, subject);
        if (deleted.refusal) throw refusal(deleted.refusal);
        const { license_code } = deleted;
        if (!deleted.changed) return { license_code, result_state: 'IA_OK' };
        await record(transaction, { subject, ...key, license_code, reason });
        return { license_code };
      }),
  };
}

/**
 * True for an order of a publisher that the caller does not see: earlier sales of its order system stay that
 * one's.
 */
async function isOfOthers(
  transaction: Database,
  { order_system_identifier, license_order_identifier }: LicenseOrderKey,
  sight: Sight,
): Promise<boolean> {
  const hidden = await transaction
    .selectFrom('lima.license_orders')
    .select('license_code')
    .where('order_system_identifier', '=', order_system_identifier)
    .where('license_order_identifier', '=', license_order_identifier)
    .where(sql<boolean>`not ${isOfMandants(sight)}`)
    .executeTakeFirst();
  return hidden !== undefined;
}

/** The state of the licence of an order `orders`. */
const stateOfOrder = sql`coalesce(
  (
    select ${licenseState('license', transactionTime)} from lima.licenses license
    where license.subject = orders.subject and license.license_code = orders.license_code
  ),
  'LICENSE_STATE_EXPIRED'
)`;

async function judged(transaction: Database, order: LicenseOrderRow) {
  const { order_system_identifier, license_order_identifier } = order;
  const { rows } = await sql<JudgedOrder>`
    select orders.*, ${stateOfOrder} as license_state
    from lima.license_orders orders
    where order_system_identifier = ${order_system_identifier}
      and license_order_identifier = ${license_order_identifier}
  `.execute(transaction);
  return orderOf(rows[0]!);
}

function orderOf(row: JudgedOrder) {
  return {
    order_system_identifier: row.order_system_identifier,
    license_order_identifier: row.license_order_identifier,
    mandant_identifier: row.mandant_identifier,
    product_reference: row.product_reference,
    ...(row.article_number !== null && { article_number: row.article_number }),
    license_strategy: row.license_strategy as License['license_strategy'],
    ...(row.group_id !== null && { group_id: row.group_id }),
    ...(row.seats !== null && { seats: row.seats }),
    valid_from: row.valid_from.toISOString(),
    ...(row.valid_until && { valid_until: row.valid_until.toISOString() }),
    subject: row.subject,
    license_code: row.license_code,
    license_state: row.license_state,
    version: row.version,
    ordered_at: row.ordered_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
