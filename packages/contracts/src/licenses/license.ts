import * as z from 'zod/mini';
import { defineCall } from '../define.ts';
import { withStatus } from '../with-status.ts';
import {
  count,
  flag,
  identifier,
  integer,
  list,
  reference,
  subject,
  text,
  timestamp,
} from '../scalars.ts';
import { deviceIdentifier, deviceNotFound } from './device.ts';
import { licenseOverride } from './license-override.ts';
import {
  licenseNotFound,
  licenseNotValid,
  licenseUsage,
  licenseUsageConsistencyType,
  licenseUsageKey,
  licenseUsageNotFound,
} from './license-usage.ts';

/** How a licence is shared: by user, by device, by group (class), or by concurrent use. */
export const licenseStrategy = z.enum([
  'LICENSE_STRATEGY_USER',
  'LICENSE_STRATEGY_DEVICE',
  'LICENSE_STRATEGY_GROUP',
  'LICENSE_STRATEGY_CONCURRENT',
]);

/** `LICENSE_STATE_VALID` is the only state that opens content. */
export const licenseState = z.enum([
  'LICENSE_STATE_VALID',
  'LICENSE_STATE_EXPIRED',
  'LICENSE_STATE_BLOCKED',
]);

/** Most seats of one licence: every pupil of a large town. */
export const seatsMaximum = 100_000;

export const license = z.object({
  license_code: identifier('The licence.'),
  license_strategy: licenseStrategy,
  license_state: licenseState,
  mandant_identifier: reference('The publisher.'),
  product_reference: reference('The product that the licence is for.'),
  valid_from: timestamp('From when the licence holds.'),
  valid_until: z.optional(timestamp('Until when the licence holds; absent: without end.')),
  group_id: z.optional(
    identifier(
      'The group whose members it entitles, with strategy group alone; absent there: every group that the subject leads.',
    ),
  ),
  seats: z.optional(
    integer(
      1,
      seatsMaximum,
      'Most usages at a time; absent: without limit. Whom a group entitles has one of them at a time.',
    ),
  ),
  license_overrides: z.optional(
    list(
      'Overrides that hold now, for callers with license-override.manage; oldest first.',
      licenseOverride,
    ),
  ),
});
export type License = z.infer<typeof license>;

const ofProduct = {
  mandant_identifier: z.optional(reference('Only licences of this publisher.')),
  product_reference: z.optional(reference('Only licences for this product.')),
};

const prunedUsages = z.object({
  pruned_license_usages: count('How many seats became free.'),
});

export const licenseCalls = {
  licenseGetForUser: defineCall({
    path: '/license/getForUser',
    summary: 'Gives the licences of a subject with their state now.',
    body: z.strictObject({ subject, ...ofProduct }),
    query: z.object({
      consolidate: z.optional(
        z
          .stringbool({ truthy: ['true'], falsy: ['false'] })
          .check(
            z.describe(
              'Keep only the best licence of each product: valid before not, then the latest end.',
            ),
          ),
      ),
    }),
    answer: z.object({ licenses: z.array(license) }),
    permission: 'license.read',
    permissionForOthers: 'license.read-any',
    forPublishers: 'by-mandant',
    repeatSafe: true,
  }),
  licenseGetForUserAndDevice: defineCall({
    path: '/license/getForUserAndDevice',
    summary:
      'Gives the licences of a subject with their state now, and whether a seat can be had on a device.',
    body: z.strictObject({ subject, device_identifier: deviceIdentifier, ...ofProduct }),
    answer: z.object({
      licenses: z.array(
        z.object({
          ...license.shape,
          license_usage: z.optional(licenseUsage),
          free_seats: z.optional(count('Free seats now; absent: without limit.')),
          is_device_registered: flag(
            'The device counts among those of the product, from its first usage on until it is unregistered, or the product limits none.',
          ),
          may_obtain: flag(
            'Obtaining would succeed now: the licence is valid, the device has its seat or the subject may have a free one, and the product allows the device.',
          ),
        }),
      ),
    }),
    errors: deviceNotFound,
    permission: 'license.read',
    permissionForOthers: 'license.read-any',
    forPublishers: 'customers',
    repeatSafe: true,
  }),
  licenseObtainLicenseUsage: defineCall({
    path: '/license/obtainLicenseUsage',
    summary:
      'Obtains a seat of a licence for the subject on a device. There is one a device, and one a subject where the licence has seats and a group entitles the subject. The same again keeps it, as a heartbeat does, and is IA_OK where no other ended.',
    body: z.strictObject({
      subject,
      license_code: identifier('The licence.'),
      mandant_identifier: reference('The publisher that the licence must be of.'),
      product_reference: reference('The product that the licence must be for.'),
      device_identifier: deviceIdentifier,
      license_usage_consistency_type: licenseUsageConsistencyType,
      instead_of_others: z.optional(
        flag(
          "The subject's usages of this licence on other devices end with it, and nobody gets their seats in between; where it is refused, they stay. Default no.",
        ),
      ),
    }),
    answer: z.object({ license_usage: licenseUsage }),
    errors: {
      ...licenseNotFound,
      ...licenseNotValid,
      ...deviceNotFound,
      ...withStatus(409, {
        LICENSE_SEATS_TAKEN: 'All seats of the licence are in use by others. Try again later.',
        LICENSE_USED_ELSEWHERE:
          'The subject holds its seat of this licence on another device. Obtaining it with instead_of_others ends that one.',
        DEVICE_LIMIT_REACHED:
          'The subject uses the product on as many devices as it allows. device/unregisterForLicenses frees a place.',
      }),
    },
    permission: 'license.use',
    ownTokenOnly: true,
    repeatSafe: true,
  }),
  licenseVerifyLicenseUsage: defineCall({
    path: '/license/verifyLicenseUsage',
    summary: 'Says whether a usage still holds. It does not keep it: heartbeats do.',
    body: z.strictObject({ subject, ...licenseUsageKey }),
    answer: z.object({
      holds: flag('The usage has not ended and its licence is valid.'),
      license_state: licenseState.check(
        z.describe('State of the licence now; expired where the subject has it no more.'),
      ),
      license_usage: z.optional(licenseUsage.check(z.describe('Present where it holds.'))),
    }),
    errors: licenseUsageNotFound,
    permission: 'license.read',
    permissionForOthers: 'license.read-any',
    forPublishers: 'by-mandant',
    repeatSafe: true,
  }),
  licensePruneLicenseUsage: defineCall({
    path: '/license/pruneLicenseUsage',
    summary: 'Gives a seat back. IA_OK: the usage had ended before.',
    body: z.strictObject({ subject, ...licenseUsageKey }),
    answer: prunedUsages,
    errors: licenseUsageNotFound,
    permission: 'license.use',
    permissionForOthers: 'license.manage',
    forPublishers: 'by-mandant',
    ownTokenOnly: true,
    administrative: 'for-others',
    repeatSafe: true,
  }),
  licensePruneAllLicenseUsagesForUser: defineCall({
    path: '/license/pruneAllLicenseUsagesForUser',
    summary: 'Gives back every seat of a subject, on all of its devices. IA_OK: it had none.',
    body: z.strictObject({ subject, ...ofProduct }),
    answer: prunedUsages,
    permission: 'license.use',
    permissionForOthers: 'license.manage',
    forPublishers: 'by-mandant',
    ownTokenOnly: true,
    administrative: 'for-others',
    // A repeat that arrives late would take seats that were obtained in between.
  }),
  licensePruneAllLicensesFromUser: defineCall({
    path: '/license/pruneAllLicensesFromUser',
    summary:
      'Takes its own licences from a subject, with their seats. Those of its groups stay. IA_OK: it had none.',
    body: z.strictObject({
      subject,
      ...ofProduct,
      reason: text(500, 'Why, for the audit log.'),
    }),
    answer: z.object({
      license_codes: list('Licences that were taken.', identifier('A licence.')),
    }),
    permission: 'license.manage',
    permissionForOthers: 'license.manage',
    forPublishers: 'by-mandant',
    ownTokenOnly: true,
    administrative: true,
    // A repeat that arrives late would take licences that were given in between.
  }),
} as const;
