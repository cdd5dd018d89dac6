import * as z from 'zod/mini';
import { defineCall } from '../define.ts';
import { withStatus } from '../with-status.ts';
import { identifier, label, list, subject, text, timestamp } from '../scalars.ts';
import { permissionName, roleName } from './authorization.ts';

/** A user as the platform knows it. Names and e-mail may be missing: some providers give none. */
export const user = z.object({
  subject,
  given_name: z.optional(label(255, 'Given name.')),
  family_name: z.optional(label(255, 'Family name.')),
  email: z.optional(label(320, 'E-mail address, not verified by the platform.')),
  locale: z.optional(text(35, 'Preferred language as a BCP 47 tag.')),
});
export type User = z.infer<typeof user>;

/** One entry of a user's key-value list. */
export const property = z.object({
  key: identifier('Name of the property.'),
  value: z.string().check(z.describe('Value of the property.')),
});
export type Property = z.infer<typeof property>;

/**
 * Name of the property that only the user's own session is given: 32 bytes as base64url, made by the
 * service, under which a browser seals what it could not deliver yet. Nobody sets it.
 */
export const outboxKeyProperty = 'outbox-key';

/** Where a user comes from: an identity at an identity provider, and its groups there. */
export const identity = z.object({
  identity_provider_identifier: identifier(
    'Connector id of the identity provider, such as BEOOK_1.',
  ),
  external_id: identifier('The user at that provider.'),
  groups: z.array(label(255, 'Group at the identity provider, such as aua_group_sv_pandalogin.')),
});
export type Identity = z.infer<typeof identity>;

export const userNotFound = withStatus(404, { USER_NOT_FOUND: 'No user has this subject.' });

export const userInfoRefused = withStatus(502, {
  USER_INFO_REFUSED: 'The identity provider gave no user information that belongs to this token.',
});

/*
 * Calls of the shell when it starts a session. The other calls under `/user` are in files of their own, because a
 * browser page loads this one.
 */

/** Another account that leads to the user, for user/unlink. */
const undoableLink = z.object({
  from_subject: subject,
  linked_at: timestamp('When it was linked.'),
  undo_until: timestamp('Until when user/unlink undoes it.'),
});

/** Facts that calls which read a user share. */
const reading = {
  body: z.strictObject({ subject }),
  errors: userNotFound,
  permission: 'user.read',
  permissionForOthers: 'user.read-any',
  forPublishers: 'customers',
  repeatSafe: true,
} as const;

export const userCalls = {
  userGet: defineCall({
    ...reading,
    path: '/user/get',
    summary: 'Gives a user.',
    answer: z.object({ user }),
  }),
  userGetProperties: defineCall({
    ...reading,
    path: '/user/getProperties',
    summary:
      'Gives the properties of a user; to the user also the key that undelivered work is sealed with.',
    answer: z.object({ properties: z.array(property) }),
  }),
  userGetIdentities: defineCall({
    ...reading,
    path: '/user/getIdentities',
    summary:
      'Gives the identities of a user with their groups; to the user also the links that can still be undone.',
    answer: z.object({ identities: z.array(identity), links: z.optional(z.array(undoableLink)) }),
  }),
  userGetRoles: defineCall({
    ...reading,
    path: '/user/getRoles',
    summary: 'Gives the roles of a user, and the permissions that they make together.',
    answer: z.object({
      role_names: list('Student alone where the user was never given one.', roleName),
      permission_names: z.array(permissionName),
    }),
  }),
  userUpdateUserInfo: defineCall({
    path: '/user/updateUserInfo',
    summary:
      "Refreshes the caller's names, e-mail, identity and groups from the identity provider; the first time it creates the user.",
    headers: 'subject',
    answer: z.object({ user }),
    errors: userInfoRefused,
    permission: 'user.refresh',
    ownTokenOnly: true,
    createsUser: true,
    repeatSafe: true,
  }),
} as const;
