import * as z from 'zod/mini';
import { iri } from './iri.ts';
import { languageMap } from './language-map.ts';
import { count } from '../../scalars.ts';

/** The header of a file that belongs to a statement (xAPI 1.0.3, Data 2.4.11; IEEE 9274.1.1, 4.2.2.6). */
export const attachment = z.strictObject({
  usageType: iri('What the file is for.'),
  display: languageMap('What the file is called.'),
  description: z.optional(languageMap('What the file is.')),
  contentType: z
    .string()
    .check(
      z.regex(/^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+(?:\s*;.*)?$/, 'not a media type'),
      z.describe('Media type (RFC 2046).'),
    ),
  length: count('In bytes.'),
  // SHA-224, -256, -384 or -512.
  sha2: z
    .string()
    .check(
      z.regex(
        /^(?:[0-9a-fA-F]{56}|[0-9a-fA-F]{64}|[0-9a-fA-F]{96}|[0-9a-fA-F]{128})$/,
        'not a SHA-2 hash in hexadecimal',
      ),
      z.describe('SHA-2 hash of the bytes, in hexadecimal.'),
    ),
  fileUrl: z.optional(iri('Where the bytes are.')),
});
export type Attachment = z.infer<typeof attachment>;
