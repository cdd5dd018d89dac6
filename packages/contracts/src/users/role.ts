import * as z from 'zod/mini';
import { administered, defineCall } from '../define.ts';
import { withStatus } from '../with-status.ts';
import { text } from '../scalars.ts';
import {
  authorizationLimits,
  grantNotHeld,
  lastAdministrator,
  permissionName,
  permissionNames,
  permissionNotFound,
  permissionReserved,
  role,
  roleName,
  roleNotFound,
} from './authorization.ts';
import { subjectLinked } from './user-lifecycle.ts';

const pair = z.strictObject({ role_name: roleName, permission_name: permissionName });

/** Facts that calls which change a role share; only the subject's own token may make them. */
const change = {
  permission: 'role.manage',
  ...administered,
} as const;

export const roleCalls = {
  roleCreate: defineCall({
    ...change,
    path: '/role/create',
    summary: 'Makes a role. IA_OK: the same role is there already.',
    body: z.strictObject({
      name: roleName,
      description: z.optional(text(500, 'What the role is for.')),
      permission_names: z.optional(permissionNames),
    }),
    answer: z.object({ role }),
    errors: {
      ...withStatus(409, {
        ROLE_EXISTS: 'Another role has this name, with other permissions or another description.',
        ROLE_LIMIT_REACHED: `There are at most ${authorizationLimits.roles} roles.`,
      }),
      ...permissionNotFound,
      ...grantNotHeld,
    },
  }),
  roleSetPermissions: defineCall({
    ...change,
    path: '/role/setPermissions',
    summary: 'Replaces the permissions of a role. IA_OK: it has exactly these already.',
    body: z.strictObject({ role_name: roleName, permission_names: permissionNames }),
    answer: z.object({ role }),
    errors: {
      ...roleNotFound,
      ...permissionNotFound,
      ...permissionReserved,
      ...subjectLinked,
      ...lastAdministrator,
      ...grantNotHeld,
    },
  }),
  roleAttachPermission: defineCall({
    ...change,
    path: '/role/attachPermission',
    summary: 'Gives a role one permission more. IA_OK: it has it already.',
    body: pair,
    answer: z.object({ role }),
    errors: {
      ...roleNotFound,
      ...permissionNotFound,
      ...permissionReserved,
      ...subjectLinked,
      ...grantNotHeld,
      ...withStatus(409, {
        ROLE_FULL: `A role has at most ${authorizationLimits.permissionsPerRole} permissions.`,
      }),
    },
  }),
  roleDetachPermission: defineCall({
    ...change,
    path: '/role/detachPermission',
    summary: 'Takes one permission from a role. IA_OK: it does not have it.',
    body: pair,
    answer: z.object({ role }),
    errors: { ...roleNotFound, ...lastAdministrator },
  }),
  roleDelete: defineCall({
    ...change,
    path: '/role/delete',
    summary: 'Deletes a role that nobody holds. IA_OK: there is none of this name.',
    body: z.strictObject({ role_name: roleName }),
    answer: z.object({}),
    errors: withStatus(409, {
      ROLE_BUILT_IN: 'A built-in role cannot be deleted.',
      ROLE_IN_USE: 'Users hold this role. The message of the answer says how many, and names some.',
    }),
  }),
  roleList: defineCall({
    path: '/role/list',
    summary: 'Gives all roles with their permissions, in the order of their names.',
    answer: z.object({ roles: z.array(role).check(z.maxLength(authorizationLimits.roles)) }),
    permission: 'role.read',
    repeatSafe: true,
  }),
} as const;
