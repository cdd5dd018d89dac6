import * as z from 'zod/mini';
import { isSafeAddress } from '../outgoing/safe-address.ts';

const address = z.string().check(
  z.refine((text) => {
    const url = URL.parse(text);
    return url !== null && isSafeAddress(url) && isBare(url);
  }, 'must be an https address, or http on this machine, without user, query and fragment'),
);

/** The directory of an identity provider, spoken to by SCIM 2.0 (RFC 7644). */
const directoryOptions = z.strictObject({
  /** Connector id, such as BEOOK_1. */
  identityProviderIdentifier: z.string().check(z.minLength(1), z.maxLength(255)),
  /** Base address of the SCIM service; `/Users` follows it. */
  address,
  /** Which attribute is the external id of identities here. Default `id`. */
  externalIdAttribute: z.optional(z.enum(['id', 'externalId'])),
  /** How long an answer may take, in milliseconds. Default 5000. */
  timeoutInMs: z.optional(z.int().check(z.gte(1), z.lte(60_000))),
});
export type DirectoryOptions = z.infer<typeof directoryOptions>;

export const directoriesOptions = z
  .array(directoryOptions)
  .check(
    z.refine(
      (all) => new Set(all.map(({ identityProviderIdentifier: id }) => id)).size === all.length,
      'an identity provider has two directories',
    ),
  );

function isBare({ username, password, search, hash }: URL): boolean {
  return [username, password, search, hash].every((part) => part === '');
}
