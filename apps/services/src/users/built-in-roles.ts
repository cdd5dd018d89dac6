import { builtInRoles, permissions, type BuiltInRole } from '@lectern/contracts';
import { sql } from 'kysely';
import type { Database } from '../storage/database.ts';

const descriptions: Record<BuiltInRole, string> = {
  student: 'Learns. Whoever was never given a role.',
  teacher: 'Learns and leads groups.',
  support: 'Sees what users see, and helps with licences.',
  administrator: 'Manages users, roles, products and files.',
  'order-system': 'A shop: makes orders, and with them licences.',
};

/** Number of the advisory lock under which one process at a time brings roles up to date. */
const lock = 0x1ec7e12;

/**
 * Brings the roles that every installation has, and the permissions of the contract, into the
 * database. What administrators changed since stays: a built-in role is given its permissions when it
 * is made, and later only those that the contract did not have before.
 *
 * @param firstAdministrator Becomes administrator where nobody is one yet.
 */
export async function ensureBuiltInRoles(
  database: Database,
  firstAdministrator?: string,
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${lock})`.execute(transaction);
    await transaction
      .insertInto('aua.roles')
      .values(
        Object.entries(descriptions).map(([role, description]) => ({
          role,
          description,
          built_in: true,
        })),
      )
      .onConflict((conflict) => conflict.column('role').doUpdateSet({ built_in: true }))
      .execute();
    const added = await transaction
      .insertInto('aua.permissions')
      .values(
        Object.entries(permissions).map(([permission, description]) => ({
          permission,
          description,
          built_in: true,
        })),
      )
      .onConflict((conflict) => conflict.column('permission').doNothing())
      .returning('permission')
      .execute();
    const isNew = new Set(added.map(({ permission }) => permission));
    const given = Object.entries(builtInRoles).flatMap(([role, held]) =>
      held.filter((one) => isNew.has(one)).map((permission) => ({ role, permission })),
    );
    if (given.length > 0) {
      await transaction
        .insertInto('aua.role_permissions')
        .values(given)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
    if (firstAdministrator) await makeFirstAdministrator(transaction, firstAdministrator);
  });
}

async function makeFirstAdministrator(database: Database, subject: string): Promise<void> {
  const administrator = await database
    .selectFrom('aua.user_roles')
    .select('subject')
    .where('role', '=', 'administrator')
    .executeTakeFirst();
  if (administrator) return;
  await database.insertInto('aua.user_roles').values({ subject, role: 'administrator' }).execute();
}
