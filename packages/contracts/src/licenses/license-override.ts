import * as z from 'zod/mini';
import { administered, defineCall } from '../define.ts';
import { withStatus } from '../with-status.ts';
import { identifier, subject, text, timestamp } from '../scalars.ts';
import { licenseNotFound } from './license-usage.ts';

/**
 * Effect of an override until it ends: extend lets the licence hold whatever its own end, block closes it. Of
 * several a block wins.
 */
export const licenseOverrideKind = z.enum([
  'LICENSE_OVERRIDE_KIND_EXTEND',
  'LICENSE_OVERRIDE_KIND_BLOCK',
]);

const licenseOverrideId = z
  .uuid()
  .check(z.describe('The override. Its caller chooses it, so that a repeat is recognized.'));

const content = {
  license_override_id: licenseOverrideId,
  license_override_kind: licenseOverrideKind,
  reason: text(500, 'Why; support and the audit log read it.'),
  ends_at: timestamp('When the override ends by itself.'),
};

/** An exception that support makes of a licence. It is never changed, only deleted. */
export const licenseOverride = z.object({
  ...content,
  saved_at: timestamp('Since when it holds.'),
  saved_by: z.optional(subject.check(z.describe('Who saved it; absent: erased since.'))),
});

const overridden = {
  subject,
  license_code: identifier('The licence; the subject has it.'),
};

export const licenseOverrideCalls = {
  licenseOverrideSave: defineCall({
    path: '/licenseOverride/save',
    summary:
      'Extends or blocks a licence from now until a given end. IA_OK: the same override is there.',
    body: z.strictObject({ ...overridden, license_override: z.strictObject(content) }),
    answer: z.object({ license_override: licenseOverride }),
    errors: {
      ...licenseNotFound,
      ...withStatus(409, {
        LICENSE_OVERRIDE_CONFLICT:
          'An override with this id is there with another content, or was deleted. Choose a new id.',
      }),
      ...withStatus(400, { LICENSE_OVERRIDE_IN_THE_PAST: '`ends_at` has passed.' }),
    },
    permission: 'license-override.manage',
    permissionForOthers: 'license-override.manage',
    forPublishers: 'by-mandant',
    ...administered,
  }),
  licenseOverrideDelete: defineCall({
    path: '/licenseOverride/delete',
    summary: 'Ends an override before its time. IA_OK: it was deleted before.',
    body: z.strictObject({
      ...overridden,
      license_override_id: licenseOverrideId,
      reason: text(500, 'Why, for the audit log.'),
    }),
    answer: z.object({}),
    errors: {
      ...licenseNotFound,
      ...withStatus(404, {
        LICENSE_OVERRIDE_NOT_FOUND: 'The licence has no override with this id.',
      }),
    },
    permission: 'license-override.manage',
    permissionForOthers: 'license-override.manage',
    forPublishers: 'by-mandant',
    ...administered,
  }),
} as const;
