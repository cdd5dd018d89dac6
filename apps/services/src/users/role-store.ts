import type { role } from '@lectern/contracts/calls/users/authorization';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import { announce } from '../authorization/announcements.ts';
import { lockByName, type LockMode } from '../storage/advisory-lock.ts';
import type { Database } from '../storage/database.ts';
import { nameSome } from './names.ts';

export type Role = z.infer<typeof role>;

/**
 * Roles, permissions and what they have to do with each other change one at a time (`exclusive`), and
 * never while roles are given to users (`shared`, so that many can be given at once).
 */
export async function lockRoles(transaction: Database, mode: LockMode): Promise<void> {
  await lockByName(transaction, 'aua.roles', mode);
}

/** Changes roles or permissions in a transaction in which nobody else does. */
export function changeRoles<Result>(
  database: Database,
  change: (transaction: Database) => Promise<Result>,
): Promise<Result> {
  return database.transaction().execute(async (transaction) => {
    await lockRoles(transaction, 'exclusive');
    await announce(transaction, { kind: 'everybody' });
    return change(transaction);
  });
}

export async function findRole(database: Database, name: string): Promise<Role | undefined> {
  const row = await database
    .selectFrom('aua.roles')
    .select(['description', 'built_in'])
    .where('role', '=', name)
    .executeTakeFirst();
  if (!row) return undefined;
  return {
    name,
    ...(row.description && { description: row.description }),
    built_in: row.built_in,
    permission_names: await permissionsOfRoles(database, [name]),
  };
}

/** Permissions of roles together: each name once, in order. */
export async function permissionsOfRoles(
  database: Database,
  roles: readonly string[],
): Promise<string[]> {
  if (roles.length === 0) return [];
  const rows = await database
    .selectFrom('aua.role_permissions')
    .select('permission')
    .distinct()
    .where('role', 'in', roles)
    .execute();
  return rows.map(({ permission }) => permission).toSorted();
}

/** Names that no role, or no permission, has. */
export async function unknownNames(
  database: Database,
  kind: 'role' | 'permission',
  names: readonly string[],
): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from unnest(${names}::text[]) with ordinality as named (name, place)
    where not exists (select from ${sql.table(`aua.${kind}s`)} where ${sql.ref(kind)} = name)
    order by place
  `.execute(database);
  return rows.map(({ name }) => name);
}

export function unknownPermissionsText(names: readonly string[]): string {
  return `Names that no permission has: ${nameSome(names)}. Nothing was changed.`;
}

export async function givePermissions(
  transaction: Database,
  role: string,
  permissions: readonly string[],
): Promise<void> {
  if (permissions.length === 0) return;
  await transaction
    .insertInto('aua.role_permissions')
    .values(permissions.map((permission) => ({ role, permission })))
    // A newer process that starts gives the built-in roles what is new in its contract.
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function takePermissions(
  transaction: Database,
  role: string,
  permissions: readonly string[],
): Promise<void> {
  if (permissions.length === 0) return;
  await transaction
    .deleteFrom('aua.role_permissions')
    .where('role', '=', role)
    .where('permission', 'in', permissions)
    .execute();
}
