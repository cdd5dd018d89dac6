import * as z from 'zod/mini';
import { administered, defineCall } from '../define.ts';
import { withStatus } from '../with-status.ts';
import { permissions } from '../permissions.ts';
import { list, text } from '../scalars.ts';
import {
  authorizationLimits,
  permission,
  permissionName,
  roleName,
  roleNotFound,
} from './authorization.ts';

const permissionsMaximum = Object.keys(permissions).length + authorizationLimits.customPermissions;

export const permissionCalls = {
  permissionCreate: defineCall({
    path: '/permission/create',
    summary:
      'Makes a permission for calls outside the platform to be decided by. IA_OK: the same permission is there already.',
    body: z.strictObject({
      name: permissionName,
      description: text(500, 'What the permission allows.'),
    }),
    answer: z.object({ permission }),
    errors: withStatus(409, {
      PERMISSION_EXISTS:
        'Another permission has this name: one of the contract, or one with another description.',
      PERMISSION_LIMIT_REACHED: `There are at most ${authorizationLimits.customPermissions} permissions beside those of the contract.`,
    }),
    permission: 'role.manage',
    ...administered,
  }),
  permissionDelete: defineCall({
    path: '/permission/delete',
    summary: 'Deletes a permission that no role has. IA_OK: there is none of this name.',
    body: z.strictObject({ permission_name: permissionName }),
    answer: z.object({}),
    errors: withStatus(409, {
      PERMISSION_BUILT_IN: 'A permission of the contract cannot be deleted.',
      PERMISSION_IN_USE:
        'Roles have this permission. The message of the answer says how many, and names some.',
    }),
    permission: 'role.manage',
    ...administered,
  }),
  permissionResolveRoles: defineCall({
    path: '/permission/resolveRoles',
    summary: 'Says which permissions a set of roles gives together.',
    body: z.strictObject({
      role_names: z
        .array(roleName)
        .check(z.minLength(1), z.maxLength(authorizationLimits.rolesPerUser)),
    }),
    answer: z.object({
      permission_names: list('Each once, in the order of their names.', permissionName),
    }),
    errors: roleNotFound,
    permission: 'role.read',
    repeatSafe: true,
  }),
  permissionList: defineCall({
    path: '/permission/list',
    summary: 'Gives all permissions, in the order of their names.',
    answer: z.object({ permissions: z.array(permission).check(z.maxLength(permissionsMaximum)) }),
    permission: 'role.read',
    repeatSafe: true,
  }),
} as const;
