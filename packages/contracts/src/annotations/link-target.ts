import * as z from 'zod/mini';
import { fileReference } from '../files/asset.ts';
import type { MakeObject } from './versioned-item.ts';

/** Target of a link (specification, section 3). */
export const linkType = z.enum([
  'LINK_TYPE_WEBSITE',
  'LINK_TYPE_IMAGE_WEB',
  'LINK_TYPE_IMAGE_LOCAL',
  'LINK_TYPE_ONENOTE',
  'LINK_TYPE_ASSET_EXCHANGE',
]);

const addressMaximumLength = 2_048;

/** An address that a browser may open. Never `javascript:` and the like: others may open it, too. */
export function webAddress(description: string) {
  return z
    .string()
    .check(
      z.regex(/^(https?|onenote):[^\s<>"{}|\\^`]+$/i, 'Only https:, http: and onenote: addresses.'),
      z.maxLength(addressMaximumLength),
      z.describe(description),
    );
}

const fileTypes: ReadonlySet<z.infer<typeof linkType>> = new Set([
  'LINK_TYPE_IMAGE_LOCAL',
  'LINK_TYPE_ASSET_EXCHANGE',
]);

/** A link of a user: to an address of the web, or to a file of the file gateway. */
export function linkTarget(object: MakeObject) {
  return object({
    link_type: linkType,
    address: z.optional(webAddress('Where it leads; absent for files.')),
    file_reference: z.optional(
      fileReference.check(
        z.describe('The file, for LINK_TYPE_IMAGE_LOCAL and LINK_TYPE_ASSET_EXCHANGE only.'),
      ),
    ),
  }).check(
    z.refine(({ link_type, address, file_reference }) => {
      const leadsToFile = fileTypes.has(link_type);
      return (
        (file_reference !== undefined) === leadsToFile && (address === undefined) === leadsToFile
      );
    }, 'Links to files have a file_reference, the others an address.'),
  );
}
