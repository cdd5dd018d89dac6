import type { Contract } from '@lectern/contracts';
import { administratorPermissions } from '../../authorization/permissions-now.ts';
import { authorizationLimits } from '@lectern/contracts/calls/users/authorization';
import type { Handlers } from '../../http/routes.ts';
import type { Database } from '../../storage/database.ts';
import { requireHeld } from '../granting.ts';
import { holdsRole } from '../held-roles.ts';
import { requireAdministratorRemains } from '../last-administrator.ts';
import { areSameNames, namesOnce } from '../names.ts';
import { exceedTeacher } from '../privilege.ts';
import { includesReserved, isHeldByPupils } from '../reserved-permissions.ts';
import {
  changeRoles,
  findRole,
  givePermissions,
  takePermissions,
  unknownNames,
  unknownPermissionsText,
} from '../role-store.ts';
import { isHeldByLinked } from '../subject-links.ts';

type RolePermissionCalls = Pick<
  Contract['aua'],
  'roleSetPermissions' | 'roleAttachPermission' | 'roleDetachPermission'
>;

/** The calls under `/role` that say what a role may do. */
export function rolePermissionHandlers(database: Database): Handlers<RolePermissionCalls> {
  return {
    roleSetPermissions: ({ body: { role_name, permission_names }, caller, refusal, record }) =>
      changeRoles(database, async (transaction) => {
        const role = await findRole(transaction, role_name);
        if (!role) throw refusal('ROLE_NOT_FOUND');
        const after = namesOnce(permission_names);
        const unknown = await unknownNames(transaction, 'permission', after);
        if (unknown.length > 0)
          throw refusal('PERMISSION_NOT_FOUND', unknownPermissionsText(unknown));
        const before = role.permission_names;
        if (areSameNames(before, after)) return { role, result_state: 'IA_OK' };
        if (includesReserved(after) && (await isHeldByPupils(transaction, role_name))) {
          throw refusal('PERMISSION_RESERVED');
        }
        const attached = after.filter((name) => !before.includes(name));
        const detached = before.filter((name) => !after.includes(name));
        if (
          (await exceedTeacher(transaction, attached)) &&
          (await isHeldByLinked(transaction, role_name))
        ) {
          throw refusal('SUBJECT_LINKED');
        }
        await record(transaction, { role_name, attached, detached });
        const isOwn = await holdsRole(transaction, caller.tokenSubject, role_name);
        await requireHeld(transaction, caller, attached, refusal, isOwn);
        await givePermissions(transaction, role_name, attached);
        await takePermissions(transaction, role_name, detached);
        if (mayEndAdministration(detached)) await requireAdministratorRemains(transaction, refusal);
        return { role: { ...role, permission_names: after } };
      }),

    roleAttachPermission: ({ body: { role_name, permission_name }, caller, refusal, record }) =>
      changeRoles(database, async (transaction) => {
        const role = await findRole(transaction, role_name);
        if (!role) throw refusal('ROLE_NOT_FOUND');
        const unknown = await unknownNames(transaction, 'permission', [permission_name]);
        if (unknown.length > 0)
          throw refusal('PERMISSION_NOT_FOUND', unknownPermissionsText(unknown));
        const before = role.permission_names;
        if (before.includes(permission_name)) return { role, result_state: 'IA_OK' };
        if (includesReserved([permission_name]) && (await isHeldByPupils(transaction, role_name))) {
          throw refusal('PERMISSION_RESERVED');
        }
        if (
          (await exceedTeacher(transaction, [permission_name])) &&
          (await isHeldByLinked(transaction, role_name))
        ) {
          throw refusal('SUBJECT_LINKED');
        }
        if (before.length >= authorizationLimits.permissionsPerRole) throw refusal('ROLE_FULL');
        const isOwn = await holdsRole(transaction, caller.tokenSubject, role_name);
        await requireHeld(transaction, caller, [permission_name], refusal, isOwn);
        await givePermissions(transaction, role_name, [permission_name]);
        await record(transaction, { role_name, attached: [permission_name], detached: [] });
        return { role: { ...role, permission_names: [...before, permission_name].toSorted() } };
      }),

    roleDetachPermission: ({ body: { role_name, permission_name }, refusal, record }) =>
      changeRoles(database, async (transaction) => {
        const role = await findRole(transaction, role_name);
        if (!role) throw refusal('ROLE_NOT_FOUND');
        const after = role.permission_names.filter((name) => name !== permission_name);
        if (after.length === role.permission_names.length) return { role, result_state: 'IA_OK' };
        const detached = [permission_name];
        await record(transaction, { role_name, attached: [], detached });
        await takePermissions(transaction, role_name, detached);
        if (mayEndAdministration(detached)) await requireAdministratorRemains(transaction, refusal);
        return { role: { ...role, permission_names: after } };
      }),
  };
}

function mayEndAdministration(detached: readonly string[]): boolean {
  return administratorPermissions.some((permission) => detached.includes(permission));
}
