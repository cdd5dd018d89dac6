import { randomUUID } from 'node:crypto';
import { builtInRoles, permissions, type BuiltInRole } from '@lectern/contracts';
import { sql } from 'kysely';
import { recordAudit } from '../authorization/audit-log.ts';
import { CallError } from '../http/errors.ts';
import type { Database } from '../storage/database.ts';
import { requireAdministratorRemains } from './last-administrator.ts';

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
 * @param firstAdministrator Becomes administrator where nobody can manage and assign roles.
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
  if (await hasAdministrator(database)) return;
  const given = await database
    .insertInto('aua.user_roles')
    .values({ subject, role: 'administrator' })
    .onConflict((conflict) => conflict.doNothing())
    .returning('role')
    .executeTakeFirst();
  if (!given) return;
  await recordAudit(database, {
    kind: 'change',
    call: 'start',
    subject,
    correlationId: randomUUID(),
    change: { given: given.role },
  });
}

/** Whether somebody can manage and assign roles, by the rule that keeps the last one in office. */
async function hasAdministrator(transaction: Database): Promise<boolean> {
  const nobody = new CallError(409, []);
  try {
    await requireAdministratorRemains(transaction, () => nobody);
    return true;
  } catch (error) {
    if (error === nobody) return false;
    throw error;
  }
}
