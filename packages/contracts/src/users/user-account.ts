import * as z from 'zod/mini';
import { defineCall } from '../define.ts';
import { withStatus } from '../with-status.ts';
import { identifier, label, list, subject, text, timestamp } from '../scalars.ts';
import { directoryErrors } from './directory.ts';
import { mandantGroup } from './mandant-group.ts';
import { distinctKeys } from './property.ts';
import { identity, property, userInfoRefused, userNotFound } from './user.ts';

/* Calls of users about their own account. They are no part of user.ts because a session starts without them. */

/** Longest value of a property, in UTF-16 code units. */
const propertyValueMaximumLength = 4_096;

/**
 * Outcome of refreshing one identity. `NOT_FOUND`: the directory does not know it, and it stays as it is.
 * `NOT_ASKED`: its provider has no directory, or is not that of the caller's token.
 */
export const identityRefreshOutcome = z.enum(['CHANGED', 'UNCHANGED', 'NOT_FOUND', 'NOT_ASKED']);

/** Issuer of an upload token: AWS Cognito, or the platform itself. */
export const uploadTokenProvider = z.enum(['cognito', 'local']);

/** Facts that calls which only read an account share. */
const reading = {
  errors: userNotFound,
  permission: 'user.read',
  permissionForOthers: 'user.read-any',
  forPublishers: 'customers',
  repeatSafe: true,
} as const;

export const userAccountCalls = {
  userGetMandantGroups: defineCall({
    ...reading,
    path: '/user/getMandantGroups',
    summary: 'Gives the mandant groups of a user in the order of their names.',
    body: z.strictObject({ subject }),
    answer: z.object({ mandant_groups: z.array(mandantGroup) }),
  }),
  userCheckGroupMembership: defineCall({
    ...reading,
    path: '/user/checkGroupMembership',
    summary: 'Says whether an identity of a user is in a group at its identity provider.',
    body: z.strictObject({
      subject,
      group: label(255, 'Group there, such as aua_group_sv_pandalogin; case counts.'),
      identity_provider_identifier: z.optional(identifier('Only identities of this provider.')),
    }),
    answer: z.object({ is_member: z.boolean() }),
  }),
  userSetProperties: defineCall({
    path: '/user/setProperties',
    summary:
      'Sets or, with null, removes properties of a user, all or none; the others stay. IA_OK: nothing changed.',
    body: z.strictObject({
      subject,
      properties: z
        .array(
          z.strictObject({
            key: identifier('Name of the property.'),
            value: z.nullable(
              z
                .string()
                .check(
                  z.maxLength(propertyValueMaximumLength),
                  z.describe('Value of the property; null removes it.'),
                ),
            ),
          }),
        )
        // Values of three bytes a code unit must fit the body all the same.
        .check(z.minLength(1), z.maxLength(50), distinctKeys),
    }),
    answer: z.object({
      properties: list('All that the user has now.', property),
    }),
    errors: {
      ...userNotFound,
      ...withStatus(409, {
        PROPERTY_NOT_ALLOWED:
          'A key that is to be set has no enabled template. Nothing was changed.',
      }),
    },
    permission: 'user.write-property',
    permissionForOthers: 'user.manage',
    ownTokenOnly: true,
    administrative: 'for-others',
    repeatSafe: true,
  }),
  userRefreshIdentities: defineCall({
    path: '/user/refreshIdentities',
    summary:
      "Refreshes the groups of identities: the caller's from user information, another's from the directories of the providers. IA_OK: nothing changed.",
    body: z.strictObject({
      subject,
      identity_provider_identifier: z.optional(identifier('Only identities of this provider.')),
    }),
    answer: z.object({
      identities: z.array(z.extend(identity, { outcome: identityRefreshOutcome })),
    }),
    errors: { ...userNotFound, ...userInfoRefused, ...directoryErrors },
    permission: 'user.refresh',
    permissionForOthers: 'user.refresh-any',
    ownTokenOnly: true,
    administrative: 'for-others',
    repeatSafe: true,
  }),
  userGetAwsCognitoToken: defineCall({
    path: '/user/getAwsCognitoToken',
    summary: "Gives a short-lived token for the caller's upload area of the file gateway.",
    answer: z.object({
      identity_id: identifier('The caller as the issuer of the token names it.'),
      token: text(8_192, 'OpenID Connect token; anyone who has it may upload for the caller.'),
      expires_at: timestamp('From when the token opens nothing.'),
      provider: uploadTokenProvider,
      region: z.optional(text(32, 'AWS region of the identity pool; absent for local tokens.')),
    }),
    errors: {
      ...withStatus(409, {
        // Not 5xx: to try again changes nothing.
        UPLOAD_TOKEN_NOT_CONFIGURED:
          'Neither AWS Cognito nor a secret for upload tokens is configured.',
      }),
      ...withStatus(502, { UPLOAD_TOKEN_UNAVAILABLE: 'The configured AWS Cognito gave no token.' }),
    },
    permission: 'user.upload',
    ownTokenOnly: true,
    repeatSafe: true,
  }),
} as const;
