import * as z from 'zod/mini';
import { flag, list, text } from '../scalars.ts';
import { withStatus } from '../with-status.ts';

/*
 * Roles and permissions as several families of calls name them. A reference is always a name
 * (`role_name`, `permission_names`); `role` and `permission` are the things themselves.
 */

/** Most of what an installation may have: lists are given whole, so they must stay readable. */
export const authorizationLimits = {
  roles: 500,
  /** Permissions that administrators made, beside those of the contract. */
  customPermissions: 500,
  permissionsPerRole: 500,
  rolesPerUser: 50,
} as const;

/** Name of a role: fits X-Ia-Roles, where commas separate the names. */
export const roleName = z
  .string()
  .check(z.regex(/^[A-Za-z0-9_-]{1,64}$/), z.describe('Name of a role, such as teacher.'));

/** Name of a permission: one of the contract's, or one that an administrator made. */
export const permissionName = z
  .string()
  .check(
    z.regex(/^[a-z0-9][a-z0-9.-]{0,63}$/),
    z.describe('Name of a permission, such as user.read.'),
  );

/** Permissions of a role as a body names them; a name that appears twice counts once. */
export const permissionNames = z
  .array(permissionName)
  .check(z.maxLength(authorizationLimits.permissionsPerRole));

/** A named set of permissions. */
export const role = z.object({
  name: roleName,
  description: z.optional(text(500, 'What the role is for.')),
  built_in: flag('Every installation has this role; it cannot be deleted.'),
  permission_names: list('In the order of their names.', permissionName),
});

export const permission = z.object({
  name: permissionName,
  description: text(500, 'What the permission allows.'),
  built_in: flag('The contract has this permission; it cannot be deleted.'),
  reserved: flag('No role that a pupil holds can have it, as with subject.act-for.'),
});

export const roleNotFound = withStatus(404, { ROLE_NOT_FOUND: 'No role has this name.' });

export const permissionNotFound = withStatus(404, {
  PERMISSION_NOT_FOUND: 'No permission has one of these names. Nothing was changed.',
});

export const permissionReserved = withStatus(409, {
  PERMISSION_RESERVED: 'A pupil would hold a permission that is reserved. Nothing was changed.',
});

/** A subject that manages and assigns roles gives others anything; nobody gives itself anything. */
export const grantNotHeld = withStatus(403, {
  GRANT_NOT_HELD: 'The caller does not hold what it would give. Nothing was changed.',
});

export const lastAdministrator = withStatus(409, {
  LAST_ADMINISTRATOR: 'Nobody could manage and assign roles any more. Nothing was changed.',
});
