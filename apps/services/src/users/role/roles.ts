import type { Contract } from '@lectern/contracts';
import { authorizationLimits } from '@lectern/contracts/calls/users/authorization';
import { sql } from 'kysely';
import type { Handlers } from '../../http/routes.ts';
import type { Database } from '../../storage/database.ts';
import { requireHeld } from '../granting.ts';
import { areSameNames, nameSome, namesOnce } from '../names.ts';
import {
  changeRoles,
  findRole,
  givePermissions,
  takePermissions,
  unknownNames,
  unknownPermissionsText,
} from '../role-store.ts';

type RoleCalls = Pick<Contract['aua'], 'roleCreate' | 'roleDelete' | 'roleList'>;

/** The calls under `/role` that are about roles as a whole. */
export function roleHandlers(database: Database): Handlers<RoleCalls> {
  return {
    roleCreate: ({ body, caller, refusal, record }) =>
      changeRoles(database, async (transaction) => {
        const { name, description = '' } = body;
        const permission_names = namesOnce(body.permission_names ?? []);
        const existing = await findRole(transaction, name);
        if (existing) {
          const isSame =
            (existing.description ?? '') === description &&
            areSameNames(existing.permission_names, permission_names);
          if (!isSame) throw refusal('ROLE_EXISTS');
          return { role: existing, result_state: 'IA_OK' };
        }
        const unknown = await unknownNames(transaction, 'permission', permission_names);
        if (unknown.length > 0)
          throw refusal('PERMISSION_NOT_FOUND', unknownPermissionsText(unknown));
        await requireHeld(transaction, caller, permission_names, refusal);
        if ((await countRoles(transaction)) >= authorizationLimits.roles) {
          throw refusal('ROLE_LIMIT_REACHED');
        }
        await transaction.insertInto('aua.roles').values({ role: name, description }).execute();
        await givePermissions(transaction, name, permission_names);
        await record(transaction, { role_name: name, permission_names });
        return { role: (await findRole(transaction, name))! };
      }),

    roleDelete: ({ body: { role_name }, refusal, record }) =>
      changeRoles(database, async (transaction) => {
        const role = await findRole(transaction, role_name);
        if (!role) return { result_state: 'IA_OK' };
        if (role.built_in) throw refusal('ROLE_BUILT_IN');
        const holders = await holdersOf(transaction, role_name);
        if (holders.count > 0) {
          const named = nameSome(holders.subjects, holders.count);
          throw refusal('ROLE_IN_USE', `Users who hold this role: ${named}.`);
        }
        await takePermissions(transaction, role_name, role.permission_names);
        await transaction.deleteFrom('aua.roles').where('role', '=', role_name).execute();
        const { permission_names } = role;
        await record(transaction, { role_name, permission_names });
        return {};
      }),

    async roleList() {
      const { rows } = await sql<{
        name: string;
        description: string;
        built_in: boolean;
        permission_names: string[];
      }>`
        select role as name, description, built_in,
          array(
            select permission from aua.role_permissions given where given.role = roles.role
            order by permission collate "C"
          ) as permission_names
        from aua.roles
        order by role collate "C"
      `.execute(database);
      return {
        roles: rows.map(({ description, ...role }) => ({
          ...role,
          ...(description && { description }),
        })),
      };
    },
  };
}

async function countRoles(transaction: Database): Promise<number> {
  const { count } = await transaction
    .selectFrom('aua.roles')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** How many users hold a role, and who the first ones are. */
async function holdersOf(transaction: Database, role: string) {
  const held = transaction.selectFrom('aua.user_roles').where('role', '=', role);
  const { count } = await held
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  const rows = await held.select('subject').orderBy('subject').limit(10).execute();
  return { count: Number(count), subjects: rows.map(({ subject }) => subject) };
}
