import * as z from 'zod/mini';
import { defineCall } from '../define.ts';
import { withStatus } from '../with-status.ts';
import { flag, identifier, integer, label, list, subject, timestamp } from '../scalars.ts';
import { roleName } from './authorization.ts';
import { directoryErrors } from './directory.ts';
import { mandantGroup } from './mandant-group.ts';
import { user, userNotFound } from './user.ts';

/* The searches under `/user`. They are no part of user.ts because no page of the shell makes them. */

/** Compared fields of a quick search (specification, section 3). */
export const userQuickSearchType = z.enum(['email', 'subject', 'email_or_subject']);

export const userSortField = z.enum([
  'family_name',
  'given_name',
  'email',
  'subject',
  'created_at',
]);
export const sortDirection = z.enum(['ascending', 'descending']);

const cursor = z
  .string()
  .check(
    z.regex(/^[A-Za-z0-9_-]{1,4096}$/),
    z.describe('`next_cursor` of the page before, asked for with the same filter and sort.'),
  );

const foundUser = z.extend(user, {
  mandant_groups: z.array(mandantGroup),
  role_names: list('Empty: never given one, so a student.', roleName),
  created_at: timestamp('When the platform first saw the user.'),
});

/** A person as a directory of an identity provider knows it, whether or not a user here. */
const externalUser = z.object({
  identity_provider_identifier: identifier('Connector id of the identity provider.'),
  external_id: identifier('The user at that provider.'),
  given_name: z.optional(label(255, 'Given name.')),
  family_name: z.optional(label(255, 'Family name.')),
  email: z.optional(label(320, 'E-mail address.')),
  subject: z.optional(subject),
});

const quickSearchLimit = integer(1, 50, 'Most users in the answer. Default 10.');

const truncated = flag('Whether there are more than given.');

export const userSearchCalls = {
  userQuickSearch: defineCall({
    path: '/user/quickSearch',
    summary: 'Finds users by the beginning of the e-mail address or subject, in that order.',
    body: z.strictObject({
      term: label(320, 'How it begins. E-mail addresses are compared without regard to case.'),
      type: userQuickSearchType,
      limit: z.optional(quickSearchLimit),
    }),
    answer: z.object({ users: z.array(user), truncated }),
    permission: 'user.search',
    repeatSafe: true,
  }),
  userExtendedSearch: defineCall({
    path: '/user/extendedSearch',
    summary: 'Pages through the users that meet all conditions of a filter.',
    body: z.strictObject({
      filter: z.optional(
        z.strictObject({
          given_name: z.optional(label(255, 'How it begins, without regard to case.')),
          family_name: z.optional(label(255, 'How it begins, without regard to case.')),
          email: z.optional(label(320, 'How it begins, without regard to case.')),
          mandant_group: z.optional(mandantGroup),
          role_name: z
            .optional(roleName)
            .check(z.describe('Student: also users who were never given a role.')),
          identity_provider_identifier: z.optional(identifier('Has an identity there.')),
          identity_group: z.optional(
            label(
              255,
              'An identity is in this group; that at the provider above, where one is given.',
            ),
          ),
          created_after: z.optional(timestamp('First seen at this time or later.')),
          created_before: z.optional(timestamp('First seen before this time.')),
        }),
      ),
      sort: z
        .optional(z.strictObject({ field: userSortField, direction: sortDirection }))
        .check(
          z.describe(
            'Default family_name, ascending. Users without a value come last, equal ones by subject in the same direction. Names are sorted as in a German dictionary.',
          ),
        ),
      cursor: z.optional(cursor),
      limit: z.optional(integer(1, 200, 'Most users of a page. Default 50.')),
    }),
    answer: z.object({
      users: z.array(foundUser),
      next_cursor: z.optional(z.string().check(z.describe('Absent on the last page.'))),
    }),
    errors: withStatus(400, {
      CURSOR_INVALID: 'The cursor belongs to another filter or sort order, or was never issued.',
    }),
    permission: 'user.search',
    repeatSafe: true,
  }),
  userExternalSearch: defineCall({
    path: '/user/externalSearch',
    summary: 'Finds people in the directory of one identity provider, or of all that have one.',
    body: z.strictObject({
      term: label(320, 'What the directory searches: a name, an e-mail address, its own id.'),
      identity_provider_identifier: z.optional(identifier('Only the directory of this provider.')),
      limit: z.optional(quickSearchLimit),
    }),
    answer: z.object({
      users: list('With `subject` where the person is a user here.', externalUser),
      truncated,
    }),
    errors: {
      ...withStatus(404, { PROVIDER_NOT_FOUND: 'No identity provider has this connector id.' }),
      ...directoryErrors,
    },
    permission: 'user.search',
    repeatSafe: true,
  }),
  userGetForProvider: defineCall({
    path: '/user/getForProvider',
    summary: 'Gives the user who has an identity at an identity provider.',
    body: z.strictObject({
      identity_provider_identifier: identifier('Connector id of the identity provider.'),
      external_id: identifier('The user at that provider.'),
    }),
    answer: z.object({ user }),
    errors: {
      USER_NOT_FOUND: { ...userNotFound.USER_NOT_FOUND, text: 'No user has this identity.' },
    },
    // There is no subject that the answer could be checked against before it is known.
    permission: 'user.read-any',
    repeatSafe: true,
  }),
} as const;
