import * as z from 'zod/mini';
import { defineCall } from '../define.ts';
import { identifier, subject, timestamp } from '../scalars.ts';

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

export const license = z.object({
  license_code: identifier('The licence.'),
  license_strategy: licenseStrategy,
  license_state: licenseState,
  mandant_identifier: identifier('The publisher.'),
  product_reference: identifier('The product that the licence is for.'),
  valid_from: timestamp('From when the licence holds.'),
  valid_until: z.optional(timestamp('Until when the licence holds; absent: without end.')),
});
export type License = z.infer<typeof license>;

export const licenseCalls = {
  licenseGetForUser: defineCall({
    method: 'POST',
    path: '/license/getForUser',
    summary: 'Gives the licences of a subject with their state now.',
    headers: 'caller',
    body: z.strictObject({
      subject,
      mandant_identifier: z.optional(identifier('Only licences of this publisher.')),
      product_reference: z.optional(identifier('Only licences for this product.')),
    }),
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
    errors: {},
    permission: 'license.read',
    permissionForOthers: 'license.read-any',
    repeatSafe: true,
  }),
} as const;
