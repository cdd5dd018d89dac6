import * as z from 'zod/mini';
import { administered, defineCall } from '../define.ts';
import { withStatus } from '../with-status.ts';
import { flag, identifier, label, list, subject } from '../scalars.ts';
import {
  authorizationLimits,
  grantNotHeld,
  lastAdministrator,
  permissionReserved,
  roleName,
  roleNotFound,
} from './authorization.ts';
import { mandantGroup, mandantGroupsMaximum } from './mandant-group.ts';
import { user, userNotFound } from './user.ts';
import { subjectLinked } from './user-lifecycle.ts';

/* Calls of administrators about users. They are no part of user.ts because no page of the shell makes them. */

const name = (description: string) => z.optional(z.nullable(label(255, description)));
const email = z
  .string()
  .check(
    z.normalize('NFC'),
    z.maxLength(320),
    z.regex(/^[^\s@]+@[^\s@]+$/),
    z.describe('E-mail address. What the identity provider says next replaces it.'),
  );
const locale = z
  .string()
  .check(
    z.maxLength(35),
    z.regex(/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/),
    z.describe('Preferred language as a BCP 47 tag.'),
  );
const mandantGroups = list(
  'Replace those there are. One that appears twice counts once.',
  mandantGroup,
).check(z.maxLength(mandantGroupsMaximum));

const identityKey = {
  identity_provider_identifier: identifier('Connector id, such as BEOOK_1.'),
  external_id: identifier('The user at that provider.'),
};
const identities = list(
  'Added to those there are; userDeleteIdentity removes one.',
  z.strictObject({
    ...identityKey,
    groups: list(
      'Replace those that the identity has.',
      label(255, 'Group at the identity provider.'),
    ).check(z.maxLength(200)),
  }),
).check(
  z.maxLength(10),
  z.refine(
    (entries) =>
      new Set(
        entries.map((entry) =>
          JSON.stringify([entry.identity_provider_identifier, entry.external_id]),
        ),
      ).size === entries.length,
    'An identity appears twice.',
  ),
);

/** Facts that calls about another's user share; only the subject's own token may make them. */
const administration = {
  permission: 'user.manage',
  permissionForOthers: 'user.manage',
  ...administered,
} as const;

export const userAdministrationCalls = {
  userSet: defineCall({
    ...administration,
    path: '/user/set',
    summary:
      'Creates or changes a user. What is absent stays, null removes it. IA_OK: nothing changed.',
    body: z.strictObject({
      subject,
      given_name: name('Given name.'),
      family_name: name('Family name.'),
      email: z.optional(z.nullable(email)),
      locale: z.optional(z.nullable(locale)),
      mandant_groups: z.optional(mandantGroups),
      identities: z.optional(identities),
    }),
    answer: z.object({
      user,
      created: flag('Whether the user is new.'),
    }),
    errors: {
      ...grantNotHeld,
      ...withStatus(409, {
        IDENTITY_TAKEN: 'Another user has one of the identities. Nothing was changed.',
      }),
    },
  }),
  userSetEmail: defineCall({
    ...administration,
    path: '/user/setEmail',
    summary: 'Sets or, with null, removes the e-mail address of a user. IA_OK: nothing changed.',
    body: z.strictObject({ subject, email: z.nullable(email) }),
    answer: z.object({ user }),
    errors: userNotFound,
  }),
  userSetMandantGroups: defineCall({
    ...administration,
    path: '/user/setMandantGroups',
    summary: 'Replaces the mandant groups of a user. IA_OK: nothing changed.',
    body: z.strictObject({ subject, mandant_groups: mandantGroups }),
    answer: z.object({ mandant_groups: z.array(mandantGroup) }),
    errors: { ...userNotFound, ...grantNotHeld },
  }),
  userSetRoles: defineCall({
    ...administration,
    path: '/user/setRoles',
    summary:
      'Replaces the roles of a user; without any the user is a student. IA_OK: nothing changed.',
    body: z.strictObject({
      subject,
      role_names: list('One that appears twice counts once.', roleName).check(
        z.maxLength(authorizationLimits.rolesPerUser),
      ),
    }),
    answer: z.object({ role_names: z.array(roleName) }),
    errors: {
      ...userNotFound,
      ...roleNotFound,
      ...permissionReserved,
      ...subjectLinked,
      ...lastAdministrator,
      ...grantNotHeld,
    },
    permission: 'role.assign',
    permissionForOthers: 'role.assign',
  }),
  userDeleteIdentity: defineCall({
    ...administration,
    path: '/user/deleteIdentity',
    summary: 'Removes an identity from a user. IA_OK: the user does not have it.',
    body: z.strictObject({ subject, ...identityKey }),
    answer: z.object({}),
    errors: userNotFound,
  }),
} as const;
