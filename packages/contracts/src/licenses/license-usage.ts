import * as z from 'zod/mini';
import { defineCall } from '../define.ts';
import { withStatus } from '../with-status.ts';
import { identifier, subject, timestamp } from '../scalars.ts';
import { deviceIdentifier } from './device.ts';

/**
 * How firmly a seat is held (section 9). Volatile: a usage without a heartbeat in time has ended, and
 * its seat is free again.
 */
export const licenseUsageConsistencyType = z.enum(['LICENSE_USAGE_CONSISTENCY_TYPE_VOLATILE']);

/** A usage by its licence, whose seats are counted in one place, and its id. */
export const licenseUsageKey = {
  license_code: identifier('The licence whose seat it is.'),
  license_usage_id: z.uuid().check(z.describe('The usage, as obtaining it gave it.')),
};

/** A seat of a licence in use: by one subject, on one device. */
export const licenseUsage = z.object({
  ...licenseUsageKey,
  subject,
  device_identifier: deviceIdentifier,
  license_usage_consistency_type: licenseUsageConsistencyType,
  obtained_at: timestamp('When the seat was obtained.'),
  expires_at: timestamp('When the usage ends without another heartbeat.'),
  heartbeat_interval_in_seconds: z
    .int()
    .check(z.gte(1), z.describe('How often to give off a heartbeat, so that one may be lost.')),
});

export const licenseNotFound = withStatus(404, {
  LICENSE_NOT_FOUND: 'The subject has no licence with this code.',
});

export const licenseNotValid = withStatus(403, {
  LICENSE_NOT_VALID:
    'The licence is expired or blocked, or it is for another publisher or product.',
});

export const licenseUsageNotFound = withStatus(404, {
  LICENSE_USAGE_NOT_FOUND:
    'The subject never obtained a usage with this id, it ended long ago, or its licence is gone.',
});

export const licenseUsageCalls = {
  licenseUsageGiveOffHeartbeat: defineCall({
    path: '/licenseUsage/giveOffHeartbeat',
    summary: 'Keeps a usage for another while. One that has ended stays ended.',
    body: z.strictObject({ subject, ...licenseUsageKey }),
    answer: z.object({ license_usage: licenseUsage }),
    errors: {
      ...licenseUsageNotFound,
      ...licenseNotValid,
      ...withStatus(409, {
        LICENSE_USAGE_ENDED:
          'The usage was given back, taken, or had no heartbeat in time. Obtain another.',
      }),
    },
    permission: 'license.use',
    ownTokenOnly: true,
    repeatSafe: true,
  }),
} as const;
