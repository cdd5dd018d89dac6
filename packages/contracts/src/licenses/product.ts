import * as z from 'zod/mini';
import { administered, defineCall } from '../define.ts';
import { withStatus } from '../with-status.ts';
import { flag, integer, label, list, reference, subject, timestamp } from '../scalars.ts';
import { license } from './license.ts';
import { baseVersion, storedVersion } from './version.ts';

const content = {
  mandant_identifier: reference('The publisher.'),
  product_reference: reference('The product; unique for its publisher.'),
  title: label(255, 'Title that people read.'),
  article_numbers: list(
    'Articles that shops sell it as.',
    reference('Number of an article.'),
  ).check(z.maxLength(50)),
  device_maximum: z.optional(
    integer(1, 100, 'Most devices on which one subject uses it; absent: without limit.'),
  ),
};

export const productNotFound = withStatus(404, {
  PRODUCT_NOT_FOUND:
    'The publisher has no such product: save it first. Or the order system sells nothing of this publisher: register it with it.',
});

/** Calls that name a publisher refuse one that is not the caller's, whether or not it exists. */
export const mandantNotFound = withStatus(404, {
  MANDANT_NOT_FOUND: 'The caller has no publisher (mandant) by this name.',
});

/** Why no licence opens a product, of the licence that comes nearest. */
export const accessDenial = z.enum([
  'ACCESS_DENIAL_NO_LICENSE',
  'ACCESS_DENIAL_LICENSE_EXPIRED',
  'ACCESS_DENIAL_LICENSE_BLOCKED',
]);

export const productCalls = {
  productSave: defineCall({
    path: '/product/save',
    summary:
      'Saves a product, new or changed. Licences that are there keep their ends. IA_OK: the same is stored.',
    body: z.strictObject({ product: z.strictObject({ ...content, version: baseVersion }) }),
    answer: z.object({
      product: z.object({
        ...content,
        version: storedVersion,
        updated_at: timestamp('When the product last changed.'),
      }),
    }),
    errors: {
      ...mandantNotFound,
      ...withStatus(409, {
        PRODUCT_CONFLICT:
          'The product has changed since the version that the request was made on. The text of the refusal names the version that is stored.',
      }),
    },
    permission: 'product.manage',
    ...administered,
  }),
  productVerifyUserAccess: defineCall({
    path: '/product/verifyUserAccess',
    summary:
      'Says whether a licence of the subject opens a product now: its state is valid, and publisher and product match.',
    body: z.strictObject({
      subject,
      mandant_identifier: reference('The publisher.'),
      product_reference: reference('The product.'),
    }),
    answer: z.object({
      has_access: flag('A licence opens the product.'),
      license: z.optional(license.check(z.describe('The one that opens it.'))),
      access_denial: z.optional(accessDenial),
    }),
    permission: 'license.read',
    permissionForOthers: 'license.read-any',
    forPublishers: 'by-mandant',
    repeatSafe: true,
  }),
} as const;
