import { reservedPermissions, type Permission } from '@lectern/contracts';
import type { permissionCalls } from '@lectern/contracts/calls/users/permission';
import { authorizationLimits } from '@lectern/contracts/calls/users/authorization';
import { sql } from 'kysely';
import type { Handlers } from '../http/routes.ts';
import type { Database } from '../storage/database.ts';
import { nameSome, namesOnce } from './names.ts';
import { changeRoles, permissionsOfRoles, unknownNames } from './role-store.ts';

interface PermissionRow {
  readonly name: string;
  readonly description: string;
  readonly built_in: boolean;
}

export function permissionHandlers(database: Database): Handlers<typeof permissionCalls> {
  return {
    permissionCreate: ({ body: { name, description }, refusal, record }) =>
      changeRoles(database, async (transaction) => {
        const row = { name, description, built_in: false };
        const existing = await findPermission(transaction, name);
        if (existing) {
          const isSame = !existing.built_in && existing.description === description;
          if (!isSame) throw refusal('PERMISSION_EXISTS');
          return { permission: toWire(row), result_state: 'IA_OK' };
        }
        if ((await countCustomPermissions(transaction)) >= authorizationLimits.customPermissions) {
          throw refusal('PERMISSION_LIMIT_REACHED');
        }
        await transaction
          .insertInto('aua.permissions')
          .values({ permission: name, description })
          .execute();
        await record(transaction, { permission_name: name });
        return { permission: toWire(row) };
      }),

    permissionDelete: ({ body: { permission_name }, refusal, record }) =>
      changeRoles(database, async (transaction) => {
        const permission = await findPermission(transaction, permission_name);
        if (!permission) return { result_state: 'IA_OK' };
        if (permission.built_in) throw refusal('PERMISSION_BUILT_IN');
        const holders = await transaction
          .selectFrom('aua.role_permissions')
          .select('role')
          .where('permission', '=', permission_name)
          .execute();
        if (holders.length > 0) {
          const roles = nameSome(holders.map(({ role }) => role).toSorted());
          throw refusal('PERMISSION_IN_USE', `Roles that have this permission: ${roles}.`);
        }
        await transaction
          .deleteFrom('aua.permissions')
          .where('permission', '=', permission_name)
          .execute();
        await record(transaction, { permission_name });
        return {};
      }),

    async permissionResolveRoles({ body, refusal }) {
      const role_names = namesOnce(body.role_names);
      const [unknown, permission_names] = await Promise.all([
        unknownNames(database, 'role', role_names),
        permissionsOfRoles(database, role_names),
      ]);
      if (unknown.length > 0) {
        throw refusal('ROLE_NOT_FOUND', `Names that no role has: ${nameSome(unknown)}.`);
      }
      return { permission_names };
    },

    async permissionList() {
      const { rows } = await sql<PermissionRow>`
        select permission as name, description, built_in from aua.permissions
        order by permission collate "C"
      `.execute(database);
      return { permissions: rows.map(toWire) };
    },
  };
}

function toWire(row: PermissionRow) {
  return { ...row, reserved: reservedPermissions.includes(row.name as Permission) };
}

async function findPermission(
  database: Database,
  name: string,
): Promise<PermissionRow | undefined> {
  return database
    .selectFrom('aua.permissions')
    .select(['permission as name', 'description', 'built_in'])
    .where('permission', '=', name)
    .executeTakeFirst();
}

async function countCustomPermissions(transaction: Database): Promise<number> {
  const { count } = await transaction
    .selectFrom('aua.permissions')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('built_in', '=', false)
    .executeTakeFirstOrThrow();
  return Number(count);
}
