import { sql } from 'kysely';
import type { Database } from '../storage/database.ts';
import { streamRows, type RowStream } from '../storage/row-stream.ts';
import { subjectDataOf, type RowCounts, type SubjectData } from '../storage/subject-data.ts';
import type { OrderTables } from '../storage/tables/orders.ts';

const relations = subjectDataOf([
  { table: 'osc.order_system_user_relations', key: ['order_system_identifier'] },
]);

/** Columns that name a subject and stay without it when it is erased, for the books. */
const naming = [
  { table: 'osc.orders', column: 'subject' },
  { table: 'osc.coupons', column: 'assigned_subject' },
  // Changes of coupons belong to their author; the codes do not, and can still be redeemed.
  { table: 'osc.coupon_history', column: 'changed_by', withheld: ['coupon_code'] },
  { table: 'osc.coupon_batches', column: 'made_by', withheld: ['request'] },
] as const satisfies readonly Naming[];

/** Notifications say which customer somebody is; only that there was one of an id stays. */
const notifying = [
  { table: 'osc.notifications', column: 'subject' },
  { table: 'osc.deliveries', column: 'subject' },
] as const satisfies readonly Naming[];

interface Naming {
  readonly table: keyof OrderTables;
  readonly column: string;
  /** Columns that no export tells. */
  readonly withheld?: readonly string[];
}

/** Erasing, moving and exporting what the order service keeps of a subject. */
export const ordersSubjectData: SubjectData = {
  async erase(transaction, subject) {
    const counts: Record<string, number> = { ...(await relations.erase(transaction, subject)) };
    counts['osc.customers'] = await forgetCustomers(transaction, subject);
    for (const column of naming)
      counts[column.table] = await rename(transaction, column, subject, null);
    return { ...counts, ...(await eraseNotifications(transaction, subject)) };
  },

  async move(transaction, from, to) {
    // Where both are customers of an order system the target stays the one that it is.
    await sql`
      delete from osc.customers
      where subject = ${from} and order_system_identifier in (
        select order_system_identifier from osc.order_system_user_relations where subject = ${to}
      )
    `.execute(transaction);
    const { moved, kept } = await relations.move(transaction, from, to);
    const counts: Record<string, number> = { ...moved };
    const customers = { table: 'osc.customers', column: 'subject' } as const;
    for (const column of [customers, ...naming, ...notifying]) {
      counts[column.table] = await rename(transaction, column, from, to);
    }
    return { moved: counts, kept };
  },

  export: (transaction, subject) => ({
    ...relations.export(transaction, subject),
    ...Object.fromEntries(
      [...naming, ...notifying].map((column) => [
        column.table,
        rowsNaming(transaction, column, subject),
      ]),
    ),
  }),
};

async function forgetCustomers(transaction: Database, subject: string): Promise<number> {
  const { numDeletedRows } = await transaction
    .deleteFrom('osc.customers')
    .where('subject', '=', subject)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** None of these columns is what its table is distributed by. */
async function rename(
  transaction: Database,
  { table, column }: Naming,
  from: string,
  to: string | null,
): Promise<number> {
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} set ${sql.id(column)} = ${to} where ${sql.id(column)} = ${from}
  `.execute(transaction);
  return Number(numAffectedRows ?? 0);
}

async function eraseNotifications(transaction: Database, subject: string): Promise<RowCounts> {
  const deliveries = await transaction
    .deleteFrom('osc.deliveries')
    .where('subject', '=', subject)
    .executeTakeFirst();
  const { numAffectedRows } = await sql`
    update osc.notifications set subject = null, changes = '[]' where subject = ${subject}
  `.execute(transaction);
  return {
    'osc.deliveries': Number(deliveries.numDeletedRows),
    'osc.notifications': Number(numAffectedRows ?? 0),
  };
}

function rowsNaming(
  transaction: Database,
  { table, column, withheld = [] }: Naming,
  subject: string,
): RowStream {
  return streamRows(
    transaction,
    sql`
      select to_jsonb(t) - ${[column, ...withheld]}::text[] as row from ${sql.table(table)} t
      where ${sql.id(column)} = ${subject}
    `,
  );
}
